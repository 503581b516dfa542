package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"
)

func aRecipe() Recipe {
	s := Settings{Memory: 1, CPUs: 1, Kernel: Kernel{Image: "/vm/kernel/bzImage", Machine: "q35"}}
	b := Backend{Name: "tcg"}
	return Recipe{
		QEMU: "QEMU emulator version 7.2.22", Backend: b.Name, Memory: s.Memory,
		Arguments: qemuArguments(s, b, "", memoryFile{memoryName, true}, false),
		Kernel:    "k", Root: "r", Tools: "t", Program: "p", Spec: Spec{Process: shell("true")}, Ready: "started",
	}
}

// saved is a store with one snapshot, whose memory is 1 MiB with a little in it.
func saved(t *testing.T, recipe Recipe) (*Store, Snapshot) {
	t.Helper()
	store, err := OpenStore(t.TempDir())
	must(t, err)
	return store, save(t, store, recipe)
}

func save(t *testing.T, store *Store, recipe Recipe) Snapshot {
	t.Helper()
	part, err := store.Begin(recipe)
	must(t, err)
	memory, err := os.OpenFile(part.memory(), os.O_WRONLY, 0)
	must(t, err)
	defer memory.Close()
	for at, text := range map[int64]string{5: "low", 700000: "high"} {
		if _, err := memory.WriteAt([]byte(text), at); err != nil {
			t.Fatal(err)
		}
	}
	must(t, os.WriteFile(part.devices(), []byte("devices"), 0o666))
	kept, err := store.Keep(part)
	must(t, err)
	return kept
}

// The memory is mapped, so a disk that fills would end QEMU with a signal.
func TestAGuestWhoseMemoryTheDiskCannotHoldIsNotSaved(t *testing.T) {
	store, err := OpenStore(t.TempDir())
	must(t, err)
	room, recipe := uint64(1<<20), aRecipe()
	store.free = func() (uint64, error) { return room, nil }
	if _, err := store.Begin(recipe); err != nil {
		t.Fatal(err)
	}
	room--
	if _, err := store.Begin(recipe); err == nil || !strings.Contains(err.Error(), "0 MiB left, and the guest's memory may take 1") {
		t.Fatalf("%v", err)
	}
	if left, err := filepath.Glob(filepath.Join(store.dir, "*"+partSuffix)); err != nil || len(left) != 0 {
		t.Fatalf("%v, %v", left, err)
	}
}

func TestASnapshotFitsWhatItWasMadeOf(t *testing.T) {
	store, kept := saved(t, aRecipe())
	found, err := store.Find(aRecipe())
	fatalIf(t, err != nil || found.ID != kept.ID || found.ID == "", "%+v, %v", found, err)
	if info, err := os.Stat(found.memory()); err != nil || info.Size() != 1<<20 {
		t.Fatalf("%v, %v", info, err)
	}
}

// QEMU restores into most of these without a word.
func TestWhateverDiffersInTheGuestIsAnotherSnapshot(t *testing.T) {
	store, _ := saved(t, aRecipe())
	swap := func(r *Recipe, from, to string) {
		r.Arguments = strings.Split(strings.ReplaceAll(strings.Join(r.Arguments, "\n"), from, to), "\n")
	}
	for name, change := range map[string]func(*Recipe){
		"QEMU":         func(r *Recipe) { r.QEMU += "1" },
		"CPU":          func(r *Recipe) { swap(r, "max", "qemu64") },
		"extra device": func(r *Recipe) { r.Arguments = append(r.Arguments, "-device", "virtio-rng-pci") },
		"drives": func(r *Recipe) {
			swap(r, serialRoot, "x")
			swap(r, serialTools, serialRoot)
			swap(r, "x", serialTools)
		},
		"kernel":      func(r *Recipe) { r.Kernel += "1" },
		"modules":     func(r *Recipe) { r.Modules = []string{"m"} },
		"root":        func(r *Recipe) { r.Root += "1" },
		"tools":       func(r *Recipe) { r.Tools += "1" },
		"extra":       func(r *Recipe) { r.Extra += "1" },
		"program":     func(r *Recipe) { r.Program += "1" },
		"memory":      func(r *Recipe) { r.Memory++ },
		"host":        func(r *Recipe) { r.Host = "another model" },
		"sysctl":      func(r *Recipe) { r.Spec.Sysctls = map[string]string{"net.ipv4.tcp_syncookies": "2"} },
		"cgroup":      func(r *Recipe) { r.Spec.Cgroup = map[string]string{"memory.max": "1G"} },
		"environment": func(r *Recipe) { r.Spec.Process.Env = append(r.Spec.Process.Env, "A=1") },
		"ready":       func(r *Recipe) { r.Ready = "later" },
	} {
		recipe := aRecipe()
		change(&recipe)
		if _, err := store.Find(recipe); err == nil || !strings.Contains(err.Error(), "there is none") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestASnapshotThatIsNotWhatWasSavedIsRefused(t *testing.T) {
	flip := func(path string, at int64) {
		file, err := os.OpenFile(path, os.O_RDWR, 0)
		must(t, err)
		defer file.Close()
		one := make([]byte, 1)
		if _, err := file.ReadAt(one, at); err != nil {
			t.Fatal(err)
		}
		one[0] ^= 1
		if _, err := file.WriteAt(one, at); err != nil {
			t.Fatal(err)
		}
	}
	for name, spoil := range map[string]func(*Store, Snapshot) error{
		"its memory":  func(_ *Store, s Snapshot) error { flip(s.memory(), 700001); return nil },
		"its memory ": func(_ *Store, s Snapshot) error { flip(s.memory(), 300000); return nil }, // in a hole
		"its memory  ": func(_ *Store, s Snapshot) error {
			info, err := os.Stat(s.memory())
			if err != nil {
				return err
			}
			flip(s.memory(), 6)
			return os.Chtimes(s.memory(), info.ModTime(), info.ModTime()) // as if nothing had been
		},
		"its memory   ":                     func(_ *Store, s Snapshot) error { return os.Truncate(s.memory(), 1<<19) },
		"its memory      ":                  func(_ *Store, s Snapshot) error { return move(s.memory(), 0, 2<<16) },     // the same bytes elsewhere
		"its memory     ":                   func(_ *Store, s Snapshot) error { return os.Truncate(s.memory(), 2<<20) }, // a hole more
		"its memory    ":                    func(_ *Store, s Snapshot) error { return os.Remove(s.memory()) },
		"the state of its devices":          func(_ *Store, s Snapshot) error { flip(s.devices(), 3); return nil },
		"the state of its devices ":         func(_ *Store, s Snapshot) error { return os.Truncate(s.devices(), 3) },
		"the state of its devices  ":        func(_ *Store, s Snapshot) error { return os.Remove(s.devices()) },
		"there is none":                     func(_ *Store, s Snapshot) error { return os.Remove(filepath.Join(s.dir, manifestName)) },
		"manifest.json":                     func(_ *Store, s Snapshot) error { return os.Truncate(filepath.Join(s.dir, manifestName), 9) },
		"is of another guest":               func(_ *Store, s Snapshot) error { return otherKernel(s) },
		"it was saved on":                   func(store *Store, s Snapshot) error { return later(store, keptFor+time.Hour) },
		"it was saved on ":                  func(store *Store, s Snapshot) error { return later(store, -time.Hour) },
		"its memory is not what was saved ": func(_ *Store, s Snapshot) error { return otherDigest(s) },
	} {
		store, kept := saved(t, aRecipe())
		must(t, spoil(store, kept))
		if _, err := store.Find(aRecipe()); err == nil || !strings.Contains(err.Error(), strings.TrimSpace(name)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func move(path string, from, to int64) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	block := make([]byte, 1<<16)
	if _, err := file.ReadAt(block, from); err != nil {
		return err
	}
	if _, err := file.WriteAt(block, to); err != nil {
		return err
	}
	_, err = file.WriteAt(make([]byte, len(block)), from)
	return err
}

func later(store *Store, by time.Duration) error {
	store.now = func() time.Time { return time.Now().Add(by) }
	return nil
}

func otherKernel(s Snapshot) error {
	s.Recipe.Kernel = "another"
	return rewrite(s)
}

func otherDigest(s Snapshot) error {
	s.Memory = strings.Repeat("0", 64)
	return rewrite(s)
}

func rewrite(s Snapshot) error {
	text, err := json.Marshal(s.Manifest)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.dir, manifestName), text, 0o666)
}

// Where the holes of a file are is the file system's business.
func TestADigestOfMemoryDoesNotDependOnHoles(t *testing.T) {
	store, kept := saved(t, aRecipe())
	text, err := os.ReadFile(kept.memory())
	must(t, err)
	dense := filepath.Join(t.TempDir(), "dense")
	must(t, os.WriteFile(dense, text, 0o666))
	if got, err := digestMemory(store, dense); err != nil || got != kept.Memory {
		t.Fatalf("%s and %s, %v", got, kept.Memory, err)
	}
}

func TestALargeFileIsReadOnceUntilItChanges(t *testing.T) {
	store, _ := saved(t, aRecipe())
	file := filepath.Join(t.TempDir(), "root")
	must(t, os.WriteFile(file, []byte("one"), 0o666))
	times := 0
	compute := func() (string, error) { times++; return digestFile(file) }
	var sums []string
	for i := 0; i < 2; i++ {
		sum, err := store.remembered(file, compute)
		must(t, err)
		sums = append(sums, sum)
	}
	fatalIf(t, times != 1 || sums[0] != sums[1], "read %d times: %v", times, sums)
	// Of the same size, put in its place: another inode.
	must(t, os.WriteFile(file+".new", []byte("two"), 0o666))
	must(t, os.Rename(file+".new", file))
	if sum, err := store.remembered(file, compute); err != nil || sum == sums[0] {
		t.Fatalf("%s, %v", sum, err)
	}
	// One that changes under the reader's hands has no digest.
	must(t, os.Truncate(file, 1))
	if sum, err := store.remembered(file, func() (string, error) { return "x", os.Truncate(file, 2) }); err == nil {
		t.Fatalf("a file that changed has the digest %s", sum)
	}
}

func TestPruneKeepsWhatWasUsedLastAndWhatIsHeld(t *testing.T) {
	store, err := OpenStore(t.TempDir())
	must(t, err)
	var all []Snapshot
	for i := 0; i < keptSnapshots+3; i++ {
		recipe := aRecipe()
		recipe.Ready = fmt.Sprint(i)
		all = append(all, save(t, store, recipe))
		used := time.Now().Add(time.Duration(i-100) * time.Minute)
		must(t, os.Chtimes(filepath.Join(all[i].dir, manifestName), used, used))
	}
	// The oldest is used again, the second is held by a guest that is starting; a maker was killed, another is at work.
	if _, err := store.Find(all[0].Recipe); err != nil {
		t.Fatal(err)
	}
	unlock, err := store.TryLock(all[1].Recipe.Key(), true)
	must(t, err)
	defer unlock()
	killed, working := aRecipe(), aRecipe()
	killed.Ready, working.Ready = "killed", "working"
	for _, recipe := range []Recipe{killed, working} {
		if _, err := store.Begin(recipe); err != nil {
			t.Fatal(err)
		}
	}
	release, err := store.TryLock(working.Key(), false)
	must(t, err)
	defer release()
	must(t, store.Prune())
	for i, s := range all {
		want := i == 0 || i == 1 || i >= 4
		errorIf(t, fileExists(s.dir) != want, "snapshot %d: there %v, expected %v", i, !want, want)
	}
	for recipe, want := range map[string]bool{killed.Key(): false, working.Key(): true} {
		errorIf(t, fileExists(filepath.Join(store.dir, recipe+partSuffix)) != want,
			"unfinished one: there %v, expected %v", !want, want)
	}
}

func TestPruneRemovesWhatIsTooOld(t *testing.T) {
	store, kept := saved(t, aRecipe())
	must(t, later(store, keptFor+time.Minute))
	must(t, store.Prune())
	fatalIf(t, fileExists(kept.dir), "it is still there")
}

func TestPruneLeavesWhatIsSomebodyElses(t *testing.T) {
	store, _ := saved(t, aRecipe())
	for _, name := range []string{"clone", "0123456789abcdef0", "0123456789ABCDEg", "notes.part"} {
		must(t, os.Mkdir(filepath.Join(store.dir, name), 0o777))
	}
	must(t, store.Prune())
	for _, name := range []string{"clone", "0123456789abcdef0", "0123456789ABCDEg", "notes.part"} {
		errorIf(t, !fileExists(filepath.Join(store.dir, name)), "%s is gone", name)
	}
}

func TestOneMakesASnapshotAndManyStartFromIt(t *testing.T) {
	store, kept := saved(t, aRecipe())
	key := kept.Recipe.Key()
	first, err := store.TryLock(key, true)
	must(t, err)
	second, err := store.TryLock(key, true)
	must(t, err)
	if _, err := store.TryLock(key, false); err != errHeld {
		t.Fatalf("made anew under a guest that is starting: %v", err)
	}
	first()
	second()
	maker, err := store.TryLock(key, false)
	must(t, err)
	maker()
}

// Whoever waits for another guest's snapshot can be stopped.
func TestAStopEndsTheWaitForALock(t *testing.T) {
	store, kept := saved(t, aRecipe())
	unlock, err := store.TryLock(kept.Recipe.Key(), false)
	must(t, err)
	defer unlock()
	stop := make(chan os.Signal, 1)
	stop <- syscall.SIGTERM
	m := &machinery{stop: stop}
	if _, err := m.lock(store, kept.Recipe.Key(), false); err == nil {
		t.Fatal("two makers")
	}
}

// Root of a container makes the files, and whoever owns the folder must be able to remove them.
func TestASnapshotCanBeRemovedByTheFoldersOwner(t *testing.T) {
	_, kept := saved(t, aRecipe())
	for path, want := range map[string]os.FileMode{kept.dir: 0o777, kept.memory(): 0o666} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}

func TestAStoreThatCannotBeWrittenToIsRefused(t *testing.T) {
	if _, err := OpenStore(filepath.Join(t.TempDir(), "none")); err == nil || !strings.Contains(err.Error(), "VM_SNAPSHOT=") {
		t.Fatalf("%v", err)
	}
}

// What a container is given anew must not be part of what a snapshot is found by; everything else must be.
func TestAKeyIsTheSameInEveryContainer(t *testing.T) {
	one, two := aRecipe(), aRecipe()
	fatalIf(t, one.Key() != two.Key(), "keys differ")
	mac := func(mac string) []byte {
		s := Settings{Memory: 1, CPUs: 1}
		return []byte(strings.Join(qemuArguments(s, Backend{Name: "tcg"}, mac, memoryFile{}, false), " "))
	}
	fatalIf(t, bytes.Equal(mac("02:00:00:00:00:01"), mac("02:00:00:00:00:02")), "the guest does not get its address")
}

func TestTheOrderOfVariablesMakesNoOtherGuest(t *testing.T) {
	image := []string{"PATH=/bin", "B=image", "C=image"}
	one := environment(image, []string{"PATH=/sbin", "VM_CPUS=1", "A=1", "B=container"})
	other := environment(image, []string{"B=container", "A=1", "HOSTNAME=c0ffee"})
	want := []string{"A=1", "B=container", "C=image", "PATH=/bin"}
	fatalIf(t, !reflect.DeepEqual(one, want) || !reflect.DeepEqual(other, want),
		"%q and %q, expected %q", one, other, want)
}

func TestTheHostsProcessorIsItsModelAndAbilities(t *testing.T) {
	const one = "processor: 0\nvendor_id\t: V\nmodel\t\t: 6\ncpu MHz\t\t: 2400.1\nflags\t\t: fpu sse\n\nprocessor: 1\nflags: x\n"
	if got := hostCPU(one); got != "V / 6 / fpu sse" {
		t.Fatal(got)
	}
	fatalIf(t, hostCPU(strings.Replace(one, "2400.1", "2700.9", 1)) != hostCPU(one), "the clock is no property")
}

func TestTheModeOfSnapshotsIsChecked(t *testing.T) {
	for _, c := range []struct{ mode, dir, want string }{
		{"", "", snapshotOff}, {"off", "/s", snapshotOff}, {"auto", "/s", snapshotAuto}, {"auto", "", ""}, {"on", "/s", ""},
	} {
		t.Setenv("VM_SNAPSHOT_MODE", c.mode)
		t.Setenv("VM_SNAPSHOT", c.dir)
		if mode, _, err := readSnapshot(); c.want == "" && err == nil || c.want != "" && mode != c.want {
			t.Errorf("%+v: %s, %v", c, mode, err)
		}
	}
}
