package chain

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// Hash is the SHA-256 of a line without its line feed.
type Hash [sha256.Size]byte

// Link is where a chain has come to: the number and the hash of its last line.
// The zero Link is in front of a chain's first line.
type Link struct {
	N    uint64
	Hash Hash
}

// HashOf is the hash of a line, which may end with a line feed.
func HashOf(line []byte) Hash { return sha256.Sum256(bytes.TrimSuffix(line, []byte{'\n'})) }

// What a line ends with.
const (
	numberKey    = `,"n":`
	prevKey      = `,"prev":"`
	signatureKey = `,"signature":"`
	lineEnd      = `"}`

	prevLength      = len(prevKey) + 2*sha256.Size
	signatureText   = (ed25519.SignatureSize + 2) / 3 * 4 // base64, padded
	signatureLength = len(signatureKey) + signatureText
	mostDigits      = 20
	// Room is how many bytes Seal adds to a line at most.
	Room = len(numberKey) + mostDigits + prevLength + 1 + signatureLength
)

// Seal appends a JSON object as the next line of a chain, with its line feed, and
// returns where the chain has come to. object may end with a line feed.
// With a key the line is signed.
func Seal(dst, object []byte, after Link, key *Key) ([]byte, Link) {
	return SealIn(append(dst, object...), len(dst), after, key)
}

// SealIn does so with an object that was appended already: dst[start:].
func SealIn(dst []byte, start int, after Link, key *Key) ([]byte, Link) {
	dst = bytes.TrimSuffix(dst, []byte{'\n'})
	dst = appendLink(dst[:len(dst)-1], after.N+1, after.Hash)
	if key != nil {
		dst = key.sign(dst, start)
	}
	dst = append(dst, '}')
	next := Link{after.N + 1, sha256.Sum256(dst[start:])}
	return append(dst, '\n'), next
}

func appendLink(dst []byte, n uint64, prev Hash) []byte {
	dst = strconv.AppendUint(append(dst, numberKey...), n, 10)
	dst = hex.AppendEncode(append(dst, prevKey...), prev[:])
	return append(dst, '"')
}

// Line is a line of a chain, taken apart.
type Line struct {
	Object    []byte // the JSON object that was sealed, without its closing brace
	N         uint64
	Prev      Hash
	Signed    []byte // what the signature covers
	Signature []byte // nil where there is none
}

// Parse takes a line of a chain apart. It returns false where a line is none. The
// object's own members are not looked at.
func Parse(line []byte) (Line, bool) {
	var l Line
	rest, ok := bytes.CutSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte(lineEnd))
	if !ok {
		return l, false
	}
	if at := len(rest) - signatureLength; at > 0 && string(rest[at:at+len(signatureKey)]) == signatureKey {
		signature, err := base64.StdEncoding.Strict().AppendDecode(nil, rest[at+len(signatureKey):])
		if err != nil {
			return l, false
		}
		l.Signed, l.Signature = rest[:at], signature
		if rest, ok = bytes.CutSuffix(rest[:at], []byte{'"'}); !ok {
			return l, false
		}
	}
	at := len(rest) - prevLength
	if at < 0 || string(rest[at:at+len(prevKey)]) != prevKey || !decodeHash(&l.Prev, rest[at+len(prevKey):]) {
		return l, false
	}
	rest = rest[:at]
	at = bytes.LastIndexByte(rest[max(0, len(rest)-mostDigits-1):], ':')
	at += max(0, len(rest)-mostDigits-1) + 1
	n, err := strconv.ParseUint(string(rest[at:]), 10, 64)
	if err != nil || !bytes.HasSuffix(rest[:at], []byte(numberKey)) || n == 0 || rest[at] == '0' {
		return l, false
	}
	l.N, l.Object = n, rest[:at-len(numberKey)]
	return l, len(l.Object) > 0 && l.Object[0] == '{'
}

// decodeHash reads a hash as Seal writes it: in lower case, so that a line has one
// spelling only.
func decodeHash(h *Hash, text []byte) bool {
	n, err := hex.Decode(h[:], text)
	return err == nil && n == len(h) && !bytes.ContainsAny(text, "ABCDEF")
}

// EachLine hands on the lines of a file with their line feeds, counted from 1, until take has an error. The last one has none
// where a crash cut it off, or it is still being written. They are valid during the call.
func EachLine(f io.Reader, take func(n int, line []byte) error) error {
	in := bufio.NewReaderSize(f, 64<<10)
	var line []byte
	for n := 1; ; n++ {
		var err error
		for line, err = line[:0], bufio.ErrBufferFull; errors.Is(err, bufio.ErrBufferFull); {
			var piece []byte
			piece, err = in.ReadSlice('\n')
			line = append(line, piece...)
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("cannot read the lines: %w", err)
		}
		if len(line) > 0 {
			if failed := take(n, line); failed != nil {
				return failed
			}
		}
		if err != nil {
			return nil
		}
	}
}
