package discordtest

import (
	"strings"
	"testing"
)

func loadedOpenAPI(t *testing.T) *schemas {
	t.Helper()
	o, err := loadOpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	if o == nil {
		t.Skipf("%s is not set", OpenAPIEnv)
	}
	return o
}

// Discord's own description refuses what it can express, by itself.
func TestOpenAPI(t *testing.T) {
	o := loadedOpenAPI(t)
	for _, name := range callbackBodies {
		o.check(name, nil) // panics unless it can be compiled
	}
	for _, tc := range []struct{ route, name, body, says string }{
		{"edit", "IncomingWebhookUpdateRequestPartial", message(embeds(`{"title":"` + repeat("a", 257) + `"}`)), "title"},
		{"edit", "IncomingWebhookUpdateRequestPartial", `{"content":"` + repeat("a", 2001) + `"}`, "content"},
		{"command", "ApplicationCommandUpdateRequest", `{"name":"ask","default_member_permissions":32}`, "default_member_permissions"},
		{"command", "ApplicationCommandUpdateRequest", `{"name":"ask","default_member_permissions":"32"}`, ""},
		{"callback", "ApplicationCommandAutocompleteCallbackRequest", `{"type":8,"data":{"choices":[` + times(26, `{"name":"n","value":"v"}`) + `]}}`, "choices"},
	} {
		v, err := parseJSON([]byte(tc.body))
		if err != nil {
			t.Fatal(err)
		}
		found := o.check(tc.name, v)
		if (len(found) == 0) != (tc.says == "") || len(found) > 0 && !strings.Contains(innermost(found), tc.says) {
			t.Errorf("%s %.60s: %v, want %q", tc.route, tc.body, found, tc.says)
		}
	}
}

// A document that this package was not written for must not pass for one that
// allows everything.
func TestParseOpenAPIRefuses(t *testing.T) {
	for _, tc := range []struct{ raw, says string }{
		{`{`, "parse"},
		{`{"components":{"schemas":{}}}`, "another version"},
	} {
		if _, err := parseOpenAPI([]byte(tc.raw)); err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: error is %v, want it to say %q", tc.raw, err, tc.says)
		}
	}
}
