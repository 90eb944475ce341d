package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestProbe(t *testing.T) {
	status := http.StatusOK
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/healthz" {
			t.Errorf("asked for %s", r.URL)
		}
		w.WriteHeader(status)
		fmt.Fprint(w, "discord is not\nreached yet\n")
	}))
	defer s.Close()
	address := strings.TrimPrefix(s.URL, "http://")
	if err := probe(t.Context(), address); err != nil {
		t.Errorf("a bot that is well: %v", err)
	}
	status = http.StatusServiceUnavailable
	if err := probe(t.Context(), address); err == nil || err.Error() != "the bot is not well: discord is not reached yet" {
		t.Errorf("a bot that is not well: %v", err)
	}
	s.Close()
	if err := probe(t.Context(), address); err == nil {
		t.Error("no bot: no error")
	}
	var usage usageError
	for _, address := range []string{"", "no address"} {
		if err := probe(t.Context(), address); !errors.As(err, &usage) {
			t.Errorf("probe(%q) = %v", address, err)
		}
	}
}
