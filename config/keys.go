package config

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
)

const (
	keyPrefix  = "vs-"
	hashPrefix = "sha256:"
	keyBytes   = 24 // 192 bits
)

// NewKey makes an app key and the hash to put in the configuration. A key is
// random as a whole, so a fast hash is enough: there is nothing to guess.
func NewKey(random io.Reader) (key, hash string, err error) {
	var secret [keyBytes]byte
	if _, err := io.ReadFull(random, secret[:]); err != nil {
		return "", "", fmt.Errorf("cannot make a key: %w", err)
	}
	key = keyPrefix + base64.RawURLEncoding.EncodeToString(secret[:])
	return key, HashKey(key), nil
}

// HashKey returns the hash of a key as a configuration holds it.
func HashKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hashPrefix + hex.EncodeToString(sum[:])
}

// isHash reports whether a text has the form of a hash.
func isHash(s string) bool { return checks()["key_hash"](s) == "" }
