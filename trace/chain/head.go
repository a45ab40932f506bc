package chain

import (
	"bytes"
	"errors"
	"fmt"
	"time"
)

// headRecord is the kind of a head. It stands in no chain.
const headRecord = "head"

// Head says how far a chain has come. It is kept beside the file, signed: lines
// that are missing at the file's end show.
type Head struct {
	Link  Link
	Time  time.Time
	Front Front // where the kept part of the chain begins
	line  Line
	key   string
}

// EncodeHead is the head of a chain as one line: that of the next line of the
// chain, with its prev.
func EncodeHead(at Link, front Front, now time.Time, key *Key) ([]byte, error) {
	object, err := Record{Record: headRecord, Time: now, Key: key.ID, Front: front}.Encode()
	if err != nil {
		return nil, err
	}
	line, _ := Seal(nil, object, at, key)
	return line, nil
}

// ReadHead reads a head. Whether it can be believed, Check tells.
func ReadHead(line []byte) (*Head, error) {
	l, ok := Parse(bytes.Clone(line))
	r, isRecord := l.record()
	if !ok || !isRecord || r.Record != headRecord {
		return nil, errors.New("it holds no head of a chain")
	}
	return &Head{Link: Link{l.N - 1, l.Prev}, Time: r.Time, Front: r.Front, line: l, key: r.Key}, nil
}

// Key is the id of the key that is said to have signed it.
func (h *Head) Key() string { return h.key }

// Check reports why a head cannot be believed: none of some keys has signed it.
func (h *Head) Check(keys Keys) error {
	switch {
	case keys[h.key] == nil:
		return fmt.Errorf("it is signed with the key %q, which is not among the known ones", h.key)
	case !keys.verify(h.key, h.line):
		return errors.New("its signature does not fit")
	}
	return nil
}
