// Package discordtest is a strict Discord for tests: REST, gateway and signed
// interactions on 127.0.0.1, users that a test drives, faults that it scripts.
//
//	d := discordtest.New(t, discordtest.Options{})
//	bot := start(t, d.Token, d.Transport()) // the code under test
//	if err := d.AwaitReady(ctx); err != nil {
//		t.Fatal(err)
//	}
//	ask := d.Slash(d.User("reader"), "ask", discordtest.Opt("question", "what is d?"))
//	answer, err := ask.AwaitEdit(ctx, func(m discordtest.Message) bool { return len(m.Embeds) > 0 })
//	if err != nil {
//		t.Fatal(err)
//	}
//	why := d.Press(d.User("reader"), answer, "v1:why")
//
// Fail scripts faults of calls, Interrupt and Handshakes those of the gateway;
// Advance moves the clock, so that no test waits for a deadline.
//
// The same scenario runs over HTTP interactions after d.PostTo, and against an
// unmodified binary in the environment of d.Proxy.
//
// It shares no type with the bot or its library, so that a fault in an encoding
// can't cancel itself out; each shape is written a second time here. What the bot
// sends is held against the rules in this package and, where
// PQCITE_TEST_DISCORD names a folder with Discord's openapi.json, against that.
// A breach fails the test and is answered as Discord would answer it.
//
// It is a fake that knows what pqcite's bot does and no more: follow-ups, posts outside of
// interactions, select menus, the components with a flag of their own, permissions, roles,
// threads and voice are left out, and a call to any of them is a breach.
package discordtest
