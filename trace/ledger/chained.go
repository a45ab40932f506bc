package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"vouchsafe/trace/chain"
)

// signEvery is how often what was written is signed, where less than
// chain.MostUnsigned lines came.
const signEvery = time.Minute

// linkRoom is what a line may take in a chain besides its own bytes.
const linkRoom = int64(chain.Room + 512) // a checkpoint may come before it

// chained makes a chain of a file's lines, and signs it.
type chained struct {
	progress
	dir      string
	engine   string
	key      *chain.Key
	keyFile  os.FileInfo // as it was when the key was read
	head     chain.Link  // how far it had come when it was last told beside the file
	torn     bool        // the last line was cut off by a crash
	lost     uint64      // signed lines that are gone from the end of the file
	found    behind      // what stood behind the last signed line when this process came, or came back
	presence presence
	standing []chain.Record
	failed   func(error) // told of lines that no process has written
	heads    *Heads
	recalled *chain.Head // by heads, at the start; nil for none
}

// Heads remember how far the chain in a file was signed: whoever deletes the file, and what is told beside it, is found out
// by them. key is the id of the key that signs it.
type Heads struct {
	Recall func(key string) (head []byte, err error) // nil: none is known
	Keep   func(key string, n uint64, head []byte)   // waits for nothing
}

// progress is where a chain has come to.
type progress struct {
	at       chain.Link
	unsigned int // lines behind the last signed one
	front    chain.Front
	opened   bool   // it was written that this process writes here
	written  uint64 // number of the last line that this process wrote
}

func newChained(o Options) (*chained, error) {
	c := &chained{dir: filepath.Dir(o.Path), engine: o.Engine, failed: o.OnError, heads: o.Heads}
	if err := c.readKey(o.Path); err != nil {
		return nil, err
	}
	c.recall()
	var err error
	if c.presence, err = openPresence(o.Path); err != nil {
		return nil, err
	}
	c.head, _ = c.readHead(o.Path)
	return c, nil
}

// recall asks the one who remembers. What it says needs no signature: where the key is gone as well, none can be checked.
func (c *chained) recall() {
	if c.heads == nil {
		return
	}
	text, err := c.heads.Recall(c.key.ID)
	if err == nil && text != nil {
		c.recalled, err = chain.ReadHead(text)
	}
	if err != nil {
		c.tell(fmt.Errorf("cannot find out how far the ledger had come: %w", err))
	}
}

func (c *chained) readKey(path string) (err error) {
	var missing error
	c.keyFile, missing = os.Stat(filepath.Join(c.dir, chain.KeyFile)) // before it is read: a later change is then seen
	was := c.publicKeys()
	_, noHead := os.Stat(HeadPath(path))
	c.key, err = chain.OpenKey(c.dir)
	if err == nil && errors.Is(missing, fs.ErrNotExist) && was[c.key.ID] == nil && (len(was) > 0 || noHead == nil) {
		c.tell(fmt.Errorf("%w: %s was gone, and %q is the new one", ErrNewKey, filepath.Join(c.dir, chain.KeyFile), c.key.ID))
	}
	return err
}

// ErrNewKey is what it is that a key was made where there had been one before.
var ErrNewKey = errors.New("the key that signs the ledger is another one")

// tell tells of what is not as it was left.
func (c *chained) tell(err error) {
	if c.failed != nil {
		c.failed(err)
	}
}

// renewKey takes another key into use, where one was put in the place of the
// one before.
func (c *chained) renewKey() {
	info, err := os.Stat(filepath.Join(c.dir, chain.KeyFile))
	if err != nil || c.keyFile != nil && os.SameFile(info, c.keyFile) && info.ModTime().Equal(c.keyFile.ModTime()) {
		return
	}
	if key, err := chain.OpenKey(c.dir); err == nil {
		c.key, c.keyFile = key, info
	}
}

// HeadPath is where it is told how far the chain in a file has come.
func HeadPath(path string) string { return path + ".head" }

// readHead is how far the chain had come when that was last told, and where it began.
func (c *chained) readHead(path string) (chain.Link, chain.Front) {
	head, err := ReadHead(path)
	if err != nil || head == nil || head.Check(c.publicKeys()) != nil {
		head = &chain.Head{}
	}
	if c.recalled == nil {
		return head.Link, head.Front
	}
	if head.Link.N < c.recalled.Link.N {
		return c.recalled.Link, head.Front.With(c.recalled.Front)
	}
	return head.Link, head.Front.With(c.recalled.Front)
}

// publicKeys are those beside the file; none where they cannot be read.
func (c *chained) publicKeys() chain.Keys {
	keys, _ := c.knownKeys()
	return keys
}

func (c *chained) knownKeys() (chain.Keys, error) {
	text, err := os.ReadFile(filepath.Join(c.dir, chain.PublicFile))
	if err != nil {
		return nil, err
	}
	return chain.ReadKeys(text)
}

// ReadHead reads how far the chain in a file was signed, as it is told beside it;
// nil where it is not.
func ReadHead(path string) (*chain.Head, error) {
	text, err := os.ReadFile(HeadPath(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return chain.ReadHead(text)
}

// resume continues the chain behind what is in the file.
func (c *chained) resume(l *file, found fileEnd) {
	known := max(c.at.N, c.head.N)
	if c.opened {
		c.found = behind{}
	}
	if l.size == 0 {
		c.start(l)
		return
	}
	at := found.link
	c.torn, c.lost = found.unchained && (at.N > 0 || known > 0), max(known, at.N)-at.N
	if c.torn || c.lost > 0 {
		c.opened = false
	}
	c.tellCut(l.path, at.N)
	at.N += c.lost
	if c.at != at {
		c.lookBehind(l.f, l.size)
		c.unsigned = chain.MostUnsigned // nobody here knows how many there are
	}
	c.at = at
}

// tellCut says in the log that signed lines are gone from the end of a file, which now ends with a number.
func (c *chained) tellCut(path string, last uint64) {
	if c.lost > 0 {
		c.tell(fmt.Errorf("%w: %s ends with number %d of the chain, which was signed up to number %d", ErrGone, path, last, last+c.lost))
	}
}

// lookBehind looks at what stands behind the last signed line of a file that this process did
// not leave so. Where another process writes too that is its affair; where none does, it
// ended without a word, or somebody added lines: the next record tells.
func (c *chained) lookBehind(f *os.File, size int64) {
	if c.found = (behind{}); !c.presence.alone() {
		return
	}
	found, err := behindSignature(f, size, c.publicKeys(), c.written)
	if err != nil || found == (behind{}) {
		return
	}
	c.found, c.opened = found, false
	if found.added > 0 {
		c.tell(fmt.Errorf("%w: %s, %d line(s) behind the record closed of its last process", ErrAdded, f.Name(), found.added))
	}
}

// start continues the chain in a new file: behind the file before it, to which another process may
// have written last, or what was told when that was moved away.
func (c *chained) start(l *file) {
	fresh := c.at.N == 0
	if fresh {
		c.at = c.head
	}
	f, err := os.Open(numbered(l.path, 1))
	if err != nil {
		if head, _ := c.readHead(l.path); head.N > c.at.N {
			c.at = head
		}
		return
	}
	defer f.Close()
	waitFor(f)
	switch before, size, err := endOf(f); {
	case err != nil:
	case before.link.N > c.at.N, fresh && before.link.N == c.at.N:
		if fresh {
			c.lookBehind(f, size)
		}
		c.at = before.link
	case fresh && l.keep > 0: // the file behind it is gone
		c.lost = c.at.N - before.link.N
		c.tellCut(f.Name(), before.link.N)
	}
}

// waitFor waits until no process writes to a file that has got another name.
func waitFor(f *os.File) {
	for started := time.Now(); !lock(f) && time.Since(started) < lockPatience; {
		time.Sleep(time.Millisecond)
	}
	unlock(f)
}

// prepare makes the text of lines, linked and signed where it is time to.
func (c *chained) prepare(l *file, entries []entry, b *prepared) {
	p := c.progress
	add := func(start int, key *chain.Key, lasts bool, count int) {
		b.text, p.at = chain.SealIn(b.text, start, p.at, key)
		p.written, b.signed = p.at.N, b.signed || key != nil
		if p.unsigned++; lasts {
			p.unsigned = 0
		}
		b.ends = append(b.ends, end{len(b.text), count, p})
	}
	tell := func(r chain.Record, count int) {
		switch r.Record {
		case chain.Checkpoint, chain.Closed, chain.Opened, chain.Dropped:
			p.front = c.frontBehind(l, p.front, r)
			r.Front = p.front
		case chain.NewKey:
			p.front = p.front.With(chain.Front{Retired: map[string]uint64{c.key.ID: p.at.N + 1}})
		}
		if r.Record == chain.Closed || r.Record == chain.Opened {
			r.Alone = c.presence.alone()
		}
		if object, err := c.encode(r); err == nil {
			start := len(b.text)
			b.text = append(b.text, object...)
			add(start, c.key, r.Record != chain.Feedback, count) // which may be deleted, with its signature
		}
	}
	for _, r := range c.preamble(l.size == 0, &p) {
		tell(r, 0)
	}
	for i, e := range entries {
		if e.record != nil {
			if i > 0 && l.ends(len(b.text), len(b.text)+e.bytes) {
				return
			}
			c.remember(*e.record)
			tell(*e.record, i+1)
			continue
		}
		if p.unsigned >= chain.MostUnsigned {
			tell(checkpoint(chain.Checkpoint), i)
		}
		start := len(b.text)
		if i == 0 || start < mostWritten {
			b.text = l.appendLine(b.text, e)
		}
		if i > 0 && l.ends(start, len(b.text)) {
			b.text = b.text[:start]
			return
		}
		add(start, nil, false, i+1)
	}
}

// preamble are the records that come before any line: at the start of a process, and
// of a file, which tells again under which rules its traces came about.
func (c *chained) preamble(fresh bool, p *progress) []chain.Record {
	var out []chain.Record
	if !p.opened {
		r := chain.Record{Record: chain.Opened, Time: time.Now(), Engine: c.engine, Torn: c.torn, Lost: c.lost,
			Unsigned: c.found.unsigned, Added: c.found.added}
		p.opened, out = true, append(out, r)
	} else if fresh {
		out = append(out, checkpoint(chain.Checkpoint))
	}
	if fresh {
		out = append(out, c.standing...)
	}
	return out
}

func checkpoint(kind string) chain.Record { return chain.Record{Record: kind, Time: time.Now()} }

func (c *chained) encode(r chain.Record) ([]byte, error) {
	r.Key = c.key.ID
	return r.Encode()
}

// remember keeps the records that tell under which rules traces come about, and where they are besides.
func (c *chained) remember(r chain.Record) {
	switch r.Record {
	case chain.Configuration:
		c.standing = slices.DeleteFunc(c.standing, func(old chain.Record) bool { return old.Record != chain.Stored })
		c.standing = append(c.standing, r)
	case chain.Stored:
		c.standing = slices.DeleteFunc(c.standing, func(old chain.Record) bool { return old.Record == chain.Stored })
		c.standing = append(c.standing, r)
	case chain.PolicyText:
		c.standing = append(c.standing, r)
	}
}

// sign signs what was written since the last signature, and tells how far the
// chain has come. last is said at the end of the process.
func (l *file) sign(last bool) error {
	c := l.chain
	if c == nil || !c.opened || c.unsigned == 0 && !last && c.head == c.at {
		return nil
	}
	if c.unsigned > 0 || last {
		kind := chain.Checkpoint
		if last {
			kind = chain.Closed
		}
		r := checkpoint(kind)
		if _, err := l.writeSome([]entry{recordEntry(r)}); err != nil {
			return err
		}
	}
	release, err := l.claim() // another process would write the same head, or an older one
	if err != nil {
		return err
	}
	defer release()
	return l.tellHead()
}

// tellHead writes how far the chain has come beside the file. The lines outlast a
// power failure before it does: it never tells of lines that are not there.
func (l *file) tellHead() error {
	c := l.chain
	if l.f == nil || c.head == c.at {
		return nil
	}
	if err := l.f.Sync(); err != nil {
		return fmt.Errorf("cannot make the ledger durable: %w", err)
	}
	_, told := c.readHead(l.path)
	c.front = c.front.With(told) // of another process
	text, err := chain.EncodeHead(c.at, c.front, time.Now(), c.key)
	if err == nil {
		err = writeWhole(HeadPath(l.path), text)
	}
	if err != nil {
		return fmt.Errorf("cannot tell how far the ledger has come: %w", err)
	}
	c.head = c.at
	if c.heads != nil {
		c.heads.Keep(c.key.ID, c.at.N, text)
	}
	return nil
}

// writeWhole writes a file in one step.
func writeWhole(path string, text []byte) error {
	temp := path + ".new"
	if err := os.WriteFile(temp, text, 0o600); err != nil {
		return err
	}
	return os.Rename(temp, path)
}

// fileEnd is how a file ends.
type fileEnd struct {
	ended     bool       // with a line feed
	unchained bool       // the last line is none of a chain
	link      chain.Link // its number is that of the last line that is; 0 where none is near
}

// endReach is how far in front of its end a file is looked at.
const endReach = 64 << 20

// fromEnd hands on the lines of a file without their line feeds, the last first, until one is enough, and reports whether
// the file ends with a line feed.
func fromEnd(f *os.File, size int64, each func(line []byte) (enough bool)) (ended bool, err error) {
	window := int64(64 << 10)
	for end := size; end > 0 && size-end < endReach && window <= endReach; {
		from := max(0, end-window)
		text := make([]byte, end-from)
		if _, err := f.ReadAt(text, from); err != nil && !errors.Is(err, io.EOF) {
			return ended, err
		}
		if end == size {
			ended = text[len(text)-1] == '\n'
			text = bytes.TrimSuffix(text, []byte{'\n'})
		}
		for len(text) > 0 {
			at := bytes.LastIndexByte(text, '\n') + 1
			if at == 0 && from > 0 {
				break // the line begins further in front
			}
			if each(text[at:]) {
				return ended, nil
			}
			text = text[:max(at-1, 0)]
		}
		if from == 0 {
			break
		}
		end = from + int64(len(text))
		window *= 4
	}
	return ended, nil
}

// readEnd looks for the last line of a file, and for the last one of a chain.
func readEnd(f *os.File, size int64) (end fileEnd, err error) {
	last := true
	end.ended, err = fromEnd(f, size, func(line []byte) bool {
		l, ok := chain.Parse(line)
		if last {
			end.link.Hash, end.unchained = chain.HashOf(line), !ok
		}
		if ok {
			if end.link.N = l.N; last {
				end.link.Hash = l.HashIn(line)
			}
		}
		last = false
		return ok
	})
	return end, err
}

func endOf(f *os.File) (fileEnd, int64, error) {
	info, err := f.Stat()
	if err != nil {
		return fileEnd{}, 0, err
	}
	end, err := readEnd(f, info.Size())
	return end, info.Size(), err
}
