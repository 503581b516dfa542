package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"syscall"
	"time"
)

// Store is a directory of snapshots, one folder for each recipe:
//
//	<key>/manifest.json   what the guest was made of, and the digests of the files beside it
//	<key>/memory          the guest's RAM; restored guests map it privately and never write to it
//	<key>/devices         QEMU's migration stream without the RAM
//	<key>.lock            held by the process that makes it (exclusively) or starts from it (shared)
//	digests.json          digests of large files that have not changed since this machine was booted
//
// The store may be shared by containers and by users of the host, so everything in it can be written by all of them:
// the mount decides who can reach it.
type Store struct {
	dir  string
	now  func() time.Time
	free func() (uint64, error) // bytes on its disk that we may fill
}

const (
	manifestName = "manifest.json"
	memoryName   = "memory"
	devicesName  = "devices"
	lockSuffix   = ".lock"
	partSuffix   = ".part"
	// The memory of a broker's guest takes 300 MiB.
	keptSnapshots = 8
	// Kafka deletes what is a week old, and a restored guest's clock jumps.
	keptFor = 6 * 24 * time.Hour
)

// Manifest stands beside the files of a snapshot.
type Manifest struct {
	ID      string    `json:"id"`
	Saved   time.Time `json:"saved"`
	Recipe  Recipe    `json:"recipe"`
	Memory  string    `json:"memorySha256"` // of the blocks that are not all zero, each after its offset
	Devices string    `json:"devicesSha256"`
}

// Snapshot is one that fits.
type Snapshot struct {
	Manifest
	dir string
}

func (s Snapshot) memory() string  { return filepath.Join(s.dir, memoryName) }
func (s Snapshot) devices() string { return filepath.Join(s.dir, devicesName) }

// OpenStore fails when the directory cannot be written to: QEMU opens a guest's memory for writing even where it maps
// it privately.
func OpenStore(dir string) (*Store, error) {
	// What we make here belongs to root of a container; the owner of the folder must be able to remove it.
	syscall.Umask(0)
	probe, err := os.CreateTemp(dir, "probe-")
	if err != nil {
		return nil, fmt.Errorf("VM_SNAPSHOT=%s: %w", dir, err)
	}
	probe.Close()
	free := func() (uint64, error) {
		var disk syscall.Statfs_t
		err := syscall.Statfs(dir, &disk)
		return disk.Bavail * uint64(disk.Bsize), err
	}
	return &Store{dir, time.Now, free}, os.Remove(probe.Name())
}

// errHeld: another process has the lock.
var errHeld = errors.New("held by another guest")

// TryLock takes a recipe's lock, alone or with others, or gives errHeld. The result lets it go; so does our end.
func (s *Store) TryLock(key string, shared bool) (func(), error) {
	how := syscall.LOCK_EX
	if shared {
		how = syscall.LOCK_SH
	}
	file, err := os.OpenFile(filepath.Join(s.dir, key+lockSuffix), os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), how|syscall.LOCK_NB); err != nil {
		file.Close()
		if err == syscall.EWOULDBLOCK {
			err = errHeld
		}
		return nil, err
	}
	return func() { file.Close() }, nil
}

// Find gives the snapshot of a recipe; the error says why there is none that fits.
func (s *Store) Find(recipe Recipe) (Snapshot, error) {
	found := Snapshot{dir: filepath.Join(s.dir, recipe.Key())}
	text, err := os.ReadFile(filepath.Join(found.dir, manifestName))
	if errors.Is(err, os.ErrNotExist) {
		return found, errors.New("there is none of this guest")
	}
	if err != nil {
		return found, err
	}
	if err := json.Unmarshal(text, &found.Manifest); err != nil {
		return found, fmt.Errorf("%s: %w", manifestName, err)
	}
	if got := found.Recipe.Key(); got != recipe.Key() {
		return found, fmt.Errorf("%s is of another guest (%s)", manifestName, got)
	}
	if age := s.now().Sub(found.Saved); age > keptFor || age < 0 {
		return found, fmt.Errorf("it was saved on %s", found.Saved.Format(time.RFC3339))
	}
	got, err := digestMemory(s, found.memory())
	if err = asSaved("its memory", got, found.Memory, err); err != nil {
		return found, err
	}
	got, err = digestFile(found.devices())
	if err = asSaved("the state of its devices", got, found.Devices, err); err != nil {
		return found, err
	}
	now := s.now()
	_ = os.Chtimes(filepath.Join(found.dir, manifestName), now, now) // for Prune: when it was last used
	return found, nil
}

func asSaved(what, got, expected string, err error) error {
	if err == nil && got != expected {
		err = fmt.Errorf("sha256:%s, expected %s", got, expected)
	}
	if err != nil {
		return fmt.Errorf("%s is not what was saved: %w", what, err)
	}
	return nil
}

// Begin makes the folder in which a snapshot grows. The caller holds the recipe's lock. The disk must have room for all
// of the guest's memory, although few guests fill it: QEMU, to which the file is mapped, gets SIGBUS where it has none.
func (s *Store) Begin(recipe Recipe) (Snapshot, error) {
	part := Snapshot{Manifest: Manifest{Recipe: recipe}, dir: filepath.Join(s.dir, recipe.Key()+partSuffix)}
	if err := os.RemoveAll(part.dir); err != nil {
		return part, err
	}
	free, err := s.free()
	if err != nil {
		return part, err
	}
	if free>>20 < uint64(recipe.Memory) {
		return part, fmt.Errorf("the disk of the snapshots has %d MiB left, and the guest's memory may take %d", free>>20, recipe.Memory)
	}
	if err := os.Mkdir(part.dir, 0o777); err != nil {
		return part, err
	}
	memory, err := os.OpenFile(part.memory(), os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return part, err
	}
	defer memory.Close()
	return part, memory.Truncate(int64(recipe.Memory) << 20)
}

// Keep puts a snapshot whose files are complete in its place.
func (s *Store) Keep(part Snapshot) (Snapshot, error) {
	var err error
	if part.Memory, err = digestMemory(s, part.memory()); err != nil {
		return part, err
	}
	if part.Devices, err = digestFile(part.devices()); err != nil {
		return part, err
	}
	part.Saved = s.now().UTC().Truncate(time.Second)
	part.ID = digest([]byte(part.Recipe.Key() + part.Memory + part.Devices))[:12]
	text, err := json.MarshalIndent(part.Manifest, "", "  ")
	if err != nil {
		return part, err
	}
	if err := os.WriteFile(filepath.Join(part.dir, manifestName), append(text, '\n'), 0o666); err != nil {
		return part, err
	}
	kept := part
	kept.dir = strings.TrimSuffix(part.dir, partSuffix)
	if err := os.RemoveAll(kept.dir); err != nil {
		return part, err
	}
	return kept, os.Rename(part.dir, kept.dir)
}

// Discard removes a snapshot that does not fit. Guests that started from it keep their memory.
func (s *Store) Discard(snapshot Snapshot) error { return os.RemoveAll(snapshot.dir) }

// Prune removes what is too old, too much, or left by a maker that was killed; never what is in use, and nothing
// that is not named as a snapshot is: VM_SNAPSHOT may be a folder that has other things in it.
func (s *Store) Prune() error {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	type folder struct {
		path, key string
		used      time.Time
	}
	var folders []folder
	for _, entry := range entries {
		if !entry.IsDir() {
			continue
		}
		f := folder{path: filepath.Join(s.dir, entry.Name()), key: strings.TrimSuffix(entry.Name(), partSuffix)}
		if !isKey(f.key) {
			continue
		}
		var m Manifest
		manifest := filepath.Join(f.path, manifestName)
		text, err := os.ReadFile(manifest)
		// What has no readable manifest is as old as can be.
		if err == nil && json.Unmarshal(text, &m) == nil && s.now().Sub(m.Saved) <= keptFor {
			if info, err := os.Stat(manifest); err == nil {
				f.used = info.ModTime()
			}
		}
		folders = append(folders, f)
	}
	sort.Slice(folders, func(i, j int) bool { return folders[i].used.After(folders[j].used) })
	for i, f := range folders {
		if i < keptSnapshots && !f.used.IsZero() {
			continue
		}
		unlock, err := s.TryLock(f.key, false)
		if err == errHeld {
			continue
		}
		if err != nil {
			return err
		}
		err = os.RemoveAll(f.path)
		unlock()
		if err != nil {
			return err
		}
	}
	return nil
}
