package fetch

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
)

func TestParseContentRange(t *testing.T) {
	tests := map[string]*contentRange{
		"bytes 5-9/20":                  {5, 10, 20},
		"Bytes 0-0/1":                   {0, 1, 1},
		"bytes 5-9/*":                   {5, 10, -1},
		"":                              nil,
		"bytes */20":                    nil,
		"bytes 9-5/20":                  nil,
		"bytes 5-20/20":                 nil,
		"bytes 5-9":                     nil,
		"bytes -5/20":                   nil,
		"bytes +5-9/20":                 nil,
		"bytes 5 -9/20":                 nil,
		"lines 5-9/20":                  nil,
		"bytes=5-9/20":                  nil,
		"bytes 5-9/20,11-12/20":         nil,
		"bytes 5-9223372036854775807/*": nil,
	}
	for s, want := range tests {
		got, ok := parseContentRange(s)
		if ok != (want != nil) || ok && got != *want {
			t.Errorf("range %q is %+v, %v, want %+v", s, got, ok, want)
		}
	}
}

func FuzzParseContentRange(f *testing.F) {
	for _, s := range []string{"bytes 5-9/20", "bytes 0-0/*", "bytes */1", "bytes 1-2/3/4"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, ok := parseContentRange(s)
		if ok && (r.start < 0 || r.start >= r.end || r.total >= 0 && r.end > r.total || r.total < -1) {
			t.Fatalf("range %q is %+v", s, r)
		}
	})
}

func FuzzRetryAfter(f *testing.F) {
	for _, s := range []string{"7", "-1", "Wed, 14 Aug 2024 12:00:09 GMT", "99999999999999999999"} {
		f.Add(s, "Wed, 14 Aug 2024 12:00:00 GMT")
	}
	f.Fuzz(func(t *testing.T, value, date string) {
		if d := retryAfter(http.Header{"Retry-After": {value}, "Date": {date}}); d < 0 {
			t.Fatalf("wait for %q is %v", value, d)
		}
	})
}

func TestParseOriginRefuses(t *testing.T) {
	for name, s := range map[string]string{
		"empty":            ``,
		"cut":              `{"url": "x"`,
		"weak tag":         `{"etag": "W/\"x\""}`,
		"tag with newline": `{"etag": "\"x\ny\""}`,
		"bare tag":         `{"etag": "x"}`,
		"date in words":    `{"last_modified": "today"}`,
		"size in words":    `{"total": "many"}`,
	} {
		if o, err := parseOrigin([]byte(s)); err == nil {
			t.Errorf("%s: origin is %+v, want an error", name, o)
		}
	}
}

func FuzzParseOrigin(f *testing.F) {
	f.Add([]byte(`{"url": "http://h/x", "url_sha256": "ab", "etag": "\"v1\"", "last_modified": "", "total": 48}`))
	f.Add([]byte(`{"last_modified": "Wed, 14 Aug 2024 12:00:00 GMT"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := parseOrigin(data)
		if err == nil && strings.ContainsAny(o.validator(), "\r\n\x00") {
			t.Fatalf("validator %q would break a request", o.validator())
		}
	})
}

func TestIsWebPage(t *testing.T) {
	const html, plain = "text/html; charset=utf-8", "text/plain"
	tests := []struct {
		head, kind string
		want       bool
	}{
		{"<!DOCTYPE HTML><p>", html, true},
		{"<!doctype html>", "application/pdf", true},
		{"\xef\xbb\xbf \n<html lang=en>", plain, true},
		{"<?xml version=\"1.0\"?>\n<!-- a --><!-- b -->\n<HTML>", "", true},
		{"<body bgcolor=x>", plain, true},
		{"<p>not found", html, true},
		{"<!-- " + strings.Repeat("x", 600), html, true},
		{"%PDF-2.0", html, false},
		{"%PDF-2.0 <html>", plain, false},
		{"<p align=\"center\">\n\n# A readme", plain, false},
		{"<!-- markdown -->\n# Title", plain, false},
		{"<!-- " + strings.Repeat("x", 600), plain, false},
		{"# Title", html, false},
		{"<!--", plain, false},
		{"", html, false},
	}
	for _, tt := range tests {
		if got := isWebPage([]byte(tt.head), tt.kind); got != tt.want {
			t.Errorf("isWebPage(%.40q, %q) = %v", tt.head, tt.kind, got)
		}
	}
}

func FuzzIsWebPage(f *testing.F) {
	f.Add([]byte("<!-- x --><?xml ?><!doctype html>"), "text/html")
	f.Add([]byte("<!--<!--"), "text/html;;")
	f.Fuzz(func(t *testing.T, head []byte, kind string) {
		if isWebPage(head, kind) && !bytes.ContainsRune(head, '<') {
			t.Fatalf("%q without a tag is a web page", head)
		}
	})
}
