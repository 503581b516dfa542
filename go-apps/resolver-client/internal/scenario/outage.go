package scenario

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"time"

	"faultlab/resolver-client/internal/lookup"
	"faultlab/resolver-client/internal/service"
)

// afterOutage is how many lookups are counted.
const afterOutage = 10

// Outage: the name server does not have a name for a moment. Which lookups fail when it has it again?
//
// The name is asked for while the name server does not have it, and must fail. Then the name server gets
// it, and a witness beside it; when the server tells the witness, it tells the name. The lookups that follow
// decide: none of them has a reason to fail but a failure that the cache remembers.
func Outage(args []string, out io.Writer) error {
	var result struct {
		Setting
		// After is how many lookups were made after the name server answered.
		After int `json:"after"`
		// Failed is how many of them failed.
		Failed int `json:"failed"`
	}
	var m mover
	set := result.flags("outage")
	set.StringVar(&m.file, "hosts", service.HostsFile, "file that the name server reads")
	set.StringVar(&m.to, "to", "", "address that the name has afterwards")
	if err := result.parse(set, args); err != nil {
		return err
	}
	m.host = result.Host
	if err := m.lose(); err != nil {
		return err
	}
	b := result.bench()
	if answer, err := b.Resolve(context.Background(), m.host); err == nil {
		return fmt.Errorf("%s has %v, expected none while the name server does not have it", m.host, answer.Addrs)
	}
	if _, err := m.moveTo(m.to); err != nil {
		return err
	}
	for ; result.After < afterOutage; result.After++ {
		if _, err := b.Resolve(context.Background(), m.host); err != nil {
			result.Failed++
		}
	}
	return print(out, result)
}

// lose returns when the name server answers that it cannot tell the host's address.
func (m mover) lose() error {
	if err := service.WriteHosts(m.file, netip.IPv6Loopback(), "nothing."+m.host); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for {
		_, err := lookup.Record(ctx, service.Witness(m.host))
		// CoreDNS answers SERVFAIL for a name that the file does not have.
		var failure *net.DNSError
		if errors.As(err, &failure) && !failure.IsTimeout {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the name server still has %s: %v", m.host, err)
		case <-time.After(witnessEvery):
		}
	}
}
