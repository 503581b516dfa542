package scenario

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"time"

	"faultlab/resolver-client/internal/lookup"
	"faultlab/resolver-client/internal/samples"
	"faultlab/resolver-client/internal/service"
)

const (
	// perTTL is how many requests are made while a record lives.
	perTTL = 5
	// witnessEvery is how often the name server is asked whether it has the new address.
	witnessEvery = 20 * time.Millisecond
)

// Move: the address behind a name moves. Which requests still reach the old one?
//
// The name server reads its addresses from a file that this program writes, for HOST and for a
// witness in the same zone; when the witness has moved, HOST has. From that moment its record may
// be believed for one TTL and no longer. So the requests that follow that TTL decide, however many
// seconds it took: the old server must not see one of them. Both servers stay up; a real fail-over
// would make the same requests fail.
func Move(args []string, out io.Writer) error {
	var result struct {
		Setting
		KeepAlive string   `json:"keepAlive"`
		Recycle   bool     `json:"recycle"`
		TTLMillis *float64 `json:"ttlMillis"`
		Requests  int      `json:"requests"`
		// After is how many requests were made after the old record had run out.
		After int `json:"after"`
		// ToOld is how many of them reached the old address.
		ToOld int `json:"toOld"`
		// FollowedAfter is the number of TTLs between the move and the first request that reached the
		// new address; null where none did.
		FollowedAfter *float64 `json:"followedAfterTtls"`
		Watched       int      `json:"watchedTtls"`
	}
	var m mover
	set := result.flags("move")
	set.StringVar(&result.KeepAlive, "keep-alive", "off", "on or off")
	set.BoolVar(&result.Recycle, "recycle", false, "close idle connections once per TTL")
	set.StringVar(&m.file, "hosts", service.HostsFile, "file that the name server reads")
	set.StringVar(&m.from, "from", "", "old address")
	set.StringVar(&m.to, "to", "", "new address")
	set.IntVar(&result.Watched, "watch", 5, "for how many TTLs to make requests after the move")
	if err := result.parse(set, args); err != nil {
		return err
	}
	if result.Watched < 2 {
		return fmt.Errorf("--watch %d: expected 2 or more, the first TTL decides nothing", result.Watched)
	}
	if err := oneOf("keep-alive", result.KeepAlive, "on", "off"); err != nil {
		return err
	}
	m.host = result.Host
	ttl, err := m.moveTo(m.from)
	if err != nil {
		return err
	}
	result.TTLMillis = millis(ttl)

	client := samples.Client{KeepAlive: result.KeepAlive == "on"}
	if result.Cache != "none" {
		dialer := samples.Dialer{Resolver: result.bench()}
		client.Dial = dialer.DialContext
	}
	transport := client.Transport()
	w := web{client: http.Client{Transport: transport}, url: "http://" + net.JoinHostPort(m.host, lookup.Port) + "/"}
	// The first request fills the cache, or opens the connection.
	first, err := w.server()
	if err != nil {
		return err
	}
	if _, err := m.moveTo(m.to); err != nil {
		return err
	}
	moved := time.Now()
	recycled := moved
	next := time.NewTicker(ttl / perTTL)
	defer next.Stop()
	// Counted, not timed: a machine that stood still for a while makes it longer, not less certain.
	for enough := perTTL * (result.Watched - 1); result.After < enough; {
		<-next.C
		if result.Recycle && time.Since(recycled) >= ttl {
			transport.CloseIdleConnections()
			recycled = time.Now()
		}
		age := time.Since(moved)
		server, err := w.server()
		if err != nil {
			return err
		}
		result.Requests++
		if server != first && result.FollowedAfter == nil {
			ttls := float64(age) / float64(ttl)
			result.FollowedAfter = &ttls
		}
		if age >= ttl+ttl/perTTL {
			result.After++
			if server == first {
				result.ToOld++
			}
		}
	}
	return print(out, result)
}

// mover tells the name server where a name points.
type mover struct {
	host string
	file string
	from string
	to   string
}

// moveTo returns when the name server answers with the address; with the TTL that it names.
func (m mover) moveTo(address string) (time.Duration, error) {
	wanted, err := netip.ParseAddr(address)
	if err != nil {
		return 0, err
	}
	witness := service.Witness(m.host)
	if err := service.WriteHosts(m.file, wanted, m.host, witness); err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for {
		answer, err := lookup.Record(ctx, witness)
		if err == nil && len(answer.Addrs) == 1 && answer.Addrs[0] == wanted && answer.TTL > 0 {
			return answer.TTL, nil
		}
		// The name server does not announce that it has read the file, so it is asked.
		select {
		case <-ctx.Done():
			return 0, errors.Join(fmt.Errorf("%s does not point to %s: it has %v, TTL %v",
				witness, wanted, answer.Addrs, answer.TTL), err)
		case <-time.After(witnessEvery):
		}
	}
}

// web asks who answers.
type web struct {
	client http.Client
	url    string
}

func (w web) server() (string, error) {
	response, err := w.client.Get(w.url)
	if err != nil {
		return "", err
	}
	server := response.Header.Get(service.ServerHeader)
	if server == "" {
		err = fmt.Errorf("%s does not say who it is", w.url)
	}
	return server, errors.Join(samples.Drain(response), err)
}
