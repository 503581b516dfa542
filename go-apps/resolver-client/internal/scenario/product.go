package scenario

import (
	"context"
	"errors"
	"net/netip"

	rs "github.com/rs/dnscache"

	"faultlab/dnscache"
	"faultlab/resolver-client/internal/lookup"
)

// product is a cache of module dnscache, what people are advised to use, in the place of a sample.
// It does not tell which lookup an answer is of.
type product struct{ cache dnscache.Resolver }

// Resolve asks the product.
func (p product) Resolve(ctx context.Context, host string) (lookup.Answer, error) {
	found, err := p.cache.Resolve(ctx, host)
	return lookup.Answer{Addrs: found.Addrs, TTL: found.TTL}, err
}

func asProduct(ask lookup.Func) dnscache.Func {
	return func(ctx context.Context, host string) (dnscache.Answer, error) {
		found, err := ask(ctx, host)
		return dnscache.Answer{Addrs: found.Addrs, TTL: found.TTL}, err
	}
}

// rsCache is github.com/rs/dnscache, which keeps a failure as it keeps an address: until Refresh is called
// (rs/dnscache#13).
type rsCache struct{ cache *rs.Resolver }

// Resolve asks the cache.
func (c rsCache) Resolve(ctx context.Context, host string) (lookup.Answer, error) {
	texts, err := c.cache.LookupHost(ctx, host)
	if err != nil {
		return lookup.Answer{}, err
	}
	var answer lookup.Answer
	for _, text := range texts {
		addr, err := netip.ParseAddr(text)
		if err != nil {
			return lookup.Answer{}, err
		}
		answer.Addrs = append(answer.Addrs, addr)
	}
	return answer, nil
}

// asHosts is a way to ask in the form that rsCache takes.
type asHosts struct{ ask lookup.Func }

// LookupHost asks.
func (a asHosts) LookupHost(ctx context.Context, host string) ([]string, error) {
	found, err := a.ask(ctx, host)
	var texts []string
	for _, addr := range found.Addrs {
		texts = append(texts, addr.String())
	}
	return texts, err
}

// LookupAddr is not used here.
func (asHosts) LookupAddr(context.Context, string) ([]string, error) {
	return nil, errors.ErrUnsupported
}
