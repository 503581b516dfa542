package scenario

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"faultlab/resolver-client/internal/check"
	"faultlab/resolver-client/internal/lookup"
)

func TestBurstCountsOneLookupPerExpiryWhenMerged(t *testing.T) {
	got := run(t, Burst, "--host", "svc.lab", "--lookup", "memory", "--cache", "merged", "--clients", "8", "--expiries", "3")
	check.ErrorIf(t, got["begun"] != 4.0 || got["enough"] != 4.0 || got["asked"] != 25.0,
		"begun %v, enough %v, asked %v; want 4, 4, 25", got["begun"], got["enough"], got["asked"])
	if wait := got["wait"].(map[string]any); wait["count"] != 24.0 {
		t.Errorf("%v waits, want those of the bursts, 24", wait["count"])
	}
}

func TestBurstWithoutCacheAsksEveryTime(t *testing.T) {
	got := run(t, Burst, "--host", "svc.lab", "--lookup", "memory", "--clients", "8", "--expiries", "3")
	check.ErrorIf(t, got["begun"] != 25.0, "begun %v, want 25", got["begun"])
}

// Answers from memory are good for a minute, so 15 seconds of the cache's clock expire only what is kept for less.
func TestBurstThatExpiresNothingIsAnsweredFromTheCache(t *testing.T) {
	for _, each := range []struct {
		cache string
		least float64
		most  float64
	}{
		{"record-ttl", 1, 1},
		{"fixed-ttl", 1, 1},
		{"fixed-ttl --cache-ttl 1s", 4, 25},
	} {
		flags := "--host svc.lab --lookup memory --clients 8 --expiries 3 --forward 5s --cache " + each.cache
		begun := run(t, Burst, strings.Fields(flags)...)["begun"].(float64)
		check.ErrorIf(t, begun < each.least || begun > each.most,
			"%s: begun %v, want %v to %v", each.cache, begun, each.least, each.most)
	}
}

func TestRoundsAndArrivalsAskAsOftenAsTold(t *testing.T) {
	rounds := run(t, Rounds, "--host", "svc.lab", "--lookup", "memory", "--cache", "zero-time", "--clients", "4", "--calls", "25")
	check.ErrorIf(t, rounds["asked"] != 100.0 || rounds["older"] != 0.0,
		"asked %v, older %v; want 100, 0", rounds["asked"], rounds["older"])
	arrivals := run(t, Arrivals, "--host", "svc.lab", "--lookup", "memory", "--rate", "10000", "--calls", "100")
	check.ErrorIf(t, arrivals["asked"] != 100.0, "asked %v, want 100", arrivals["asked"])
}

// What rs/dnscache#13 reports, with the module itself: a failure is kept, an answer after it is not asked for.
func TestOnlyRsDnscacheRemembersAFailure(t *testing.T) {
	for cache, remembered := range map[string]bool{"rs-dnscache": true, "fixed-ttl": false, "record-ttl": false, "none": false} {
		failing := true
		s := Setting{Lookup: "memory", Cache: cache, cacheTTL: time.Minute}
		b := s.benchOver(func(ctx context.Context, host string) (lookup.Answer, error) {
			if failing {
				return lookup.Answer{}, errors.New("no such host")
			}
			return lookup.Memory(ctx, host)
		})
		if _, err := b.Resolve(context.Background(), "svc.lab"); err == nil {
			t.Errorf("%s: an answer while the name server fails", cache)
		}
		failing = false
		if _, err := b.Resolve(context.Background(), "svc.lab"); (err != nil) != remembered {
			t.Errorf("%s: %v afterwards, remembered %v", cache, err, remembered)
		}
	}
}

func TestNamesTellsWhoTidiesUp(t *testing.T) {
	for cache, kept := range map[string]float64{"fixed-ttl": 500, "record-ttl": 0} {
		got := run(t, Names, "--host", "many.lab", "--lookup", "memory", "--cache", cache, "--names", "500")
		check.ErrorIf(t, got["expired"] != 500.0 || got["kept"] != kept,
			"%s: %v expired, %v kept; want 500, %v", cache, got["expired"], got["kept"], kept)
	}
}

func TestNamesRefusesWhatKeepsNothing(t *testing.T) {
	err := Names([]string{"--host", "many.lab", "--lookup", "memory", "--cache", "zero-time"}, io.Discard)
	check.ErrorIf(t, err == nil || !strings.Contains(err.Error(), "keeps nothing"), "got %v", err)
}

// What is claimed may be anything on a busy machine; what was done may not.
func TestExhibitTellsClaimedFromDone(t *testing.T) {
	rows := run(t, Exhibit, "--bench-time", "10ms")["rows"].([]any)
	for i, each := range rows {
		row := each.(map[string]any)
		done := 1.0
		if i == 0 {
			done = row["claimedIterations"].(float64)
		}
		check.ErrorIf(t, row["doneIterations"] != done,
			"%v: %v done, want %v", row["work"], row["doneIterations"], done)
	}
	check.ErrorIf(t, len(rows) != 4, "%d rows, want 4", len(rows))
}

func TestWrongFlagsAreRefused(t *testing.T) {
	for _, each := range []struct {
		scenario  func([]string, io.Writer) error
		flags     string
		complaint string
	}{
		{Burst, "--lookup carrier-pigeon", "carrier-pigeon"},
		{Burst, "--cache oven", "oven"},
		{Burst, "--clients 0", "--clients 0"},
		{Burst, "--cache-ttl -1s", "-1s"},
		{Burst, "--forward 0s", "--forward 0s"},
		{Burst, "surplus", "surplus"},
		{Rounds, "--calls 0", "--calls 0"},
		{Arrivals, "--rate 0", "--rate 0"},
		{Names, "--names 0", "--names 0"},
		{Cancel, "--through wall", "wall"},
		{Requests, "--keep-alive maybe", "maybe"},
		{Requests, "--requests 50 --at-once 7", "multiple"},
		{Requests, "--bytes 0", "--bytes 0"},
		{Move, "--watch 1", "--watch 1"},
		{Exhibit, "--bench-time 1h", "1h"},
	} {
		err := each.scenario(strings.Fields(each.flags), io.Discard)
		check.ErrorIf(t, err == nil || !strings.Contains(err.Error(), each.complaint), "%s: got %v", each.flags, err)
	}
}

func TestNetdnsIsWhatWasAskedForOrRefused(t *testing.T) {
	t.Setenv("GODEBUG", "netdns=cgo")
	err := Burst([]string{"--lookup", "memory", "--clients", "1"}, io.Discard)
	check.ErrorIf(t, cgo != (err == nil), "built with cgo: %v, and the error is %v", cgo, err)
}

func TestSpreadIsByNearestRank(t *testing.T) {
	var some times
	for i := 100; i >= 1; i-- {
		some.add(time.Duration(i) * time.Millisecond)
	}
	got := some.spread()
	check.ErrorIf(t, got.Count != 100 || *got.P50Millis != 50 || *got.P99Millis != 99 || *got.MaxMillis != 100,
		"got %d, %v, %v, %v", got.Count, *got.P50Millis, *got.P99Millis, *got.MaxMillis)
	var none times
	if got := none.spread(); got.Count != 0 || got.P50Millis != nil {
		t.Errorf("a median of nothing: %v", got)
	}
}

func run(t *testing.T, scenario func([]string, io.Writer) error, args ...string) map[string]any {
	t.Helper()
	var out bytes.Buffer
	check.Must(t, scenario(args, &out))
	result := map[string]any{}
	check.Must(t, json.Unmarshal(out.Bytes(), &result))
	return result
}
