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
