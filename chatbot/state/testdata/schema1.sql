-- A database as schema 1 has left it: that schema, then one row a table.
-- Schema 1. Times are milliseconds since 1970 in UTC, days are days since 1970.
-- A user is a keyed hash, '' where none is known; a guild is '' in direct messages.

-- meta: 'key' is the fingerprint of the key that the users are hashed with.
CREATE TABLE meta (
	name  TEXT PRIMARY KEY,
	value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE guild (
	id       TEXT PRIMARY KEY,
	settings TEXT NOT NULL, -- JSON
	changed  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE answer (
	id    TEXT PRIMARY KEY,
	guild TEXT NOT NULL,
	user  TEXT NOT NULL,
	kept  INTEGER NOT NULL CHECK (kept IN (0, 1)), -- the guild keeps questions for maintainers
	asked INTEGER NOT NULL,
	body  BLOB NOT NULL
) STRICT;

CREATE INDEX answer_asked ON answer (asked);
CREATE INDEX answer_user ON answer (user) WHERE user <> '';
CREATE INDEX answer_guild ON answer (guild) WHERE kept;

-- room: what the answers take, so that a bound is held without counting them.
CREATE TABLE room (
	id      INTEGER PRIMARY KEY CHECK (id = 1),
	answers INTEGER NOT NULL,
	bytes   INTEGER NOT NULL
) STRICT;

INSERT INTO room VALUES (1, 0, 0);

CREATE TRIGGER answer_added AFTER INSERT ON answer BEGIN
	UPDATE room SET answers = answers + 1, bytes = bytes + length(new.body);
END;

CREATE TRIGGER answer_removed AFTER DELETE ON answer BEGIN
	UPDATE room SET answers = answers - 1, bytes = bytes - length(old.body);
END;

CREATE TABLE vote (
	answer TEXT NOT NULL REFERENCES answer (id) ON DELETE CASCADE,
	user   TEXT NOT NULL CHECK (user <> ''),
	value  INTEGER NOT NULL CHECK (value IN (-1, 1)),
	reason TEXT NOT NULL,
	at     INTEGER NOT NULL, -- of the first vote
	PRIMARY KEY (answer, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX vote_user ON vote (user);
CREATE INDEX vote_at ON vote (at);

-- question: what was refused, once for each wording that folds to the same.
CREATE TABLE question (
	id      INTEGER PRIMARY KEY,
	guild   TEXT NOT NULL,
	folded  TEXT NOT NULL,
	reason  TEXT NOT NULL,
	text    TEXT NOT NULL, -- as it was asked last
	locale  TEXT NOT NULL,
	nearest TEXT NOT NULL, -- JSON
	first   INTEGER NOT NULL,
	last    INTEGER NOT NULL,
	n       INTEGER NOT NULL,
	UNIQUE (guild, folded, reason)
) STRICT;

CREATE INDEX question_last ON question (last);

CREATE TABLE asker (
	question INTEGER NOT NULL REFERENCES question (id) ON DELETE CASCADE,
	user     TEXT NOT NULL CHECK (user <> ''),
	PRIMARY KEY (question, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX asker_user ON asker (user);

-- tally: counts of a day; name is a refusal reason, a class of time, a document.
CREATE TABLE tally (
	day   INTEGER NOT NULL,
	guild TEXT NOT NULL,
	kind  TEXT NOT NULL,
	name  TEXT NOT NULL,
	n     INTEGER NOT NULL,
	PRIMARY KEY (day, guild, kind, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX tally_guild ON tally (guild, day);

PRAGMA application_id = 1886479209;
PRAGMA user_version = 1;
INSERT INTO guild VALUES ('100000000000000001', '{"private":true,"channels":["7"],"documents":[],"language":"de","per_minute":3,"per_hour":0,"feedback":false,"keep_questions":true}', 1793620800000);
INSERT INTO answer VALUES ('abcdefgh2345', '100000000000000001', '00112233445566778899aabbccddeeff', 1, 1793620800000, x'0178019c53c16edb3a10fc1561ce8ca1c42faf2e2f457b68914b5120057a485283a15616119a54b8cbb4a9e17f2f56b29334b7d6176b973bd4eccc68073fb89428c262d9befa9dc22066ef22c182d2c9a70f30b8afc4127282c5b7c14913b891811a0ebfa8c97de35243c9bb916b7412726aeee8f11d0c72159fb704bbfbd71b589c5486854bfc830a7530e0211759cf0d58bc9f4e1ac9cddf50f3d1852dc35eed20f453607131adb56adbe6f651881730f041a67d740efe1437060f54bae0759eeb38e62213a55227b952ddde5261ec6ffec4ee70478fb07a854197fd3a74b0f87c71f975f1f1e2cbe5e2ac5dc240824cb768ab995b4cfe203b0c5cf243d68d55037145d6a3db10ec7f2b034add8b6a2c21091d3b58be55c4e8921a312161db0903dbee0d6ad1244c366751db5584ebdab64b3fff51738de6ecfbc9e972b5581d56e0c19d9dff0fab38ceb5780576d9d72d259915c8a90f1d253d6917ab37e7062c795c17723c45896bdf071f28c99a1e0e930685faca2e3e8fbde8dd85a4ca290512170eb4995cf10375b0a9c668b00dcc216d8e65225788e5588e711642254a6aa44a4f45c330c30bf55494361f21ecf348c7a2779ee4e96874e5b9e0d03d83ee2b15351d7b03c74ccc93328797dcd66e43321b42234f8648ce71ed5d8c7359724d9d3eee351bdb90366bfd1494e4dee04980bec6a8fece1caf5ec5eac6681a1e9c106cef22d3fe77000000ffff453a4b86');
INSERT INTO vote VALUES ('abcdefgh2345', '00112233445566778899aabbccddeeff', -1, 'Too short.', 1793620800000);
INSERT INTO question VALUES (1, '100000000000000001', 'why', 'off_corpus', 'Why?', 'de', '[]', 1793620800000, 1793620800000, 2);
INSERT INTO asker VALUES (1, '00112233445566778899aabbccddeeff');
INSERT INTO tally VALUES (20759, '100000000000000001', 'answered', '', 1);
