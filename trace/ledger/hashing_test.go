package ledger

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoKeyIsMadeWhereNothingIsHashed: a gateway that hashes nothing needs no
// place for a key.
func TestNoKeyIsMadeWhereNothingIsHashed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	w, err := Open(Options{Path: path, Key: func() ([]byte, error) { return InstallationKey(path) }})
	if err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(filepath.Dir(path), KeyFile)
	for _, content := range []Content{Full, None} {
		tr := secretive()
		if err := w.Record(&tr, content); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(key); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: there is a key: %v", content, err)
		}
	}
	tr := secretive()
	if err := w.Record(&tr, Hashed); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(key); err != nil {
		t.Error(err)
	}
	if err := w.Close(context.Background()); err != nil {
		t.Error(err)
	}
}

// TestAKeyThatCannotBeMadeIsTriedForAgain: until there is one, no text is kept
// of what was to be hashed.
func TestAKeyThatCannotBeMadeIsTriedForAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.jsonl")
	var trouble error = os.ErrPermission
	w, err := Open(Options{Path: path, Key: func() ([]byte, error) { return []byte("k"), trouble }})
	if err != nil {
		t.Fatal(err)
	}
	for _, made := range []bool{false, true} {
		if made {
			trouble = nil
		}
		if err := w.CanHash(); (err == nil) != made {
			t.Errorf("can hash: %v, want %t", err, made)
		}
		tr := secretive()
		if err := w.Record(&tr, Hashed); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(context.Background()); err != nil {
		t.Error(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := tracesIn(data)
	if len(lines) != 2 || strings.Contains(lines[0], "hmac") || !strings.Contains(lines[0], `"answer":null`) || strings.Contains(lines[1], `"answer":null`) || strings.Contains(string(data), "Doe") {
		t.Errorf("%s", data)
	}
}
