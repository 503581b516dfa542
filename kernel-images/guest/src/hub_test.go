package main

import (
	"bytes"
	"io"
	"net"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

// hubAlone is a hub whose guest is the test.
func hubAlone(t *testing.T) (*Hub, net.Conn, string, *lines) {
	t.Helper()
	dir, out := t.TempDir(), newLines()
	host, guest := net.Pipe()
	state := NewState(dir, Settings{Ready: regexp.MustCompile("Server started$")}, Backend{}, time.Now())
	hub := NewHub(host, state, out, &bytes.Buffer{})
	if err := hub.Listen(filepath.Join(dir, clientSocket)); err != nil {
		t.Fatal(err)
	}
	go hub.Run()
	t.Cleanup(func() {
		guest.Close()
		hub.Close()
	})
	return hub, guest, dir, out
}

// The line that says "ready" may come in pieces, and other lines may follow in the last one.
func TestReadinessIsALineHoweverItIsCut(t *testing.T) {
	_, guest, dir, out := hubAlone(t)
	frames := NewFrameWriter(guest)
	if err := frames.Send(0, kindStarted, nil); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"Server started not yet\nKafka Ser", "ver sta"} {
		if err := frames.Send(0, kindOutput, []byte(part)); err != nil {
			t.Fatal(err)
		}
	}
	out.await(t, "ver sta")
	if s, err := readStatus(dir); err != nil || s.Ready {
		t.Fatalf("%+v, %v", s, err)
	}
	if err := frames.Send(0, kindOutput, []byte("rted\nnext")); err != nil {
		t.Fatal(err)
	}
	// The next frame is taken up after this one was.
	if err := frames.Send(0, kindError, nil); err != nil {
		t.Fatal(err)
	}
	if s, err := readStatus(dir); err != nil || !s.Ready {
		t.Fatalf("%+v, %v", s, err)
	}
	// A start makes it unready until the line comes again.
	if err := frames.Send(0, kindStarted, nil); err != nil {
		t.Fatal(err)
	}
	if err := frames.Send(0, kindError, nil); err != nil {
		t.Fatal(err)
	}
	if s, err := readStatus(dir); err != nil || s.Ready || s.Starts != 2 {
		t.Fatalf("%+v, %v", s, err)
	}
}

// Each client gets the frames of its own session, and numbers of its own count for nothing.
func TestClientsAreToldApart(t *testing.T) {
	_, guest, dir, _ := hubAlone(t)
	clients, sessions := make([]net.Conn, 2), make([]uint32, 2)
	for i := range clients {
		client, err := net.Dial("unix", filepath.Join(dir, clientSocket))
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		clients[i] = client
		if err := NewFrameWriter(client).SendJSON(7, kindRequest, Request{Verb: verbExec}); err != nil {
			t.Fatal(err)
		}
		frame, err := ReadFrame(guest)
		if err != nil {
			t.Fatal(err)
		}
		sessions[i] = frame.Session
	}
	if sessions[0] == sessions[1] || sessions[0] == 0 || sessions[1] == 0 {
		t.Fatalf("sessions %v", sessions)
	}
	frames := NewFrameWriter(guest)
	for i := range clients {
		if err := frames.SendExit(sessions[i], 10+i); err != nil {
			t.Fatal(err)
		}
	}
	for i, client := range clients {
		frame, err := ReadFrame(client)
		if err != nil || ExitStatus(frame.Payload) != 10+i {
			t.Fatalf("client %d: %+v, %v", i, frame, err)
		}
		if _, err := ReadFrame(client); err != io.EOF {
			t.Fatalf("the session is over, and the connection is not: %v", err)
		}
		// Its session is hung up in the guest as well.
		if frame, err := ReadFrame(guest); err != nil || frame.Kind != kindHangUp {
			t.Fatalf("%+v, %v", frame, err)
		}
	}
}

func TestAClientThatSendsNoRequestIsTurnedAway(t *testing.T) {
	_, guest, dir, _ := hubAlone(t)
	go io.Copy(io.Discard, guest)
	client, err := net.Dial("unix", filepath.Join(dir, clientSocket))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := NewFrameWriter(client).Send(0, kindRequest, []byte("{")); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFrame(client); err != io.EOF {
		t.Fatalf("%v", err)
	}
}

// When the guest has gone, whoever still waits for it must learn that.
func TestTheEndOfTheGuestEndsItsClients(t *testing.T) {
	hub, guest, dir, _ := hubAlone(t)
	client, err := net.Dial("unix", filepath.Join(dir, clientSocket))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := NewFrameWriter(client).SendJSON(0, kindRequest, Request{Verb: verbExec}); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFrame(guest); err != nil {
		t.Fatal(err)
	}
	guest.Close()
	<-hub.Ended()
	hub.Close()
	if _, err := ReadFrame(client); err != io.EOF {
		t.Fatalf("%v", err)
	}
	if fileExists(filepath.Join(dir, clientSocket)) {
		t.Fatal("the socket of a guest that has gone is still there")
	}
}
