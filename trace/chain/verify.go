package chain

import (
	"bytes"
	"fmt"
	"io"
	"time"
)

// MostUnsigned is how many lines of a chain stand between two signed ones at most.
const MostUnsigned = 1000

// Place is a line of a file, counted from 1.
type Place struct {
	File string
	Line int
}

func (p Place) String() string {
	if p.Line == 0 {
		return p.File // what is no file has no lines
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// Said is what there is to say of a line.
type Said struct {
	Place
	What string
	// Since is the last signed line in front of it, where what is wrong may
	// have begun at any line behind that one; else it is empty.
	Since Place
}

// Summary says what was read.
type Summary struct {
	Files, Lines  int
	Traces        int // in the chain, and as they were written
	Records       int // signed lines that are no traces
	Removed       int // of these, lines that stand for deleted ones
	Unchained     int // lines in front of the chain's first
	First, Last   uint64
	Signed        time.Time // of the newest signature that fits
	Unsigned      int       // lines behind it
	Problems      int
	LastSignature Place
	// The lines behind the last signature, which nobody vouches for; empty where
	// there are none.
	Behind, End Place
}

// Verifier holds the lines of files against each other. Its memory does not grow
// with their number.
type Verifier struct {
	Keys     Keys       // that may have signed; grows with those that a signed line names
	Head     *Head      // how far the chain was signed, where that is known from elsewhere
	Complete bool       // the files are all that there are
	Problem  func(Said) // is told of every line that is not as it was written
	Note     func(Said) // is told of what is worth knowing, and no fault
	// Trace is handed the object of every trace, without its closing brace, whether or not it stands in its place; may be nil.
	Trace func(at Place, object []byte)

	// is handed every record whose signature fits, and what stands for a deleted line from before the chain; may be nil
	Record func(Place, Record)

	sum    Summary
	begun  bool
	first  item
	last   item // the last line that belongs to the chain; of its fields n and hash are where the chain is
	signed Place
	front  Front // as signed lines tell it
	queued *item // read, and judged when the next one is

	writers int     // processes that have begun to write and not ended, as far as is known
	shut    bool    // the last signed line says that no process writes any more
	told    bool    // a line was told of behind that one
	signers signers // keys that have signed so far, and those for which they did
}

// item is what is known of a line.
type item struct {
	at      Place
	link    Link // hash: by which the next line names it
	prev    Hash
	chained bool
	ended   bool
	record  Record
	proof   proof
	blank   bool  // its words were taken out, and there was no room to say so
	of      *Hash // of the line that stood here, where a line that is none of a chain says so
}

// proof says what the signature of a line is worth.
type proof int

const (
	unsigned proof = iota
	valid
	unknownKey
	invalid
	missing // a record without one
	retired
)

// Read reads a file of the chain. They come in the order in which they were
// written.
func (v *Verifier) Read(name string, in io.Reader) error {
	v.sum.Files++
	if v.last.at == (Place{}) {
		v.last.at = Place{File: name} // should it hold no line
	}
	err := EachLine(in, func(n int, line []byte) error {
		v.sum.Lines++
		v.take(v.item(Place{name, n}, line))
		return nil
	})
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return err
}

// item looks at a line alone.
func (v *Verifier) item(at Place, line []byte) *item {
	i := &item{at: at, ended: bytes.HasSuffix(line, []byte{'\n'}), link: Link{Hash: HashOf(line)}}
	l, ok := Parse(line)
	if !ok {
		if r, of, removed := removedIn(line); removed {
			i.of = &of
			if v.Record != nil {
				v.Record(at, r)
			}
		}
		i.blank = IsBlank(line)
		return i
	}
	i.chained, i.link.N, i.prev = true, l.N, l.Prev
	if !IsRecord(l.Object) && l.Signature == nil {
		if v.sum.Traces++; v.Trace != nil {
			v.Trace(at, l.Object)
		}
		return i
	}
	r, ok := l.record()
	i.record, i.proof = r, v.prove(l, r, ok)
	if i.proof == valid && r.Record == Removed {
		i.link.Hash = l.HashIn(line)
	}
	if i.proof == valid {
		for _, id := range v.Keys.learn(r, l.N) { // for which a known one has signed
			v.signers.add(id)
		}
	}
	return i
}

func (v *Verifier) prove(l Line, r Record, readable bool) proof {
	switch {
	case l.Signature == nil:
		return missing
	case !readable || r.Record == headRecord:
		return invalid
	case v.Keys[r.Key] == nil:
		return unknownKey
	case !v.Keys.verify(r.Key, l):
		return invalid
	case v.Keys.retired(r.Key, l.N):
		return retired
	}
	return valid
}

type signers map[string]bool

// add notes a key, and reports whether that is new.
func (s *signers) add(key string) bool {
	if *s == nil {
		*s = signers{}
	}
	known := (*s)[key]
	(*s)[key] = true
	return !known
}

// take judges the line that was read before, now that the next one is known.
func (v *Verifier) take(next *item) {
	if v.queued != nil {
		v.judge(v.queued, next)
	}
	v.queued = next
}

// Done says what became of it when all files have been read.
func (v *Verifier) Done() Summary {
	v.take(nil)
	v.judgeEnd()
	return v.sum
}

func (v *Verifier) judge(i, next *item) {
	switch {
	case !i.chained:
		v.judgeUnchained(i, next)
		return
	case !v.begun:
		v.begin(i)
	default:
		before := v.sum.Problems
		if !v.joins(i, next) {
			return
		}
		if v.sum.Problems > before {
			v.shut = false // what was told of may be the record that opened it again
		}
	}
	v.accept(i, next)
}

// begin judges the first line of the chain.
func (v *Verifier) begin(i *item) {
	v.begun, v.first = true, *i
	if i.record.Record != Opened {
		v.writers = 2 // who writes here is not in these files: a record closed says it where nobody does any more
	}
	switch {
	case v.sum.Unchained > 0 && i.link.N != 1:
		v.problem(v.last.at, "is not chained, and stands in front of number %d of a chain: it was changed or added", i.link.N)
	case v.sum.Unchained > 0 && i.prev != v.last.link.Hash:
		v.problem(v.last.at, "was changed: it is the last line in front of the chain, which names it")
	case v.sum.Unchained > 0:
		v.note(v.last.at, "the lines up to here were written before there was a chain: they are not chained")
	}
	if i.proof == unsigned {
		v.problem(i.at, "is not signed, as the first line of every file is: it was changed, or lines in front of it were removed")
	}
}

// joins judges whether a line joins the one before, and says which line is wrong where
// it does not. It returns false for a line that does not belong to the chain.
func (v *Verifier) joins(i, next *item) bool {
	last := v.last.link
	switch {
	case i.link.N == last.N+1 && i.prev == last.Hash:
		return true
	case i.link.N == last.N+1:
		return v.broken(i, next)
	case i.link.N > last.N+1:
		return v.gap(i, next)
	case i.link.N == last.N && next != nil && next.chained && next.prev == i.link.Hash && v.last.proof != valid:
		v.problem(v.last.at, "was added: the chain goes on from the line behind it, which has the same number")
		return true
	}
	v.problem(i.at, "was added or moved: its number is %d, behind number %d", i.link.N, last.N)
	return next != nil && next.chained && next.link.N == i.link.N+1 && next.link.N != last.N+1
}

// broken judges a line with the number that is expected and another hash.
func (v *Verifier) broken(i, next *item) bool {
	follows := next != nil && next.chained
	switch {
	case follows && next.link.N == i.link.N && next.prev == v.last.link.Hash:
		v.problem(i.at, "was added")
		return false
	case i.proof == valid:
		v.since(v.last.at, "was changed, or lines in front of it were and the chain was computed anew: the signed line behind it names "+
			"another one")
	case v.last.proof == valid, i.proof == invalid, follows && next.link.N == i.link.N+1 && next.prev != i.link.Hash:
		v.problem(i.at, "was changed")
	case !follows:
		v.problem(v.last.at, "was changed, or the line behind it")
	default:
		v.problem(v.last.at, "was changed: the line behind it names another one")
	}
	return true
}

// gap judges a line whose number is higher than expected.
func (v *Verifier) gap(i, next *item) bool {
	want := v.last.link.N + 1
	switch {
	case i.proof == valid && i.record.Lost > 0:
		v.problem(i.at, "%d signed line(s) in front of it were gone when a gateway opened the file", i.record.Lost)
		return true
	case next != nil && next.chained && next.link.N == want:
		v.problem(i.at, "was added or moved: its number is %d, where %d is expected", i.link.N, want)
		return false
	case next != nil && next.chained && next.link.N == want+1:
		v.problem(i.at, "was changed or moved: its number is %d, where %d is expected", i.link.N, want)
		v.last = item{at: i.at, link: Link{want, next.prev}}
		return false
	}
	v.problem(i.at, "line(s) in front of it were removed or moved: number %d to %d of the chain", want, i.link.N-1)
	return true
}

// judgeUnchained judges a line that is none of a chain.
func (v *Verifier) judgeUnchained(i, next *item) {
	switch {
	case !v.begun:
		v.sum.Unchained++
		if v.last = *i; i.of != nil {
			v.last.link.Hash = *i.of
		}
	case v.shut:
		v.afterClose(i)
		if next != nil && next.chained && next.link.N == v.last.link.N+1 {
			v.last.link.Hash = next.prev
		}
	case next != nil && next.proof == valid && next.record.Torn && next.prev == i.link.Hash:
		v.note(i.at, "was cut off by a crash, as the gateway told when it started again")
		v.last.link.Hash = i.link.Hash
	case next != nil && next.proof == valid && next.record.Torn && (i.blank || i.of != nil && *i.of == next.prev):
		v.note(i.at, "was cut off by a crash, as the gateway told when it started again; what was left of it was deleted since")
		v.last.link.Hash = next.prev
	case next == nil && !i.ended && !v.covers(v.last.link.N+1):
		v.note(i.at, "is not whole: the gateway was killed here, or is writing it")
		v.sum.behind(i.at)
	case next != nil && next.chained && next.link.N == v.last.link.N+1:
		v.problem(i.at, "was added: it is not chained")
	default:
		v.problem(i.at, "was changed or added: it is not chained")
		if next != nil && next.chained {
			v.last = item{at: i.at, link: Link{v.last.link.N + 1, next.prev}}
		}
	}
}

// accept takes a line for the chain's.
func (v *Verifier) accept(i, next *item) {
	v.judgeWriters(i)
	v.judgeProof(i)
	switch {
	case i.ended || next == nil && !v.covers(i.link.N):
	default:
		v.problem(i.at, "lacks its line feed")
	}
	if v.Head != nil && v.Head.Link.N == i.link.N && v.Head.Link.Hash != i.link.Hash {
		v.since(i.at, "was changed, or lines in front of it were and the chain was computed anew: the signed head names another one")
	}
	v.last = *i
}

// covers reports whether the head tells of a line of a number.
func (v *Verifier) covers(n uint64) bool { return v.Head != nil && v.Head.Link.N >= n }

// judgeWriters judges whether there was a process that could have written a line, and
// notes which there are behind it.
func (v *Verifier) judgeWriters(i *item) {
	r := i.record
	opens := i.proof == valid && r.Record == Opened
	if v.shut && !opens {
		v.afterClose(i)
	}
	if i.proof != valid || r.Record == Removed {
		return
	}
	v.shut = false
	switch {
	case opens && r.Alone:
		v.writers = 1
	case opens:
		v.writers++
	case r.Record == Closed && r.Alone:
		v.writers, v.shut, v.told = 0, true, false
	case r.Record == Closed && v.writers > 0:
		v.writers--
		v.shut, v.told = v.writers == 0, false
	}
	if opens {
		v.judgeStart(i)
	}
}

// afterClose tells of a line that stands where no process was writing.
func (v *Verifier) afterClose(i *item) {
	v.told = true
	v.problem(i.at, "was added: it stands behind the record closed at %s, where no process was writing", v.signed)
}

// judgeStart tells what a process found when it began to write.
func (v *Verifier) judgeStart(i *item) {
	r, last := i.record, v.last.at
	if n := int(min(r.Unsigned, uint64(last.Line))); n > 0 {
		v.note(i.at, "the %d line(s) in front of it were first signed at the next start, by this line: before, nobody vouched for them", n)
	}
	if r.Added > 0 && !v.told {
		v.problem(i.at, "%d line(s) in front of it stood behind a record closed when a gateway started: they were added", r.Added)
	}
}

// behind notes that a line stands behind the last signature.
func (s *Summary) behind(at Place) {
	if s.Behind == (Place{}) {
		s.Behind = at
	}
	s.End = at
}

// judgeProof judges the signature of a line, and counts the lines that have none. What
// stands for a deleted line vouches for itself alone: it was made of what stood there.
func (v *Verifier) judgeProof(i *item) {
	switch {
	case i.proof == unsigned:
		v.sum.behind(i.at)
		if v.sum.Unsigned++; v.sum.Unsigned == MostUnsigned+1 {
			v.since(i.at, "is line %d behind the last signed one: a signed line in front of it was removed", v.sum.Unsigned)
		}
		return
	case i.proof == missing:
		v.problem(i.at, "is a record without a signature: it was changed or added")
	case i.proof == unknownKey:
		v.problem(i.at, "is signed with the key %q, which is not among the known ones", i.record.Key)
	case i.proof == retired:
		v.problem(i.at, "was added: it is signed with the key %q, which handed over to another at number %d of the chain",
			i.record.Key, v.Keys[i.record.Key].last)
	case i.proof == invalid:
		v.since(i.at, "was changed, or lines in front of it were and the chain was computed anew: its signature does not fit")
	case i.record.Record == Removed:
		v.sum.Records++
		v.sum.Removed++
		if v.Record != nil {
			v.Record(i.at, i.record)
		}
		return
	default:
		if another := len(v.signers) > 0; v.signers.add(i.record.Key) && another {
			v.note(i.at, "the key %q signs from here on, for which no key before has signed: the private key was lost, or somebody put "+
				"another one in its place. Hold it against a copy of the public keys that you keep elsewhere (--key)", i.record.Key)
		}
		v.sum.Records++
		v.sum.Signed, v.signed = i.record.Time, i.at
		v.sum.Behind, v.sum.End = Place{}, Place{}
		v.front = v.front.With(i.record.Front)
		if v.Record != nil {
			v.Record(i.at, i.record)
		}
		if i.record.leadsElsewhere(&v.first) {
			v.problem(v.first.at, "follows another line than the one that was removed in front of it, as %s tells", i.at)
		}
	}
	v.sum.Unsigned = 0
}

// judgeEnd judges what is not there.
func (v *Verifier) judgeEnd() {
	switch {
	case v.begun:
	case v.sum.Lines > 0:
		v.problem(v.last.at, "no line is chained: these files can tell of no change")
		return
	case v.Head != nil:
		v.problem(v.last.at, "all lines were removed: number 1 to %d of the chain, which were signed on %s", v.Head.Link.N,
			v.Head.Time.UTC().Format(time.RFC3339))
		return
	default:
		return
	}
	if v.Head != nil {
		if err := v.Head.Check(v.Keys); err != nil {
			v.problem(v.last.at, "the head that is kept beside it, or in the store, cannot be believed: %v", err)
		} else {
			v.front = v.front.With(v.Head.Front)
		}
	}
	v.sum.First, v.sum.Last, v.sum.LastSignature = v.first.link.N, v.last.link.N, v.signed
	if first, faults := v.first.link.N, v.front.faults(v.first.link.N, v.Complete); len(faults) > 0 {
		for _, fault := range faults {
			v.problem(v.first.at, "%s", fault)
		}
	} else if first > 1 {
		v.note(v.first.at, "the chain begins at number %d: what came before was removed by the gateway, as it signed", first)
	}
	switch {
	case v.Head == nil:
		v.note(v.last.at, "there is no signed head: whether lines behind the last signed one are gone cannot be told")
	case v.Head.Link.N > v.last.link.N:
		v.problem(v.last.at, "line(s) behind it were removed: number %d to %d of the chain, which were signed on %s",
			v.last.link.N+1, v.Head.Link.N, v.Head.Time.UTC().Format(time.RFC3339))
	}
	if v.sum.Unsigned > 0 {
		v.note(v.last.at, "the last %d line(s) are chained and not signed yet", v.sum.Unsigned)
	}
}

func (v *Verifier) problem(at Place, format string, args ...any) {
	v.sum.Problems++
	v.Problem(Said{Place: at, What: fmt.Sprintf(format, args...)})
}

// since tells of a problem that may have begun anywhere behind the last signature.
func (v *Verifier) since(at Place, format string, args ...any) {
	v.sum.Problems++
	v.Problem(Said{Place: at, What: fmt.Sprintf(format, args...), Since: v.signed})
}

func (v *Verifier) note(at Place, format string, args ...any) {
	v.Note(Said{Place: at, What: fmt.Sprintf(format, args...)})
}
