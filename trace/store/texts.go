package store

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
	"unsafe"

	"github.com/klauspost/compress/s2"
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

// packed begins what pack has made.
const packed = 0b110

// dictionaryText is what traces have in common: names of members, and values
// that come up again and again. It takes part in what is stored, and is never
// changed: another one needs another first byte.
//
//go:embed pack.dict
var dictionaryText []byte

// dictionary is made when it is needed first.
var dictionary = sync.OnceValue(func() *s2.Dict { return s2.MakeDict(dictionaryText, nil) })

// packedProse begins what packProse has made.
const packedProse = 0b111

// pack compresses a trace, in a tenth of the time that DEFLATE takes, to half as
// much. It is also what makes a text with NUL bytes harmless, which PostgreSQL takes in
// no text column.
func pack(text []byte) []byte {
	if len(text) > mostCommon {
		return packProse(text)
	}
	return packBy(packed, dictionary().Encode, text)
}

// mostCommon is how long a trace may be of which the dictionary saves more than it costs: a longer one holds the text of
// its chunks, or repeats itself.
const mostCommon = 32 << 10

// packProse compresses running prose, which has nothing in common with the dictionary:
// without it the result is smaller, and takes two thirds of the time.
func packProse(text []byte) []byte { return packBy(packedProse, s2.Encode, text) }

func packBy(mark byte, encode func(dst, src []byte) []byte, text []byte) []byte {
	room := rooms.Get().(*[]byte)
	*room = slices.Grow((*room)[:0], 1+s2.MaxEncodedLen(len(text)))
	out := append(*room, mark)
	out = out[:1+len(encode(out[1:cap(out)], text))]
	kept := bytes.Clone(out) // a tenth of the room, mostly
	if cap(*room) <= mostRoom {
		rooms.Put(room)
	}
	return kept
}

// rooms are for packing in; large ones are not kept.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

const mostRoom = 1 << 20

var errPacked = errors.New("cannot decompress what is stored")

// longest is the longest value that either database takes, in bytes: a broken
// one that tells of more does not get the memory for it.
const longest = 1 << 30

// unpack undoes pack.
func unpack(stored []byte) (text []byte, err error) {
	if len(stored) == 0 {
		return nil, errPacked
	}
	mark, stored := stored[0], stored[1:]
	switch n, bad := s2.DecodedLen(stored); {
	case bad != nil || n > longest:
		err = s2.ErrTooLarge
	case mark == packed:
		text, err = dictionary().Decode(nil, stored)
	case mark == packedProse:
		text, err = s2.Decode(nil, stored)
	default:
		return nil, errPacked
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errPacked, err)
	}
	return text, nil
}
