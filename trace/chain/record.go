package chain

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Kinds of records.
const (
	Checkpoint    = "checkpoint"    // signs what came before
	Opened        = "opened"        // a process began to write here
	Closed        = "closed"        // a process ended as it should
	NewKey        = "key"           // from here on another key may sign
	Removed       = "removed"       // stands in the place of a line that was deleted
	Dropped       = "dropped"       // a file of lines is deleted, from the front of the chain
	Configuration = "configuration" // the rules in force from here on
	PolicyText    = "policy"        // a policy, under the hash by which traces name it
	Accessed      = "access"        // somebody read, exported or deleted
	Feedback      = "feedback"      // what somebody said of a trace; it is deleted as a trace is
	Stored        = "store"         // which store the traces are in as well, and how whole it is
)

// Record is a signed line of a chain that is no trace. Each kind has members of
// its own.
type Record struct {
	Record string    `json:"record"` // its kind
	Time   time.Time `json:"time"`
	Key    string    `json:"key"` // id of the key that signs it

	// Of checkpoint, opened, closed, dropped and of a head.
	Front

	// Of opened and closed.
	Alone bool `json:"alone,omitempty"` // no other process had the file open

	// Of opened.
	Engine   string `json:"engine,omitempty"`
	Torn     bool   `json:"torn,omitempty"`     // the line before was cut off by a crash
	Lost     uint64 `json:"lost,omitempty"`     // signed lines that were gone from the end of the file
	Unsigned uint64 `json:"unsigned,omitempty"` // lines in front of it that nobody had signed: another process ended without a word
	Added    uint64 `json:"added,omitempty"`    // lines in front of it behind a closed record: no process had written them

	// Of key: the new one, PEM.
	Public string `json:"public,omitempty"`

	// Of dropped: which lines.
	Lines *Span `json:"lines,omitempty"`

	// Of removed: why, the hash of the line that stood here, and the id of its trace. Of dropped: why, and the
	// hash of its last line, which the first one that is kept calls prev.
	Why   string `json:"why,omitempty"`
	Of    string `json:"of,omitempty"`
	Trace string `json:"trace,omitempty"`

	// Of the others: what there is to say.
	Told json.RawMessage `json:"told,omitempty"`
}

// recordStart begins the line of a record, and of nothing else.
var recordStart = []byte(`{"record":"`)

// IsRecord reports whether a line is a record, and so no trace.
func IsRecord(line []byte) bool { return bytes.HasPrefix(line, recordStart) }

// Encode is a record as a JSON object, to be sealed with the key that it names.
func (r Record) Encode() ([]byte, error) {
	r.Time = r.Time.UTC().Truncate(time.Millisecond)
	return json.Marshal(r)
}

// record reads the record in a line of a chain.
func (l Line) record() (Record, bool) {
	var r Record
	if !IsRecord(l.Object) {
		return r, false
	}
	return r, json.Unmarshal(append(bytes.Clone(l.Object), '}'), &r) == nil
}

// RecordIn reads the record in a line that one of some keys has signed, unless that had handed over to another; false for any
// other line. It takes over what the record tells of keys.
func (k Keys) RecordIn(line []byte) (Record, bool) {
	l, _ := Parse(line)
	r, ok := l.record()
	if ok {
		_, ok = k.Signed(r.Key, line)
		ok = ok && !k.retired(r.Key, l.N)
	}
	if ok {
		k.learn(r, l.N)
	}
	return r, ok
}

// HashIn is the hash by which the next line names a line: its own, or of a record
// that stands for a removed one, that of the line that stood there.
func (l Line) HashIn(line []byte) Hash {
	if r, ok := l.record(); ok && r.Record == Removed {
		var h Hash
		if decodeHash(&h, []byte(r.Of)) {
			return h
		}
	}
	return HashOf(line)
}

// Deletion says that a line is deleted.
type Deletion struct {
	Why   string
	Trace string // its id, which names nobody; "" where the line holds none
	Time  time.Time
}

// Tombstone makes the signed line that takes the place of another one: with its
// number, and its prev. What is no line of a chain gets one without, and white space where even that has no
// room: a crash cut it off. The line is as long as the one before, so that it can be written in its place.
func Tombstone(line []byte, d Deletion, key *Key) ([]byte, error) {
	hash, l, chained := HashOf(line), Line{}, false
	if l, chained = Parse(line); chained {
		hash = l.HashIn(line)
	}
	tail := 1
	if chained {
		tail = len(appendLink(nil, l.N, l.Prev)) + signatureLength + 2
	}
	length := len(bytes.TrimSuffix(line, []byte{'\n'}))
	for _, id := range [...]string{d.Trace, ""} {
		object, err := Record{Record: Removed, Time: d.Time, Key: key.ID, Why: d.Why, Of: hex.EncodeToString(hash[:]), Trace: id}.Encode()
		if err != nil {
			return nil, err
		}
		blank := length - (len(object) - 1) - tail
		if blank < 0 {
			continue
		}
		out := append(make([]byte, 0, length+1), object[:len(object)-1]...)
		out = append(out, bytes.Repeat([]byte{' '}, blank)...)
		if chained {
			out = key.sign(appendLink(out, l.N, l.Prev), 0)
		}
		return append(out, "}\n"...)[:len(line)], nil
	}
	return append(bytes.Repeat([]byte{' '}, length), '\n')[:len(line)], nil
}

// IsBlank reports whether a line is what takes the place of one that had no room for a record.
func IsBlank(line []byte) bool { return len(bytes.Trim(line, " \n")) == 0 }

// removedIn is the hash of the line in whose place one stands that is none of a chain; false where it stands in the place
// of none.
func removedIn(line []byte) (r Record, of Hash, ok bool) {
	r, ok = Line{Object: bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'}'})}.record()
	ok = ok && r.Record == Removed && decodeHash(&of, []byte(r.Of))
	return r, of, ok
}

// RemovedIn reads the record in a line that stands for a deleted one: one that some key has signed, or one in the place of a line
// that was none of a chain, which has no room in one.
func (k Keys) RemovedIn(line []byte) (Record, bool) {
	if _, chained := Parse(line); chained {
		r, ok := k.RecordIn(line)
		return r, ok && r.Record == Removed
	}
	r, _, ok := removedIn(line)
	return r, ok
}

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
	case keys.retired(h.key, h.Link.N):
		return fmt.Errorf("it is signed with the key %q, which had handed over to another", h.key)
	}
	return nil
}
