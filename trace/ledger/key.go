package ledger

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"vouchsafe/trace/chain"
)

// KeyFile is the name of the installation key, beside the ledger's file.
const KeyFile = "vouchsafe.key"

// InstallationKey reads the key under which texts are hashed, from the
// directory of the ledger's file, and makes it (mode 0600) where there is
// none. Whoever loses it loses the means to compare old hashes with new ones.
func InstallationKey(ledgerPath string) ([]byte, error) {
	path := filepath.Join(filepath.Dir(ledgerPath), KeyFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		key := make([]byte, keyBytes)
		rand.Read(key) // never fails, see crypto/rand
		text, err = chain.WriteOnce(path, hex.AppendEncode(nil, key))
	}
	if err != nil {
		return nil, fmt.Errorf("cannot keep the installation key, under which content: hashed hashes, in the ledger's directory: %w", err)
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) != keyBytes {
		return nil, fmt.Errorf("cannot use the installation key %s: it should hold %d hex digits", path, 2*keyBytes)
	}
	return key, nil
}

const keyBytes = 32

// hashing holds the installation key from the first time that it is needed:
// whoever hashes nothing needs no place for a key. A key that could not be made
// is tried for again.
type hashing struct {
	read func() ([]byte, error) // nil: there is none

	mu  sync.Mutex
	key []byte
}

func (h *hashing) get() ([]byte, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.key != nil {
		return h.key, nil
	}
	if h.read == nil {
		return nil, errors.New("cannot hash texts without an installation key")
	}
	key, err := h.read()
	if err != nil {
		return nil, err
	}
	h.key = key
	return key, nil
}

// CanHash tells what would keep the ledger from hashing texts: traces of hashed
// content would be kept without any. It may make the key.
func (w *Writer) CanHash() error {
	_, err := w.hashing.get()
	return err
}

// scrubberFor returns a scrubber with the key that it needs. Where there is
// none to be had, hashed content becomes none.
func (w *Writer) scrubberFor(content Content) scrubber {
	s := w.scrub
	if content == Hashed {
		s.key, _ = w.hashing.get() // told at the start and at each reload
	}
	return s
}

// Pseudonym is what stands in records in the place of a user's name: the HMAC-SHA256 of the name under the
// installation key, cut to 128 bits. Who has the key can tell whether it is that of a name.
func (w *Writer) Pseudonym(user string) (string, error) {
	key, err := w.hashing.get()
	if err != nil {
		return "", err
	}
	h := hmac.New(sha256.New, key)
	io.WriteString(h, user) // a hash never fails to write
	return "hmac-sha256-" + hex.EncodeToString(h.Sum(nil)[:16]), nil
}
