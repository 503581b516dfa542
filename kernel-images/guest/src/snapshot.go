package main

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// Snapshots of ready guests. A guest whose RAM lies in a file is stopped when its service is ready, and the state of
// its devices is written beside it; other containers go on from there, each with pages, an address, a clock and a
// random pool of its own. What differs in the least from what was saved is refused, since QEMU notices little of it.

func say(format string, arguments ...any) {
	fmt.Fprintf(os.Stderr, "vm: snapshot: "+format+"\n", arguments...)
}

// both is an error and what went wrong when its traces were removed.
func both(first, second error) error {
	if second == nil {
		return first
	}
	return fmt.Errorf("%w; and %v", first, second)
}

// bySnapshot does what VM_SNAPSHOT_MODE asks for.
func (m *machinery) bySnapshot() (int, error) {
	store, err := OpenStore(m.settings.Snapshot.Dir)
	if err != nil {
		return m.orCold(err)
	}
	recipe, err := describe(store, m.settings, m.backend, m.spec)
	if err != nil {
		return m.orCold(err)
	}
	mode, key := m.settings.Snapshot.Mode, recipe.Key()
	if mode != snapshotSave {
		r, unfit := m.fromStore(store, recipe)
		if unfit == nil {
			return m.toItsEnd(r)
		}
		if mode == snapshotRestore {
			return 0, fmt.Errorf("snapshot %s does not fit: %w", key, unfit)
		}
		say("%s does not fit: made anew (%v)", key, unfit)
	}
	unlock, err := m.lock(store, key, false)
	if err != nil {
		return 0, err
	}
	defer unlock()
	snapshot, unfit := store.Find(recipe)
	if unfit != nil { // no other process made it while we waited
		made, err := m.make(store, recipe)
		switch {
		case err != nil:
			unlock() // others need not wait for this guest's end
			return m.orCold(err)
		case made.ended != nil:
			return made.ended()
		case made.unsaved != nil:
			unlock()
			return m.toItsEnd(made.unsaved)
		}
		snapshot = made.snapshot
	}
	if err := store.Prune(); err != nil {
		say("old ones stay: %v", err)
	}
	if mode == snapshotSave {
		say("%s is there (%s)", key, snapshot.ID)
		return 0, nil
	}
	r, err := m.restore(snapshot)
	if err != nil {
		err = fmt.Errorf("one that was just made does not start: %w", err)
		err = both(err, store.Discard(snapshot))
		unlock()
		return m.orCold(err)
	}
	unlock()
	return m.toItsEnd(r)
}

// orCold starts without a snapshot where that was left to us.
func (m *machinery) orCold(why error) (int, error) {
	if m.settings.Snapshot.Mode != snapshotAuto {
		return 0, fmt.Errorf("snapshot: %w", why)
	}
	say("COLD START: %v", why)
	m.state.cold(why.Error())
	return m.cold()
}

// lock waits as long as it takes, and ends when the container is to. Flock could wait by itself, and could not be
// called back.
func (m *machinery) lock(store *Store, key string, shared bool) (func(), error) {
	for said := false; ; {
		unlock, err := store.TryLock(key, shared)
		if err != errHeld {
			return unlock, err
		}
		if !said {
			say("%s is %v; waiting", key, err)
			said = true
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-m.stop:
			return nil, fmt.Errorf("stopped while snapshot %s was %w", key, err)
		}
	}
}

// fromStore starts from a snapshot that is there; the error says why not.
func (m *machinery) fromStore(store *Store, recipe Recipe) (*running, error) {
	unlock, err := m.lock(store, recipe.Key(), true)
	if err != nil {
		return nil, err
	}
	defer unlock()
	snapshot, err := store.Find(recipe)
	if err != nil {
		return nil, err
	}
	r, err := m.restore(snapshot)
	if err != nil {
		// Or the next one would find the same, after as long a wait.
		return nil, both(err, store.Discard(snapshot))
	}
	return r, nil
}

// restore starts QEMU on a snapshot's files, and the guest with the identity of this container.
func (m *machinery) restore(snapshot Snapshot) (*running, error) {
	late := time.NewTimer(time.Until(m.deadline()))
	defer late.Stop()
	r, err := m.launch(memoryFile{path: snapshot.memory()}, true)
	if err != nil {
		return nil, err
	}
	uptime, err := m.wake(r, snapshot, late.C)
	if err != nil {
		r.kill()
		return nil, err
	}
	m.state.restored(snapshot, uptime)
	return r, nil
}

func (m *machinery) wake(r *running, snapshot Snapshot, late <-chan time.Time) (string, error) {
	if err := r.qmp.Load(snapshot.devices()); err != nil {
		return "", err
	}
	if err := r.qmp.Do("cont", nil, nil); err != nil {
		return "", err
	}
	identity, err := identityOf(m.spec)
	if err != nil {
		return "", err
	}
	return r.hub.Resume(&identity, late)
}

// made is what came of making a snapshot: it, or a guest that goes on since it could not be saved, or its end.
type made struct {
	snapshot Snapshot
	unsaved  *running
	ended    func() (int, error)
}

// make starts a guest cold and saves it when its service is ready.
func (m *machinery) make(store *Store, recipe Recipe) (made, error) {
	part, err := store.Begin(recipe)
	if err != nil {
		return made{}, err
	}
	defer os.RemoveAll(part.dir) // it has another name by then, if all went well
	ready := m.state.hold()
	r, ended, status, err := m.start(memoryFile{path: part.memory(), shared: true}, ready)
	if r == nil {
		return made{}, err
	}
	if ended {
		return made{ended: func() (int, error) { return status, err }}, nil
	}
	say("%s: the service is ready; saving", recipe.Key())
	if err := m.save(r, part); err != nil {
		return m.goOn(r, err)
	}
	snapshot, err := store.Keep(part)
	if err == nil {
		say("saved as %s", snapshot.ID)
	}
	return made{snapshot: snapshot}, err
}

// save ends the machine; after an error it may stand, or be frozen.
func (m *machinery) save(r *running, part Snapshot) error {
	if err := r.qmp.connection.SetDeadline(m.deadline()); err != nil {
		return err
	}
	late := time.NewTimer(time.Until(m.deadline()))
	defer late.Stop()
	if err := r.hub.Freeze(late.C); err != nil {
		return err
	}
	if err := r.qmp.Save(part.devices()); err != nil {
		return err
	}
	if err := r.qmp.Do("quit", nil, nil); err != nil {
		return err
	}
	r.drain()
	return nil
}

// goOn lets a guest that could not be saved serve all the same, where that was left to us. One that does not go on is
// ended: its silence would look like a fault of the service.
func (m *machinery) goOn(r *running, why error) (made, error) {
	if m.settings.Snapshot.Mode != snapshotAuto {
		r.kill()
		return made{}, fmt.Errorf("the guest cannot be saved: %w", why)
	}
	if err := m.thaw(r, why); err != nil {
		r.kill()
		return made{}, fmt.Errorf("the guest cannot be saved: %w; and does not go on: %v", why, err)
	}
	say("NOT SAVED, goes on as it is: %v", why)
	if err := r.hub.Listen(stateDir + "/" + clientSocket); err != nil {
		r.kill()
		return made{}, err
	}
	m.state.cold(why.Error())
	m.state.announce()
	return made{unsaved: r}, nil
}

// thaw undoes what saving did, with time of its own: saving may have used up what it had. A guest that refused to be
// frozen never stood still.
func (m *machinery) thaw(r *running, why error) error {
	if errors.As(why, new(refused)) {
		return nil
	}
	if err := r.qmp.connection.SetDeadline(m.deadline()); err != nil {
		return err
	}
	if err := r.qmp.Do("cont", nil, nil); err != nil {
		return err
	}
	late := time.NewTimer(time.Until(m.deadline()))
	defer late.Stop()
	_, err := r.hub.Resume(nil, late.C)
	return err
}
