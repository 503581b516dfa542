package service

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"faultlab/resolver-client/internal/check"
)

func TestServerSaysWhoItIs(t *testing.T) {
	server := httptest.NewServer(Server("old"))
	defer server.Close()
	response, err := http.Get(server.URL + "/?bytes=1000")
	check.Must(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	check.ErrorIf(t, err != nil || len(body) != 1000 || response.Header.Get(ServerHeader) != "old",
		"%d bytes from '%s', %v; want 1000 from 'old'", len(body), response.Header.Get(ServerHeader), err)
}

func TestServerSendsRequestsOnWithTheirQuery(t *testing.T) {
	server := httptest.NewServer(Server("old"))
	defer server.Close()
	response, err := http.Get(server.URL + RedirectPath + "?bytes=1000")
	check.Must(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	check.ErrorIf(t, err != nil || len(body) != 1000 || response.Request.URL.Path != "/",
		"%d bytes at %s, %v; want 1000 at /", len(body), response.Request.URL, err)
}

func TestHostsFileIsReplacedAsAWhole(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hosts")
	for _, address := range []string{"198.18.0.20", "198.18.0.21"} {
		check.Must(t, WriteHosts(file, netip.MustParseAddr(address), "svc.move.lab", Witness("svc.move.lab")))
		text, err := os.ReadFile(file)
		check.Must(t, err)
		if want := address + " svc.move.lab witness.move.lab\n"; string(text) != want {
			t.Errorf("got %q, want %q", text, want)
		}
	}
	info, err := os.Stat(file)
	check.ErrorIf(t, err != nil || info.Mode().Perm() != 0o644,
		"mode %v, %v; the name server must be able to read it", info.Mode(), err)
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), ".*"))
	check.ErrorIf(t, len(left) != 0, "left behind: %v", left)
}

func TestHostsFilesOfOneMomentDifferInTheirTime(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hosts")
	before := time.Time{}
	for i := 0; i < 20; i++ {
		check.Must(t, WriteHosts(file, netip.MustParseAddr("198.18.0.20"), "svc.move.lab"))
		info, err := os.Stat(file)
		check.Must(t, err)
		check.FatalIf(t, info.ModTime().Equal(before),
			"file %d has the time of the one before, %v: the name server would not read it", i, before)
		before = info.ModTime()
	}
}

func TestWaitRefusesWhatIsNoAddress(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hosts")
	for _, each := range []string{
		"--nameserver here --points svc.move.lab=198.18.0.20",
		"--nameserver 198.18.0.53 --points svc.move.lab",
	} {
		err := Wait(append(strings.Fields(each), "--hosts", file), io.Discard)
		check.ErrorIf(t, err == nil, "%s was accepted", each)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a refused command line left a file")
	}
}
