package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"vouchsafe/trace/chain"
)

// file is a file of lines that rotates by size. It writes whole lines only,
// and follows its path: where the file was moved away, a new one is made. Its lines
// are a chain, unless it is a pipe or a terminal. Several processes may write to
// one: each holds a lock while it does. It is used by one goroutine, besides
// what names asks for.
type file struct {
	path      string
	max       int64
	keep      int
	sync      bool     // what is written outlasts a power failure
	f         *os.File // nil after a failure: opened again at the next write
	size      int64
	batch     prepared
	ahead     *Trace // whose line was made to see whether there is room for it
	aheadLine []byte
	chain     *chained   // nil where there is none
	naming    sync.Mutex // held while files get other names
}

func openFile(o Options) (*file, error) {
	l := &file{path: o.Path, max: o.MaxSize, keep: o.Keep, sync: o.Sync}
	if err := l.open(); err != nil {
		return nil, err
	}
	if !l.regular() {
		return l, nil
	}
	c, err := newChained(o)
	if err != nil {
		l.f.Close()
		return nil, err
	}
	l.chain = c
	release, err := l.claim()
	if err != nil {
		return nil, errors.Join(err, c.presence.end(), l.f.Close())
	}
	share(c.presence.f)
	c.findFront(l)
	release()
	return l, nil
}

// open opens the file at the path.
func (l *file) open() error {
	if err := os.MkdirAll(filepath.Dir(l.path), 0o700); err != nil {
		return fmt.Errorf("cannot make the directory of the ledger: %w", err)
	}
	f, err := os.OpenFile(l.path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err == nil && l.sync {
		if err = syncDir(filepath.Dir(l.path)); err != nil {
			f.Close()
		}
	}
	if err != nil {
		return fmt.Errorf("cannot open the ledger: %w", err)
	}
	l.f, l.size = f, unknownSize
	return nil
}

// unknownSize makes claim look where a file ends that was just opened.
const unknownSize = -1

// lockPatience is how long a process waits for another one that writes to the same file.
const lockPatience = 2 * time.Second

// claim makes the file at the path this process's own until release is called,
// and finds out where it ends.
func (l *file) claim() (release func(), err error) {
	for started := time.Now(); ; {
		if err := l.follow(); err != nil {
			return nil, err
		}
		if l.chain == nil {
			return func() {}, nil
		}
		if held := l.f; lock(held) {
			release = func() { unlock(held) }
			if there, err := os.Stat(l.path); err == nil && sameAs(held, there) {
				break
			}
			release() // it was rotated meanwhile
		}
		if time.Since(started) > lockPatience {
			return nil, errors.New("cannot write the ledger: another process holds it")
		}
		time.Sleep(time.Millisecond)
	}
	info, err := l.f.Stat()
	if err == nil && info.Size() != l.size {
		err = l.resume()
	}
	if err != nil {
		release()
		return nil, fmt.Errorf("cannot continue the ledger: %w", err)
	}
	l.chain.renewKey() // no line behind the record of a renewal is signed with the key before
	return release, nil
}

func sameAs(f *os.File, info os.FileInfo) bool {
	ours, err := f.Stat()
	return err == nil && os.SameFile(ours, info)
}

// resume finds out where the file ends, and the chain. A last line that was cut off
// by a crash is closed, so that it spoils no other.
func (l *file) resume() error {
	info, err := l.f.Stat()
	if err != nil {
		return err
	}
	l.size = info.Size()
	end, err := readEnd(l.f, l.size)
	if err != nil {
		return err
	}
	if l.size > 0 && !end.ended {
		n, err := l.f.WriteString("\n")
		l.size += int64(n)
		if err != nil {
			return err
		}
	}
	l.chain.resume(l, end)
	return nil
}

// writeLines writes lines from the front of some, and returns how many are kept for
// good.
func (l *file) writeLines(entries []entry) (int, error) {
	kept := 0
	for kept < len(entries) {
		n, err := l.writeSome(entries[kept:])
		if kept += n; err != nil {
			return kept, err
		}
	}
	return kept, nil
}

// writeSome writes as many lines from the front of some as the file has room for,
// and returns how many are in it for good. Where durability is asked for and cannot
// be had, they are written again: twice is better than not at all.
func (l *file) writeSome(entries []entry) (int, error) {
	release, err := l.claim()
	if err != nil {
		return 0, err
	}
	defer func() { release() }()
	if l.full(entries[0]) {
		if err := l.tellRotation(); err != nil {
			return 0, err
		}
		err := l.rotate() // gives the file back
		release = func() {}
		if err != nil {
			return 0, err
		}
		if release, err = l.claim(); err != nil {
			release = func() {}
			return 0, err
		}
	}
	return l.put(entries)
}

// put writes to the file that this process has claimed.
func (l *file) put(entries []entry) (int, error) {
	b := l.prepare(entries)
	n, err := l.f.Write(b.text)
	l.size += int64(n)
	if err != nil {
		n = l.takeBack(b.text[:n])
		err = fmt.Errorf("cannot write the ledger: %w", err)
	}
	kept := l.reached(b, n)
	if n > 0 && l.sync && l.f != nil && l.regular() {
		if failed := l.f.Sync(); failed != nil {
			l.f.Close()
			l.f = nil
			return 0, errors.Join(err, fmt.Errorf("cannot make the ledger durable: %w", failed))
		}
	}
	if err == nil && b.signed {
		drops := func(e entry) bool { return e.record != nil && e.record.Record == chain.Dropped }
		if failed := l.tellHead(); slices.ContainsFunc(entries[:kept], drops) {
			err = failed // before the file is deleted; another head is told within a minute
		}
	}
	return kept, err
}

// full reports whether a file with lines has no room for another trace.
func (l *file) full(first entry) bool {
	if first.record != nil || l.size <= 0 || l.max <= 0 {
		return false
	}
	if l.ahead != first.trace {
		l.ahead, l.aheadLine = first.trace, AppendLine(l.aheadLine[:0], first.trace)
	}
	return l.size+int64(len(l.aheadLine))+l.linkRoom() > l.max
}

// ends reports whether a line of what is to be written stands behind what is written together, or has no room in the file.
func (l *file) ends(start, end int) bool {
	return start >= mostWritten || l.max > 0 && l.size+int64(end)+l.linkRoom() > l.max
}

// linkRoom is how many bytes a line may take besides its own.
func (l *file) linkRoom() int64 {
	if l.chain == nil {
		return 0
	}
	return linkRoom
}

// appendLine appends the line of a trace, which may have been made to see whether there is room for it.
func (l *file) appendLine(dst []byte, e entry) []byte {
	if l.ahead != e.trace {
		return AppendLine(dst, e.trace)
	}
	dst = append(dst, l.aheadLine...)
	l.ahead = nil
	if cap(l.aheadLine) > mostKept {
		l.aheadLine = nil
	}
	return dst
}

// prepared are lines as they stand in the file, and where each ends.
type prepared struct {
	text   []byte
	ends   []end
	signed bool // some line is
}

// end is the end of a line, and what is so behind it.
type end struct {
	at    int
	lines int // of those that were to be written
	chain progress
}

const (
	mostKept    = 2 << 20 // bytes of room that are kept from batch to batch
	mostWritten = 1 << 20 // bytes from which on no more lines are written together
)

// prepare makes the text of as many lines as the file has room for, and of one at
// least.
func (l *file) prepare(entries []entry) *prepared {
	b := &l.batch
	b.ends, b.signed = b.ends[:0], false
	if b.text = b.text[:0]; cap(b.text) > mostKept {
		b.text = nil // one long line must not cost its room for ever
	}
	bytes := 0
	for _, e := range entries {
		if bytes += e.bytes + int(l.linkRoom()); bytes > mostWritten {
			break
		}
	}
	b.text = slices.Grow(b.text, bytes)
	if l.chain != nil {
		l.chain.prepare(l, entries, b)
		return b
	}
	for i, e := range entries {
		start := len(b.text)
		if e.record == nil && start < mostWritten {
			b.text = l.appendLine(b.text, e)
		}
		if i > 0 && l.ends(start, len(b.text)) {
			b.text = b.text[:start]
			break
		}
		b.ends = append(b.ends, end{at: len(b.text), lines: i + 1})
	}
	return b
}

// reached notes how much of some lines is in the file, and returns how many of those
// that were to be written.
func (l *file) reached(b *prepared, bytes int) int {
	lines := 0
	for _, e := range b.ends {
		if e.at > bytes {
			break
		}
		lines = e.lines
		if l.chain != nil {
			l.chain.progress = e.chain
		}
	}
	return lines
}

// takeBack handles a write that stopped within a line: the half line is cut
// off again. It returns the length of the whole lines in front of it. Where
// it cannot be cut off, opening the file again will end it.
func (l *file) takeBack(wrote []byte) int {
	whole := bytes.LastIndexByte(wrote, '\n') + 1
	if half := int64(len(wrote) - whole); half > 0 {
		if err := l.f.Truncate(l.size - half); err == nil {
			l.size -= half
			return whole
		}
	}
	l.f.Close()
	l.f = nil
	return whole
}

// follow opens the file again where the path no longer names it.
func (l *file) follow() error {
	if l.f == nil {
		return l.open()
	}
	there, err := os.Stat(l.path)
	if err == nil {
		if sameAs(l.f, there) {
			return nil
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot find the ledger: %w", err)
	}
	l.f.Close()
	l.f = nil
	return l.open()
}

// rotate moves path to path.1, path.1 to path.2 and so on, and starts anew. The file is claimed
// until it has its new name: another process would write to it, or rotate as well.
func (l *file) rotate() error {
	l.naming.Lock()
	defer l.naming.Unlock()
	held := l.f
	l.f = nil
	if movesOpen {
		defer held.Close()
	} else {
		held.Close()
	}
	if l.keep <= 0 {
		if err := os.Remove(l.path); err != nil {
			return fmt.Errorf("cannot rotate the ledger: %w", err)
		}
		return l.open()
	}
	for i := l.keep - 1; i >= 0; i-- {
		err := os.Rename(numbered(l.path, i), numbered(l.path, i+1))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("cannot rotate the ledger: %w", err)
		}
	}
	return l.open()
}

// numbered is the path of a rotated file; 0 is the one that is written to.
func numbered(path string, i int) string {
	if i == 0 {
		return path
	}
	return path + "." + strconv.Itoa(i)
}

// close signs what was written and makes it durable.
func (l *file) close() error {
	err := l.sign(true)
	if l.chain != nil {
		defer l.chain.presence.end() // nothing is written to it
	}
	if l.f == nil {
		return err
	}
	failed := l.f.Sync()
	if errors.Is(failed, os.ErrInvalid) || !l.regular() {
		failed = nil // a pipe cannot be synced
	}
	err = errors.Join(err, failed, l.f.Close())
	l.f = nil
	if err != nil {
		return fmt.Errorf("cannot close the ledger: %w", err)
	}
	return nil
}

func (l *file) regular() bool {
	info, err := l.f.Stat()
	return err == nil && info.Mode().IsRegular()
}
