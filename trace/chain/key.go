package chain

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Names of the files of keys, beside the ledger's file.
const (
	KeyFile    = "vouchsafe.signing.key" // the private key (PEM, mode 0600)
	PublicFile = "vouchsafe.signing.pub" // the public parts of all keys that there were, oldest first (PEM)
)

// Key signs lines.
type Key struct {
	private ed25519.PrivateKey
	ID      string // names the public part, see IDOf
}

// IDOf names a public key: the first 16 hex digits of its SHA-256.
func IDOf(public ed25519.PublicKey) string {
	sum := sha256.Sum256(public)
	return hex.EncodeToString(sum[:8])
}

// Public is the public part.
func (k *Key) Public() ed25519.PublicKey { return k.private.Public().(ed25519.PublicKey) }

// Sign is the signature of a text that is no line of a chain. A text that begins
// like a record could be taken for one, and is not signed: it gives nil.
func (k *Key) Sign(text []byte) []byte {
	if IsRecord(text) {
		return nil
	}
	return ed25519.Sign(k.private, text)
}

// sign appends the signature of what stands in dst from start on.
func (k *Key) sign(dst []byte, start int) []byte {
	signature := ed25519.Sign(k.private, dst[start:])
	dst = append(dst, signatureKey...)
	return append(base64.StdEncoding.AppendEncode(dst, signature), '"')
}

// Keys are public keys by id.
type Keys map[string]*Public

// Public is a public key, and up to which number of a chain it signs there.
type Public struct {
	ed25519.PublicKey
	last uint64 // of the record in which it handed over to another; 0 for none
}

// Verify reports whether the key of an id has signed a line.
func (k Keys) verify(id string, l Line) bool {
	return len(l.Signature) == ed25519.SignatureSize && ed25519.Verify(k[id].PublicKey, l.Signed, l.Signature)
}

// Signed takes a line apart that the key of an id has signed; false for any other line.
func (k Keys) Signed(id string, line []byte) (Line, bool) {
	l, ok := Parse(line)
	return l, ok && k[id] != nil && k.verify(id, l)
}

// retired reports whether the key of an id handed over to another key before a number of the chain. Since then anybody may have
// the old key.
func (k Keys) retired(id string, n uint64) bool { return k[id].last > 0 && n > k[id].last }

// learn takes over what a signed record with a number tells of keys: which have handed over, and to which this one does, whose ids
// it returns.
func (k Keys) learn(r Record, n uint64) (ids []string) {
	for id, last := range r.Retired {
		if key := k[id]; key != nil && key.last == 0 {
			key.last = last
		}
	}
	named, err := ReadKeys([]byte(r.Public))
	if err != nil || r.Record != NewKey {
		return nil
	}
	for id, key := range named {
		if k[id] == nil {
			k[id] = key
		}
		ids = append(ids, id)
	}
	k[r.Key].last = n
	return ids
}

// OpenKey reads the key of the installation from a directory, and makes it where
// there is none. It also sees to it that its public part is in the public file.
func OpenKey(dir string) (*Key, error) {
	path := filepath.Join(dir, KeyFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		var made *Key
		if made, err = MakeKey(); err == nil {
			if text, err = made.encode(); err == nil {
				text, err = WriteOnce(path, text)
			}
		}
	}
	if err != nil {
		return nil, fmt.Errorf("cannot keep the key that signs the ledger: %w", err)
	}
	key, err := parseKey(text)
	if err != nil {
		return nil, fmt.Errorf("cannot use the key that signs the ledger, %s: %w", path, err)
	}
	return key, publish(dir, key.Public())
}

// MakeKey makes a key that nobody uses yet, see Install.
func MakeKey() (*Key, error) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	return &Key{ID: IDOf(public), private: private}, err
}

// Install makes a key that of the installation, in the place of the one before.
func (k *Key) Install(dir string) error {
	if err := publish(dir, k.Public()); err != nil {
		return err
	}
	text, err := k.encode()
	if err != nil {
		return err
	}
	return replace(filepath.Join(dir, KeyFile), text)
}

func (k *Key) encode() ([]byte, error) {
	der, err := x509.MarshalPKCS8PrivateKey(k.private)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
}

func parseKey(text []byte) (*Key, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("it holds no PEM block")
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	private, ok := parsed.(ed25519.PrivateKey)
	if !ok {
		return nil, errors.New("it is no Ed25519 key")
	}
	k := &Key{private: private}
	k.ID = IDOf(k.Public())
	return k, nil
}

// ReadKeys reads public keys out of PEM text. There is at least one.
func ReadKeys(text []byte) (Keys, error) {
	keys := Keys{}
	for {
		var block *pem.Block
		if block, text = pem.Decode(text); block == nil {
			break
		}
		parsed, err := x509.ParsePKIXPublicKey(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("cannot read a public key: %w", err)
		}
		public, ok := parsed.(ed25519.PublicKey)
		if !ok {
			return nil, errors.New("cannot use a public key that is no Ed25519 key")
		}
		keys[IDOf(public)] = &Public{PublicKey: public}
	}
	if len(keys) == 0 {
		return nil, errors.New("there is no public key (PEM) in it")
	}
	return keys, nil
}

// EncodePublic is a public key as PEM text.
func EncodePublic(public ed25519.PublicKey) ([]byte, error) {
	der, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}), nil
}

// publish adds a public key to the public file, where it is not there already.
func publish(dir string, public ed25519.PublicKey) error {
	path := filepath.Join(dir, PublicFile)
	text, err := EncodePublic(public)
	if err != nil {
		return err
	}
	there, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot keep the public key of the ledger: %w", err)
	}
	if bytes.Contains(there, text) {
		return nil
	}
	if err := replace(path, append(there, text...)); err != nil {
		return fmt.Errorf("cannot keep the public key of the ledger: %w", err)
	}
	return nil
}

// replace writes a file (mode 0600) in one step.
func replace(path string, text []byte) error {
	return throughTemp(path, text, func(temp string) error { return os.Rename(temp, path) })
}

// WriteOnce writes a file (mode 0600) in one step, where there is none, and returns
// what is in it: two processes that start together agree on one.
func WriteOnce(path string, text []byte) ([]byte, error) {
	err := throughTemp(path, text, func(temp string) error {
		if err := os.Link(temp, path); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

func throughTemp(path string, text []byte, place func(temp string) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(text)
	if err = errors.Join(err, temp.Sync(), temp.Close()); err != nil {
		return err
	}
	return place(temp.Name())
}
