// roll serve | version | ready node=N | invite node=N | promote node=N
// roll work leader=N asked=N up=N,... seq=S | keep up=N,... seq=S until=FILE | read up=N,...
// A member of etcd and its client, for rolls. ROLL_NODES has the members' addresses, ROLL_GROWN how many of them joined
// later, as learners.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"go.etcd.io/etcd/api/v3/etcdserverpb"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

const (
	puts     = 60
	mostLate = 3
	limit    = 20 * time.Second
	patience = 2 * time.Minute
)

var (
	names []string
	nodes = map[string]string{}
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "roll:", err)
		os.Exit(1)
	}
}

func say(line map[string]any) { must(json.NewEncoder(os.Stdout).Encode(line)) }

// until tries once a second.
func until(try func() error) {
	err := try()
	for end := time.Now().Add(patience); err != nil && time.Now().Before(end); {
		time.Sleep(time.Second)
		err = try()
	}
	must(err)
}

func main() {
	for _, pair := range strings.Split(os.Getenv("ROLL_NODES"), ",") {
		name, address, _ := strings.Cut(pair, "=")
		names = append(names, name)
		nodes[name] = address
	}
	given := map[string]string{}
	for _, word := range os.Args[2:] {
		name, value, _ := strings.Cut(word, "=")
		given[name] = value
	}
	up := strings.Split(given["up"], ",")
	switch os.Args[1] {
	case "serve":
		serve(os.Getenv("ROLL_NODE"))
	case "version":
		said, err := exec.Command("etcd", "--version").Output()
		must(err)
		fmt.Println(strings.TrimPrefix(strings.Split(string(said), "\n")[0], "etcd Version: "))
	case "ready":
		state, err := ask(given["node"], (*clientv3.Client).Status)
		must(err)
		if state.Leader == 0 && !state.IsLearner {
			must(errors.New("no leader"))
		}
	case "invite":
		until(func() error {
			_, err := do(names[0], func(limit context.Context, c *clientv3.Client) (*clientv3.MemberAddResponse, error) {
				return c.MemberAddAsLearner(limit, []string{peer(given["node"])})
			})
			if errors.Is(err, rpctypes.ErrPeerURLExist) { // an invitation that exceeded its limit came through
				return nil
			}
			return err
		})
	case "promote":
		until(func() error { return promote(given["node"]) })
	case "work":
		work(given["leader"], given["asked"], up, given["seq"])
	case "keep":
		keep(up, given["seq"], given["until"])
	case "read":
		read(up)
	}
}

func peer(name string) string   { return "http://" + nodes[name] + ":2380" }
func client(name string) string { return "http://" + nodes[name] + ":2379" }

// serve becomes etcd. Only its first start reads the initial cluster.
func serve(own string) {
	grown, _ := strconv.Atoi(os.Getenv("ROLL_GROWN"))
	first := len(names) - grown
	state := "new"
	for i, name := range names {
		if name == own && i >= first {
			first, state = i+1, "existing"
		}
	}
	var cluster []string
	for _, name := range names[:first] {
		cluster = append(cluster, name+"="+peer(name))
	}
	must(syscall.Exec("/usr/bin/etcd", []string{"etcd", "--name", own, "--data-dir", "/data/etcd",
		"--listen-client-urls", "http://0.0.0.0:2379", "--advertise-client-urls", client(own),
		"--listen-peer-urls", "http://0.0.0.0:2380", "--initial-advertise-peer-urls", peer(own),
		"--heartbeat-interval", "300", "--election-timeout", "3000",
		"--initial-cluster", strings.Join(cluster, ","), "--initial-cluster-state", state}, os.Environ()))
}

// do asks one member, and no other.
func do[T any](name string, what func(context.Context, *clientv3.Client) (T, error)) (T, error) {
	c := connect(client(name))
	defer c.Close()
	until, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return what(until, c)
}

func connect(to ...string) *clientv3.Client {
	c, err := clientv3.New(clientv3.Config{Endpoints: to, DialTimeout: limit})
	must(err)
	return c
}

func ask[T any](name string, what func(*clientv3.Client, context.Context, string) (T, error)) (T, error) {
	return do(name, func(limit context.Context, c *clientv3.Client) (T, error) { return what(c, limit, client(name)) })
}

func members(name string) ([]*etcdserverpb.Member, error) {
	list, err := do(name, func(limit context.Context, c *clientv3.Client) (*clientv3.MemberListResponse, error) {
		return c.MemberList(limit)
	})
	if err != nil {
		return nil, err
	}
	return list.Members, nil
}

func promote(name string) error {
	all, err := members(names[0])
	for _, member := range all {
		if member.Name == name {
			_, err = do(names[0], func(limit context.Context, c *clientv3.Client) (*clientv3.MemberPromoteResponse, error) {
				return c.MemberPromote(limit, member.ID)
			})
			return err
		}
	}
	return errors.Join(err, errors.New(name+" is not yet a member"))
}

// look asks each member who leads; one that does not answer claims no leader.
func look(up []string) (map[string]map[string]string, map[string]uint64) {
	claims, ids, named := map[string]map[string]string{}, map[string]uint64{}, map[uint64]string{}
	leaders := map[string]uint64{}
	for _, name := range up {
		if state, err := ask(name, (*clientv3.Client).Status); err == nil {
			ids[name], named[state.Header.MemberId], leaders[name] = state.Header.MemberId, name, state.Leader
		}
	}
	for _, name := range up {
		claims[name] = map[string]string{"leader": named[leaders[name]]}
	}
	return claims, ids
}

// lead moves the leadership until all members agree on it; whether they did is for the reader of the looks.
func lead(wanted string, up []string) {
	for end := time.Now().Add(patience); time.Now().Before(end); {
		claims, ids := look(up)
		agreed := true
		for _, claim := range claims {
			agreed = agreed && claim["leader"] == wanted
		}
		if agreed {
			return
		}
		if leader := claims[wanted]["leader"]; leader != "" && leader != wanted {
			do(leader, func(limit context.Context, c *clientv3.Client) (*clientv3.MoveLeaderResponse, error) {
				return c.MoveLeader(limit, ids[wanted])
			})
		}
		time.Sleep(time.Second)
	}
}

func twice(up []string) {
	for range 2 {
		time.Sleep(time.Second)
		claims, _ := look(up)
		say(map[string]any{"look": claims})
	}
}

func work(leader, asked string, up []string, seq string) {
	lead(leader, up)
	twice(up)
	first, err := strconv.Atoi(seq)
	must(err)
	late := 0
	for id := first; id < first+puts && late < mostLate; id++ {
		c := connect(client(asked))
		if put(c, id) {
			late++
		}
		c.Close()
	}
	twice(up)
}

// keep puts through all members, as clients do, until a file is there.
func keep(up []string, seq, until string) {
	id, err := strconv.Atoi(seq)
	must(err)
	var all []string
	for _, name := range up {
		all = append(all, client(name))
	}
	c := connect(all...)
	for _, err = os.Stat(until); err != nil; _, err = os.Stat(until) {
		put(c, id)
		id++
		time.Sleep(50 * time.Millisecond)
	}
}

// put is true if it exceeded its limit.
func put(c *clientv3.Client, id int) bool {
	until, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, err := c.Put(until, fmt.Sprintf("receipt/%09d", id), "")
	slow := exceeded(err)
	say(map[string]any{"op": "put", "code": code(err).String(), "ok": err == nil, "late": slow,
		"lane": "keys", "ids": []int{id}})
	return slow
}

func code(err error) codes.Code {
	var known rpctypes.EtcdError
	if errors.As(err, &known) {
		return known.Code()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return codes.DeadlineExceeded
	}
	return status.Code(err)
}

// exceeded is true after a limit of the client or the server, or a change of the leader: slow machines have them too.
func exceeded(err error) bool {
	for _, slow := range []error{rpctypes.ErrTimeout, rpctypes.ErrTimeoutDueToLeaderFail,
		rpctypes.ErrTimeoutDueToConnectionLost, rpctypes.ErrLeaderChanged, rpctypes.ErrTooManyRequests} {
		if errors.Is(err, slow) {
			return true
		}
	}
	return code(err) == codes.DeadlineExceeded
}

// read prints what each member has in its own store: each key's id once for each time that it was written.
func read(up []string) {
	for _, name := range up {
		found, err := do(name, func(limit context.Context, c *clientv3.Client) (*clientv3.GetResponse, error) {
			return c.Get(limit, "receipt/", clientv3.WithPrefix(), clientv3.WithSerializable())
		})
		must(err)
		ids := []int{}
		for _, pair := range found.Kvs {
			id, err := strconv.Atoi(strings.TrimPrefix(string(pair.Key), "receipt/"))
			must(err)
			for range pair.Version {
				ids = append(ids, id)
			}
		}
		say(map[string]any{"read": map[string]any{"keys": ids}})
	}
}
