package main

import "testing"

// must ends a test that lacks something it needs.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// errorIf reports what is wrong, and lets the test continue.
func errorIf(t testing.TB, wrong bool, format string, values ...any) {
	t.Helper()
	if wrong {
		t.Errorf(format, values...)
	}
}

// fatalIf reports what is wrong, and ends the test.
func fatalIf(t testing.TB, wrong bool, format string, values ...any) {
	t.Helper()
	if wrong {
		t.Fatalf(format, values...)
	}
}
