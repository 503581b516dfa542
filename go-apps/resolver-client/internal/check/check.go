// Package check has the conditions of tests, a line each.
package check

import "testing"

// Must ends a test that lacks something it needs.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// ErrorIf reports what is wrong, and lets the test continue.
func ErrorIf(t testing.TB, wrong bool, format string, values ...any) {
	t.Helper()
	if wrong {
		t.Errorf(format, values...)
	}
}

// FatalIf reports what is wrong, and ends the test.
func FatalIf(t testing.TB, wrong bool, format string, values ...any) {
	t.Helper()
	if wrong {
		t.Fatalf(format, values...)
	}
}
