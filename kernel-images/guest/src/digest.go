package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

func digestFile(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// digestMemory skips holes and zeros: three quarters of a guest's memory were never touched.
func digestMemory(s *Store, path string) (string, error) {
	return s.remembered(path, func() (string, error) {
		const block, seekData = 64 << 10, 3
		file, err := os.Open(path)
		if err != nil {
			return "", err
		}
		defer file.Close()
		info, err := file.Stat()
		if err != nil {
			return "", err
		}
		sum := sha256.New()
		fmt.Fprintf(sum, "%d\n", info.Size())
		zeros, buffer := make([]byte, block), make([]byte, block)
		for at := int64(0); at < info.Size(); at += block {
			data, err := file.Seek(at, seekData)
			if errors.Is(err, syscall.ENXIO) {
				break // nothing but a hole up to the end
			}
			if err != nil {
				return "", err
			}
			at = data &^ (block - 1)
			n, err := file.ReadAt(buffer, at)
			if err != nil && err != io.EOF {
				return "", err
			}
			if !bytes.Equal(buffer[:n], zeros[:n]) {
				_ = binary.Write(sum, binary.BigEndian, at)
				sum.Write(buffer[:n])
			}
		}
		return hex.EncodeToString(sum.Sum(nil)), nil
	})
}

// remembered computes the digest of a large file once a boot of the host: a file whose inode, size and times (the
// status change among them, which cannot be set) are the same has the same content, as for git's index.
func (s *Store) remembered(path string, compute func() (string, error)) (string, error) {
	const rememberedFiles = 64
	name := filepath.Join(s.dir, "digests.json")
	before, err := fileIdentity(path)
	if err != nil {
		return "", err
	}
	known := map[string]string{}
	if text, err := os.ReadFile(name); err == nil {
		_ = json.Unmarshal(text, &known) // what cannot be read is computed
	}
	if sum := known[before]; sum != "" {
		return sum, nil
	}
	sum, err := compute()
	if err != nil {
		return "", err
	}
	if after, err := fileIdentity(path); err != nil || after != before {
		return "", fmt.Errorf("%s changed while it was read (%v)", path, err)
	}
	if len(known) >= rememberedFiles {
		known = map[string]string{}
	}
	known[before] = sum
	text, err := json.MarshalIndent(known, "", "  ")
	if err != nil {
		return "", err
	}
	fresh, err := os.CreateTemp(s.dir, "digests-")
	if err != nil {
		return "", err
	}
	defer fresh.Close()
	if _, err := fresh.Write(text); err != nil {
		return "", err
	}
	if err := fresh.Chmod(0o666); err != nil {
		return "", err
	}
	return sum, os.Rename(fresh.Name(), name)
}

// fileIdentity holds until the host is rebooted, since a crash may lose what the times say was written.
func fileIdentity(path string) (string, error) {
	var stat syscall.Stat_t
	if err := syscall.Stat(path, &stat); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	boot := strings.TrimSpace(readOr("/proc/sys/kernel/random/boot_id", ""))
	return fmt.Sprintf("%s %d:%d %d %d.%09d %d.%09d", boot, stat.Dev, stat.Ino, stat.Size,
		stat.Mtim.Sec, stat.Mtim.Nsec, stat.Ctim.Sec, stat.Ctim.Nsec), nil
}
