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
	if !gauge.AwaitEntered(t.Context(), 3) {
		t.Error("three came in, and the wait for them was given up")
	}
	for range 3 {
		go gauge.Leave()
	}
	gauge.AwaitEmpty()
	gauge.Enter()
	if gauge.Now() != 1 || gauge.Most() != 3 || gauge.Entered() != 4 {
		t.Errorf("now %d, most %d, entered %d; want 1, 3, 4", gauge.Now(), gauge.Most(), gauge.Entered())
	}
	over, end := context.WithCancel(t.Context())
	go end()
	if gauge.AwaitEntered(over, 5) {
		t.Error("a fifth was seen, who never came")
	}
}
