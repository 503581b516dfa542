package lookup

import (
	"context"
	"errors"
	"testing"
)

func TestCounterTellsAnsweredFromFailed(t *testing.T) {
	fail := false
	counter := NewCounter(&Sequence{})
	ask := counter.Count(func(context.Context, string) (Answer, error) {
		if fail {
			return Answer{}, errors.New("SERVFAIL")
		}
		return Answer{}, nil
	})
	first, _ := ask(t.Context(), "svc.lab")
	fail = true
	if _, err := ask(t.Context(), "svc.lab"); err == nil {
		t.Fatal("the failure got lost")
	}
	fail = false
	last, _ := ask(t.Context(), "svc.lab")
	if counter.Begun() != 3 || counter.Answered() != 2 {
		t.Errorf("begun %d, answered %d, want 3 and 2", counter.Begun(), counter.Answered())
	}
	if first.Begun >= last.Begun {
		t.Errorf("begun %d and then %d", first.Begun, last.Begun)
	}
}

func TestGaugeCanBeAwaited(t *testing.T) {
	gauge := NewGauge()
	for range 3 {
		go gauge.Enter()
	}
	gauge.Await(func(inside int) bool { return inside == 3 })
	for range 3 {
		go gauge.Leave()
	}
	gauge.Await(func(inside int) bool { return inside == 0 })
	if gauge.Most() != 3 {
		t.Errorf("most %d, want 3", gauge.Most())
	}
}
