// Package scenario puts the samples under load. Each scenario is one load with one result, printed
// as JSON; what the result counts is decided by the harness, not here.
package scenario

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"maps"

	rs "github.com/rs/dnscache"

	"faultlab/dnscache"
	"faultlab/resolver-client/internal/lookup"
	"faultlab/resolver-client/internal/samples"
)

// Setting is what every result says of how it was obtained.
type Setting struct {
	Scenario string `json:"scenario"`
	Host     string `json:"host"`
	Lookup   string `json:"lookup"`
	Cache    string `json:"cache"`
	CacheTTL string `json:"cacheTtl"`
	Go       string `json:"go"`
	Netdns   string `json:"netdns"`

	cacheTTL time.Duration
}

var caches = []string{"none", "fixed-ttl", "merged", "zero-time", "record-ttl", "dnscache-zero-time", "dnscache-record-ttl", "rs-dnscache"}

// flags declares what every scenario can be told.
func (s *Setting) flags(name string) *flag.FlagSet {
	set := flag.NewFlagSet(name, flag.ContinueOnError)
	ways := slices.Sorted(maps.Keys(lookup.Ways()))
	s.Scenario = name
	set.StringVar(&s.Host, "host", "", "name that is looked up")
	set.StringVar(&s.Lookup, "lookup", "ipaddr", "how: one of "+strings.Join(ways, ", "))
	set.StringVar(&s.Cache, "cache", "none", "in front of it: one of "+strings.Join(caches, ", "))
	set.DurationVar(&s.cacheTTL, "cache-ttl", 5*time.Minute,
		"how long fixed-ttl and merged keep an answer; 0: merged does nothing but merge")
	return set
}

// parse reads the command line and completes the setting.
func (s *Setting) parse(set *flag.FlagSet, args []string) error {
	if err := set.Parse(args); err != nil {
		return err
	}
	if set.NArg() > 0 {
		return fmt.Errorf("%s: '%s' is not a flag", s.Scenario, set.Arg(0))
	}
	if _, ok := lookup.Ways()[s.Lookup]; !ok {
		return fmt.Errorf("%s: no way to look up called '%s'", s.Scenario, s.Lookup)
	}
	if !slices.Contains(caches, s.Cache) {
		return fmt.Errorf("%s: no cache called '%s'", s.Scenario, s.Cache)
	}
	if s.cacheTTL < 0 {
		return fmt.Errorf("%s: a cache cannot keep an answer for %v", s.Scenario, s.cacheTTL)
	}
	s.CacheTTL = s.cacheTTL.String()
	s.Go = runtime.Version()
	s.Netdns = "go"
	if strings.Contains(os.Getenv("GODEBUG"), "netdns=cgo") {
		s.Netdns = "cgo"
		if !cgo {
			return errors.New("GODEBUG=netdns=cgo, but this program was built without cgo")
		}
	}
	return nil
}

// merges tells whether callers who ask the cache for one name at one time share a lookup. What
// package net merges below is not meant.
func (s *Setting) merges() bool {
	return s.Cache != "none" && s.Cache != "fixed-ttl"
}

// positive complains about a number that must be at least 1.
func positive(name string, value int) error {
	if value < 1 {
		return fmt.Errorf("--%s %d: expected 1 or more", name, value)
	}
	return nil
}

// bench is a cache over a counted way of asking.
type bench struct {
	samples.Resolver
	asks  *lookup.Counter
	order *lookup.Sequence
	clock *samples.Clock
}

func (s *Setting) bench() bench {
	return s.benchOver(lookup.Ways()[s.Lookup])
}

func (s *Setting) benchOver(way lookup.Func) bench {
	order := &lookup.Sequence{}
	asks := lookup.NewCounter(order)
	ask := asks.Count(way)
	clock := &samples.Clock{}
	b := bench{asks: asks, order: order, clock: clock}
	switch s.Cache {
	case "fixed-ttl":
		b.Resolver = samples.NewFixedTTL(ask, s.cacheTTL, clock.Now)
	case "merged":
		b.Resolver = samples.NewMerged(ask, s.cacheTTL, clock.Now)
	case "zero-time":
		b.Resolver = samples.NewZeroTime(ask)
	case "record-ttl":
		b.Resolver = samples.NewRecordTTL(ask, clock.Now)
	case "dnscache-zero-time":
		b.Resolver = product{dnscache.NewZeroTime(asProduct(ask))}
	case "dnscache-record-ttl":
		cache := dnscache.NewRecordTTL(asProduct(ask))
		cache.Now = clock.Now
		b.Resolver = product{cache}
	case "rs-dnscache":
		b.Resolver = rsCache{&rs.Resolver{Resolver: asHosts{ask}}}
	default:
		b.Resolver = samples.Uncached{Ask: ask}
	}
	return b
}

// held counts entries; a cache that holds nothing has none.
func (b bench) held() (entries, expired int) {
	if holder, ok := b.Resolver.(samples.Holder); ok {
		return holder.Held()
	}
	return 0, 0
}

// print writes a result.
func print(out io.Writer, result any) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(result)
}
