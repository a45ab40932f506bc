package chain

import (
	"errors"
	"time"
)

// headRecord is the kind of a head. It stands in no chain.
const headRecord = "head"

// Head says how far a chain has come. It is kept beside the file, signed: lines
// that are missing at the file's end show.
type Head struct {
	Link Link
	Time time.Time
}

// EncodeHead is the head of a chain as one line: that of the next line of the
// chain, with its prev.
func EncodeHead(at Link, now time.Time, key *Key) ([]byte, error) {
	object, err := Record{Record: headRecord, Time: now, Key: key.ID}.Encode()
	if err != nil {
		return nil, err
	}
	line, _ := Seal(nil, object, at, key)
	return line, nil
}

// ReadHead reads a head that one of some keys has signed.
func ReadHead(line []byte, keys Keys) (*Head, error) {
	l, ok := Parse(line)
	r, isRecord := l.record()
	switch {
	case !ok || !isRecord || r.Record != headRecord:
		return nil, errors.New("it holds no head of a chain")
	case keys[r.Key] == nil:
		return nil, errors.New("it is signed with the key " + r.Key + ", which is not among the known ones")
	case !keys.verify(r.Key, l):
		return nil, errors.New("its signature does not fit")
	}
	return &Head{Link{l.N - 1, l.Prev}, r.Time}, nil
}
