package ledger

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

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
