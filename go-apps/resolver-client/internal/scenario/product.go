package scenario

import (
	"context"

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
