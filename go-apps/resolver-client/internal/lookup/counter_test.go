package lookup

import (
	"context"
	"errors"
	"testing"

	"faultlab/resolver-client/internal/check"
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
	check.ErrorIf(t, counter.Begun() != 3 || counter.Answered() != 2,
		"begun %d, answered %d, want 3 and 2", counter.Begun(), counter.Answered())
	check.ErrorIf(t, first.Begun >= last.Begun, "begun %d and then %d", first.Begun, last.Begun)
}

func TestGaugeCanBeAwaited(t *testing.T) {
	gauge := NewGauge()
	for range 3 {
		go gauge.Enter()
	}
	check.ErrorIf(t, !gauge.AwaitEntered(t.Context(), 3), "three came in, and the wait for them was given up")
	for range 3 {
		go gauge.Leave()
	}
	gauge.AwaitEmpty()
	gauge.Enter()
	check.ErrorIf(t, gauge.Now() != 1 || gauge.Most() != 3 || gauge.Entered() != 4,
		"now %d, most %d, entered %d; want 1, 3, 4", gauge.Now(), gauge.Most(), gauge.Entered())
	over, end := context.WithCancel(t.Context())
	go end()
	check.ErrorIf(t, gauge.AwaitEntered(over, 5), "a fifth was seen, who never came")
}
