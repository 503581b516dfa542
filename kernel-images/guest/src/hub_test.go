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
	must(t, hub.Listen(filepath.Join(dir, clientSocket)))
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
	must(t, frames.Send(0, kindStarted, nil))
	for _, part := range []string{"Server started not yet\nKafka Ser", "ver sta"} {
		must(t, frames.Send(0, kindOutput, []byte(part)))
	}
	out.await(t, "ver sta")
	if s, err := readStatus(dir); err != nil || s.Ready {
		t.Fatalf("%+v, %v", s, err)
	}
	must(t, frames.Send(0, kindOutput, []byte("rted\nnext")))
	// The next frame is taken up after this one was.
	must(t, frames.Send(0, kindError, nil))
	if s, err := readStatus(dir); err != nil || !s.Ready {
		t.Fatalf("%+v, %v", s, err)
	}
	// A start makes it unready until the line comes again.
	must(t, frames.Send(0, kindStarted, nil))
	must(t, frames.Send(0, kindError, nil))
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
		must(t, err)
		defer client.Close()
		clients[i] = client
		must(t, NewFrameWriter(client).SendJSON(7, kindRequest, Request{Verb: verbExec}))
		frame, err := ReadFrame(guest)
		must(t, err)
		sessions[i] = frame.Session
	}
	fatalIf(t, sessions[0] == sessions[1] || sessions[0] == 0 || sessions[1] == 0, "sessions %v", sessions)
	frames := NewFrameWriter(guest)
	for i := range clients {
		must(t, frames.SendExit(sessions[i], 10+i))
	}
	for i, client := range clients {
		frame, err := ReadFrame(client)
		fatalIf(t, err != nil || ExitStatus(frame.Payload) != 10+i, "client %d: %+v, %v", i, frame, err)
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
	must(t, err)
	defer client.Close()
	must(t, NewFrameWriter(client).Send(0, kindRequest, []byte("{")))
	if _, err := ReadFrame(client); err != io.EOF {
		t.Fatalf("%v", err)
	}
}

// When the guest has gone, whoever still waits for it must learn that.
func TestTheEndOfTheGuestEndsItsClients(t *testing.T) {
	hub, guest, dir, _ := hubAlone(t)
	client, err := net.Dial("unix", filepath.Join(dir, clientSocket))
	must(t, err)
	defer client.Close()
	must(t, NewFrameWriter(client).SendJSON(0, kindRequest, Request{Verb: verbExec}))
	if _, err := ReadFrame(guest); err != nil {
		t.Fatal(err)
	}
	guest.Close()
	<-hub.Ended()
	hub.Close()
	if _, err := ReadFrame(client); err != io.EOF {
		t.Fatalf("%v", err)
	}
	fatalIf(t, fileExists(filepath.Join(dir, clientSocket)), "the socket of a guest that has gone is still there")
}
