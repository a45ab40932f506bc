package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"testing"
)

func texts() []string {
	return []string{"", "x", "\x00\x06", string(one(1).line()), strings.Repeat("Adults may take one gram. ", 400), strings.Repeat("\x06", 70_000)}
}

func TestUnpackUndoesPack(t *testing.T) {
	for _, text := range texts() {
		got, err := unpack(pack([]byte(text)))
		if err != nil || string(got) != text {
			t.Errorf("%.20q: %.20q, %v", text, got, err)
		}
	}
}

func TestWhatIsBrokenIsNotUnpacked(t *testing.T) {
	whole := pack(one(1).line())
	for _, stored := range [][]byte{nil, {packed}, {packed, 200, 200}, whole[:len(whole)/2], {1, 2, 3}} {
		if text, err := unpack(stored); !errors.Is(err, errPacked) {
			t.Errorf("%x gives %q, %v", stored, text, err)
		}
	}
}

// TestTheDictionaryIsTheOneThatWasReleased: what is stored cannot be read with
// another one.
func TestTheDictionaryIsTheOneThatWasReleased(t *testing.T) {
	sum := sha256.Sum256(dictionaryText)
	if got := hex.EncodeToString(sum[:8]); got != "4f5d2d1216f6cf86" {
		t.Errorf("pack.dict has changed (%s)", got)
	}
}

func FuzzUnpack(f *testing.F) {
	for _, text := range texts() {
		f.Add(pack([]byte(text)))
	}
	f.Fuzz(func(t *testing.T, stored []byte) {
		text, err := unpack(stored)
		if err != nil {
			return
		}
		if again, err := unpack(pack(text)); err != nil || !bytes.Equal(again, text) {
			t.Errorf("%q becomes %q, %v", text, again, err)
		}
	})
}
