package main

import (
	"encoding/json"
	"fmt"
	"net"
	"time"
)

// QMP is QEMU's machine protocol (docs/interop/qmp-spec.rst): one request, one answer, events in between.
type QMP struct {
	connection net.Conn
	from       *json.Decoder
}

// NewQMP takes the greeting. After the deadline every call fails, so that a QEMU that hangs is noticed.
func NewQMP(connection net.Conn, deadline time.Time) (*QMP, error) {
	q := &QMP{connection, json.NewDecoder(connection)}
	if err := connection.SetDeadline(deadline); err != nil {
		return nil, err
	}
	var greeting struct{ QMP *json.RawMessage }
	if err := q.from.Decode(&greeting); err != nil {
		return nil, fmt.Errorf("QEMU's greeting: %w", err)
	}
	return q, q.Do("qmp_capabilities", nil, nil)
}

// Do carries out one command.
func (q *QMP) Do(command string, arguments, result any) error {
	request := map[string]any{"execute": command}
	if arguments != nil {
		request["arguments"] = arguments
	}
	if err := json.NewEncoder(q.connection).Encode(request); err != nil {
		return fmt.Errorf("QEMU, %s: %w", command, err)
	}
	for {
		var answer struct {
			Return json.RawMessage `json:"return"`
			Error  *struct{ Desc string }
			Event  string
		}
		if err := q.from.Decode(&answer); err != nil {
			return fmt.Errorf("QEMU, %s: %w", command, err)
		}
		switch {
		case answer.Event != "":
		case answer.Error != nil:
			return fmt.Errorf("QEMU, %s: %s", command, answer.Error.Desc)
		case result == nil:
			return nil
		default:
			return json.Unmarshal(answer.Return, result)
		}
	}
}

// keepMemoryOut leaves the guest's memory out of the stream: it is in a file already.
func (q *QMP) keepMemoryOut() error {
	return q.Do("migrate-set-capabilities", map[string]any{
		"capabilities": []map[string]any{{"capability": "x-ignore-shared", "state": true}},
	}, nil)
}

// Save stops the machine and writes the state of its devices.
func (q *QMP) Save(state string) error {
	if err := q.Do("stop", nil, nil); err != nil {
		return err
	}
	if err := q.keepMemoryOut(); err != nil {
		return err
	}
	if err := q.Do("migrate", map[string]string{"uri": "exec:exec cat >" + state}, nil); err != nil {
		return err
	}
	return q.migrated()
}

// Load reads the state of the devices into a machine that was started with -incoming defer.
func (q *QMP) Load(state string) error {
	if err := q.keepMemoryOut(); err != nil {
		return err
	}
	if err := q.Do("migrate-incoming", map[string]string{"uri": "exec:exec cat " + state}, nil); err != nil {
		return err
	}
	return q.migrated()
}

func (q *QMP) migrated() error {
	for {
		var info struct {
			Status string
			Desc   string `json:"error-desc"`
		}
		if err := q.Do("query-migrate", nil, &info); err != nil {
			return err
		}
		switch info.Status {
		case "completed":
			return nil
		case "failed", "cancelled":
			return fmt.Errorf("QEMU, migrate: %s %s", info.Status, info.Desc)
		}
		// The event MIGRATION is a capability of its own; this takes a few rounds.
		time.Sleep(5 * time.Millisecond)
	}
}
