package store

import (
	"crypto/sha256"
	"errors"
	"hash/fnv"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// Bounds of what a row holds of a text.
const questionRunes = 240

// hashedText begins what the ledger keeps in the place of a text under
// content: hashed.
const hashedText = "hmac-sha256:"

// hash identifies a chunk's text: the first half of its SHA-256.
type hash [16]byte

func hashOf(text string) hash {
	sum := sha256.Sum256(view(text))
	return hash(sum[:16])
}

// view is a text as bytes, which must only be read: a long trace has a hundred kilobytes of them.
func view(text string) []byte { return unsafe.Slice(unsafe.StringData(text), len(text)) }

var errNoTrace = errors.New("the line holds no trace")

// hashes are those of the texts that are kept apart, one behind the other, each once.
func (r *row) hashes() []byte {
	if len(r.apart) == 0 {
		return []byte{}
	}
	out := make([]byte, 0, len(r.apart)*len(hash{}))
	seen := make(map[hash]bool, len(r.apart))
	for _, c := range r.apart {
		if !seen[c.hash] {
			seen[c.hash] = true
			out = append(out, c.hash[:]...)
		}
	}
	return out
}

// sequenceBits tell the traces of one millisecond apart.
const sequenceBits = 21

// sequence is a trace's place in the order of time: its milliseconds, and
// behind them a few bits of its id.
func sequence(at int64, id string) int64 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id)) // never fails
	return since(at) | int64(h.Sum32()&(1<<sequenceBits-1))
}

// since is the least sequence of a time in milliseconds.
func since(ms int64) int64 { return min(max(ms, 0), 1<<(63-sequenceBits)-1) << sequenceBits }

// plain takes out what PostgreSQL takes in no text.
func plain(s string) string { return strings.ReplaceAll(s, "\x00", "\ufffd") }

// clip cuts a text to at most n bytes, between two characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// clipRunes cuts a text to at most n code points.
func clipRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
