package fetch

import (
	"bytes"
	"strings"
	"testing"
)

func TestParseContentRange(t *testing.T) {
	tests := map[string]*[3]int64{
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
		start, end, total, ok := parseContentRange(s)
		got := [3]int64{start, end, total}
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
		start, end, total, ok := parseContentRange(s)
		if ok && (start < 0 || start >= end || total >= 0 && end > total || total < -1) {
			t.Fatalf("range %q is %d to %d of %d", s, start, end, total)
		}
	})
}

func FuzzRetryAfter(f *testing.F) {
	for _, s := range []string{"7", "-1", "Wed, 14 Aug 2024 12:00:09 GMT", "99999999999999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		if d := retryAfter(value); d < 0 {
			t.Fatalf("wait for %q is %v", value, d)
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
