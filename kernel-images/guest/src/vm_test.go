package main

import (
	"bytes"
	"encoding/binary"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestFramesSurviveTheChannel(t *testing.T) {
	var channel bytes.Buffer
	writer := NewFrameWriter(&channel)
	long := bytes.Repeat([]byte{7}, 3*maxPayload+1)
	for _, send := range []error{
		writer.Send(4, kindOutput, long), writer.Send(5, kindInputEnd, nil), writer.SendExit(5, -1),
	} {
		if send != nil {
			t.Fatal(send)
		}
	}
	var got []byte
	for len(got) < len(long) {
		frame, err := ReadFrame(&channel)
		fatalIf(t, err != nil || frame.Session != 4 || frame.Kind != kindOutput, "frame %+v, error %v", frame, err)
		got = append(got, frame.Payload...)
	}
	fatalIf(t, !bytes.Equal(got, long), "the payload changed on its way")
	if frame, err := ReadFrame(&channel); err != nil || frame.Kind != kindInputEnd || len(frame.Payload) != 0 {
		t.Fatalf("expected an empty frame, got %+v, %v", frame, err)
	}
	if frame, err := ReadFrame(&channel); err != nil || ExitStatus(frame.Payload) != -1 {
		t.Fatalf("expected exit status -1, got %+v, %v", frame, err)
	}
	if _, err := ReadFrame(&channel); err != io.EOF {
		t.Fatalf("expected the end, got %v", err)
	}
}

func TestAFrameThatIsTooLongIsRefused(t *testing.T) {
	head := make([]byte, 9)
	binary.BigEndian.PutUint32(head[5:], maxPayload+1)
	if _, err := ReadFrame(bytes.NewReader(head)); err == nil || !strings.Contains(err.Error(), "out of step") {
		t.Fatalf("got %v", err)
	}
}

func TestTheInitramfsIsACpioArchive(t *testing.T) {
	if _, err := exec.LookPath("cpio"); err != nil {
		t.Skip("no cpio here to compare with")
	}
	file := filepath.Join(t.TempDir(), "initramfs")
	must(t, writeInitramfs(file, Spec{Hostname: "h"}, nil))
	list := exec.Command("cpio", "--list", "--quiet", "--file="+file)
	names, err := list.Output()
	fatalIf(t, err != nil || string(names) != "init\ndev\ndev/console\nfaultlab.json\n", "%q, %v", names, err)
}

func TestTheProbeReadsTheKernelsHistograms(t *testing.T) {
	report := parseProbe(`# event histogram
{ lport:       9092, rport:      15589, scale:          7 } hitcount:       2938
Totals:
    Hits: 2938
    Entries: 1
    Dropped: 0
{ caller: [ffffffff81445e9f] tcp_openreq_init_rwin                        , clamp:     102400 } hitcount:          2
{ caller: [ffffffff8147d160] cookie_v4_check                              , clamp:          0 } hitcount:          2
    Dropped: 3`)
	// 15589 is 0x3ce5; on the wire the port is 0xe53c, 58684.
	want := Transmit{9092, 58684, 7, 2938}
	fatalIf(t, len(report.Transmits) != 1 || report.Transmits[0] != want, "%+v", report.Transmits)
	fatalIf(t, len(report.Initial) != 2 || report.Initial[1] != (InitialWindow{"cookie_v4_check", 0, 2}) || report.Dropped != 3,
		"%+v", report)
}

func TestTheProbeAsksForTheBitField(t *testing.T) {
	script, err := probeScript([]byte(`{"sock_common":{"skc_num":{"offset":14,"size":2},"skc_dport":{"offset":12,"size":2}},
		"tcp_sock":{"rx_opt":{"offset":1692,"size":24}},
		"tcp_options_received":{"rcv_wscale":{"offset":16,"size":2,"bit":12,"width":4}}}`))
	fatalIf(t, err != nil || !strings.Contains(script, "scale=+1708(%di):b4@12/16"), "%v\n%s", err, script)
	if _, err := probeScript([]byte(`{}`)); err == nil {
		t.Fatal("offsets without the field must be refused")
	}
}

func TestTheBridgePortGetsAnotherAddress(t *testing.T) {
	mac := []byte{0x02, 0x42, 0xc6, 0x12, 0, 9}
	other := otherMAC(mac)
	fatalIf(t, other.String() == "02:42:c6:12:00:09" || other[0]&3 != 2,
		"%s must differ and be a locally administered unicast address", other)
}
