package main

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
)

// A segment of a client, with data unless it is empty.
func segment(e ends, seq, ack uint32, data string) []byte {
	p := append(e.reversed().answer(seq, ack, 24), data...)
	binary.BigEndian.PutUint16(p[2:], uint16(len(p)))
	return p
}

func TestAFinCrossesDataOfOpenConnectionsOnly(t *testing.T) {
	e, err := newEnds("192.0.2.1", "40000", "192.0.2.9", "8080")
	if err != nil {
		t.Fatal(err)
	}
	other, _ := newEnds("192.0.2.1", "40001", "192.0.2.9", "8080")
	open := map[ends]bool{e: true}
	for _, row := range []struct {
		what   string
		packet []byte
	}{
		{"no data", segment(e, 7, 9, "")},
		{"another connection", segment(other, 7, 9, "GET /")},
		{"cut off", segment(e, 7, 9, "GET /")[:42]},
		{"not TCP", append([]byte{0x45, 0, 0, 45, 0, 0, 0, 0, 64, 17}, segment(e, 7, 9, "GET /")[10:]...)},
	} {
		if sent := closing(row.packet, open); sent != nil {
			t.Errorf("%s: %x", row.what, sent)
		}
	}
	sent := closing(segment(e, 7, 0xffffffff, "GET /"), open)
	if len(sent) != 2 {
		t.Fatalf("%x", sent)
	}
	for k, expected := range []struct {
		seq   uint32
		flags byte
	}{{0xffffffff, 17}, {0, 20}} {
		p := sent[k]
		if !bytes.Equal(p[12:24], []byte{192, 0, 2, 9, 192, 0, 2, 1, 0x1f, 0x90, 0x9c, 0x40}) {
			t.Errorf("ends % x", p[12:24])
		}
		if binary.BigEndian.Uint32(p[24:]) != expected.seq || binary.BigEndian.Uint32(p[28:]) != 7 || p[33] != expected.flags {
			t.Errorf("segment %d: % x", k, p[20:])
		}
		if checksum(p[12:], 6+20) != 0 {
			t.Errorf("checksum of % x", p[20:])
		}
	}
}

func TestConnectionsAreReadAsConntrackListsThem(t *testing.T) {
	listed := "tcp      6 431999 ESTABLISHED src=192.0.2.1 dst=192.0.2.9 sport=40000 dport=8080 " +
		"src=192.0.2.5 dst=192.0.2.9 sport=8080 dport=1024 [ASSURED] mark=0 use=1\n"
	all, err := entries(strings.NewReader(listed + listed))
	client, _ := newEnds("192.0.2.1", "40000", "192.0.2.9", "8080")
	router, _ := newEnds("192.0.2.9", "1024", "192.0.2.5", "8080")
	if err != nil || len(all) != 2 || all[1] != [2]ends{client, router} {
		t.Errorf("%v %v", all, err)
	}
	if none, err := entries(strings.NewReader("")); err != nil || none != nil {
		t.Errorf("%v %v", none, err)
	}
	if _, err := entries(strings.NewReader("tcp 6 ESTABLISHED src=192.0.2.1\n")); err == nil {
		t.Error("half a connection was read")
	}
	if e, seq, ack, data := position(segment(client, 7, 9, "GET")); e != client || seq != 7 || ack != 9 || data != 3 {
		t.Error(e, seq, ack, data)
	}
}
