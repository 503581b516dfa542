package main

import (
	"encoding/json"
	"errors"
	"net"
	"strings"
	"testing"
	"time"
)

// fakeQEMU answers QMP commands from a list; an answer of "" is none.
func fakeQEMU(t *testing.T, answers ...string) (net.Conn, *[]string) {
	t.Helper()
	client, server := net.Pipe()
	asked := &[]string{}
	done := make(chan struct{})
	t.Cleanup(func() {
		client.Close()
		server.Close()
		<-done
	})
	go func() {
		defer close(done)
		requests := json.NewDecoder(server)
		if _, err := server.Write([]byte(`{"QMP": {"version": {}}}`)); err != nil {
			return
		}
		for _, answer := range append([]string{`{"return": {}}`}, answers...) {
			var request struct{ Execute string }
			if requests.Decode(&request) != nil {
				return
			}
			*asked = append(*asked, request.Execute)
			if answer == "" {
				return
			}
			if _, err := server.Write([]byte(answer)); err != nil {
				return
			}
		}
	}()
	return client, asked
}

const fine = `{"return": {}}`

func TestADeviceStateIsSavedFromAMachineThatStands(t *testing.T) {
	connection, asked := fakeQEMU(t,
		`{"event": "STOP"}`+fine, fine, fine, `{"return": {"status": "active"}}`, `{"return": {"status": "completed"}}`)
	qmp, err := NewQMP(connection, time.Now().Add(patience))
	must(t, err)
	must(t, qmp.Save("/tmp/state"))
	want := "qmp_capabilities stop migrate-set-capabilities migrate query-migrate query-migrate"
	if got := strings.Join(*asked, " "); got != want {
		t.Fatal(got)
	}
}

func TestWhatQEMURefusesIsAnErrorWithItsReason(t *testing.T) {
	for name, answers := range map[string][]string{
		"State blocked":    {fine, `{"return": {"status": "failed", "error-desc": "State blocked"}}`},
		"GenericError why": {`{"error": {"class": "GenericError", "desc": "GenericError why"}}`},
	} {
		connection, _ := fakeQEMU(t, append([]string{fine}, answers...)...)
		qmp, err := NewQMP(connection, time.Now().Add(patience))
		must(t, err)
		if err := qmp.Load("/tmp/state"); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// QEMU waits for ever for a state that does not come.
func TestAQEMUThatHangsIsNoticed(t *testing.T) {
	connection, _ := fakeQEMU(t, fine, "")
	qmp, err := NewQMP(connection, time.Now().Add(patience))
	must(t, err)
	must(t, connection.SetDeadline(time.Now()))
	if err := qmp.Load("/tmp/state"); err == nil || !strings.Contains(err.Error(), "timeout") {
		t.Fatalf("%v", err)
	}
}

func TestAFrozenGuestIsSilentUntilItGoesOn(t *testing.T) {
	r := newRig(t, shell(untilStopped))
	r.out.await(t, "ready")
	never := make(chan time.Time)
	must(t, r.hub.Freeze(never))
	// Whoever sends in the guest waits; the channel stands between two frames.
	sent := make(chan error, 1)
	go func() { sent <- r.service.frames.Send(0, kindOutput, []byte("after")) }()
	fatalIf(t, r.service.frames.mu.TryLock(), "a frozen channel takes frames")
	if _, err := r.hub.Resume(nil, never); err != nil {
		t.Fatal(err)
	}
	must(t, <-sent)
	r.out.await(t, "after")
	if _, err := r.hub.Resume(nil, never); err == nil || !strings.Contains(err.Error(), "not frozen") {
		t.Fatalf("%v", err)
	}
}

func TestAClientAtWorkPreventsASnapshot(t *testing.T) {
	r := newRig(t, shell(untilStopped))
	r.out.await(t, "ready")
	s := r.session(t, "sh", "-c", "echo here; sleep 1000")
	if _, err := ReadFrame(s.connection); err != nil {
		t.Fatal(err)
	}
	if err := r.hub.Freeze(nil); err == nil || !strings.Contains(err.Error(), "1 clients") {
		t.Fatalf("%v", err)
	}
	// It goes on, and new ones can be let in again.
	must(t, r.hub.Listen(r.dir+"/"+clientSocket))
	if status, said := r.vm("", "exec", "true"); status != 0 {
		t.Fatalf("%d %s", status, said)
	}
}

func TestAServiceThatIsBeingStoppedIsNotSaved(t *testing.T) {
	r := newRig(t, shell(untilStopped))
	r.out.await(t, "ready")
	r.service.mu.Lock()
	r.service.restarting = true
	r.service.mu.Unlock()
	err := r.hub.Freeze(nil)
	r.service.mu.Lock()
	r.service.restarting = false
	r.service.mu.Unlock()
	fatalIf(t, err == nil || !strings.Contains(err.Error(), "restarted"), "%v", err)
}

func TestAGuestThatDoesNotWakeIsGivenUp(t *testing.T) {
	hub, guest, _, _ := hubAlone(t)
	go func() {
		for {
			if _, err := ReadFrame(guest); err != nil {
				return
			}
		}
	}()
	late := make(chan time.Time, 1)
	late <- time.Now()
	if _, err := hub.Resume(&Identity{}, late); err == nil || !strings.Contains(err.Error(), "does not answer") {
		t.Fatalf("%v", err)
	}
	guest.Close()
	if _, err := hub.Resume(&Identity{}, nil); err == nil {
		t.Fatal("a guest that has gone has answered")
	}
}

// Its answer to freeze came when nobody waited any more.
func TestALateAnswerIsNotTakenForAnother(t *testing.T) {
	hub, guest, _, _ := hubAlone(t)
	go func() {
		if _, err := ReadFrame(guest); err == nil {
			frames := NewFrameWriter(guest)
			_ = frames.Send(0, kindFrozen, nil)
			_ = frames.Send(0, kindResumed, []byte("12.5 3"))
		}
	}()
	if uptime, err := hub.Resume(nil, nil); err != nil || uptime != "12.5 3" {
		t.Fatalf("%q, %v", uptime, err)
	}
}

// What saving has stopped goes on, with time of its own; what refused to be frozen was never stopped.
func TestAGuestThatCouldNotBeSavedGoesOn(t *testing.T) {
	hub, guest, _, _ := hubAlone(t)
	go func() {
		for {
			frame, err := ReadFrame(guest)
			if err != nil {
				return
			}
			var request Request
			if json.Unmarshal(frame.Payload, &request) == nil && request.Verb == verbResume {
				_ = NewFrameWriter(guest).Send(0, kindResumed, nil)
			}
		}
	}()
	connection, asked := fakeQEMU(t, fine)
	qmp, err := NewQMP(connection, time.Now().Add(patience))
	must(t, err)
	// Saving took all the time that it had.
	must(t, connection.SetDeadline(time.Now()))
	m := &machinery{settings: Settings{Snapshot: SnapshotSettings{Seconds: 60}}}
	r := &running{hub: hub, qmp: qmp}
	if err := m.thaw(r, refused{errors.New("2 clients")}); err != nil || len(*asked) != 1 {
		t.Fatalf("%v, %v", err, *asked)
	}
	must(t, m.thaw(r, errors.New("QEMU, migrate: timeout")))
	if got := strings.Join(*asked, " "); got != "qmp_capabilities cont" {
		t.Fatal(got)
	}
}

func TestAGuestThatRefusesSaysWhy(t *testing.T) {
	hub, guest, _, _ := hubAlone(t)
	go func() {
		if _, err := ReadFrame(guest); err == nil {
			_ = NewFrameWriter(guest).Send(0, kindRefused, []byte("clock: no"))
		}
	}()
	if _, err := hub.Resume(&Identity{}, nil); err == nil || !strings.Contains(err.Error(), "clock: no") {
		t.Fatalf("%v", err)
	}
}

// A guest that is about to be saved is not to be used.
func TestReadinessIsKeptBackUntilTheGuestGoesOn(t *testing.T) {
	dir := t.TempDir()
	state := NewState(dir, Settings{}, Backend{}, time.Now()) // ready when started
	held := state.hold()
	state.started()
	<-held
	if s, err := readStatus(dir); err != nil || s.Ready {
		t.Fatalf("%+v, %v", s, err)
	}
	state.restored(Snapshot{Manifest: Manifest{ID: "i", Recipe: aRecipe()}}, "12.5 3\n")
	if s, err := readStatus(dir); err != nil || !s.Ready || s.Starts != 1 {
		t.Fatalf("%+v, %v", s, err)
	}
	var evidence struct {
		Start    string
		Snapshot struct{ ID, Key string }
	}
	if err := json.Unmarshal([]byte(readOr(dir+"/"+stateName, "")), &evidence); err != nil ||
		evidence.Start != "restored" || evidence.Snapshot.ID != "i" || evidence.Snapshot.Key != aRecipe().Key() {
		t.Fatalf("%+v, %v", evidence, err)
	}
	// From here on it is as ready as any other: not while it is restarted, and then again.
	state.stopping()
	state.started()
	if s, err := readStatus(dir); err != nil || !s.Ready || s.Starts != 2 {
		t.Fatalf("%+v, %v", s, err)
	}
}

func TestAColdGuestSaysThatItIs(t *testing.T) {
	dir := t.TempDir()
	state := NewState(dir, Settings{}, Backend{}, time.Now())
	state.hold()
	state.cold("the disk is full")
	state.started()
	text := readOr(dir+"/"+stateName, "")
	if s, err := readStatus(dir); err != nil || !s.Ready || !strings.Contains(text, `"start": "cold"`) ||
		!strings.Contains(text, "the disk is full") || strings.Contains(text, `"snapshot"`) {
		t.Fatalf("%+v, %v\n%s", s, err, text)
	}
}

func TestEachRestoredGuestGetsEntropyOfItsOwn(t *testing.T) {
	one, err := identityOf(Spec{Hostname: "h"})
	must(t, err)
	two, err := identityOf(Spec{Hostname: "h"})
	fatalIf(t, err != nil || len(one.Entropy) < 32 || string(one.Entropy) == string(two.Entropy) || one.Hostname != "h",
		"%+v %+v %v", one, two, err)
}
