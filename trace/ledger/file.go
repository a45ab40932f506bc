package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// file is a file of lines that rotates by size. It writes whole lines only,
// and follows its path: where the file was moved away, a new one is made. It
// is used by one goroutine.
type file struct {
	path string
	max  int64
	keep int
	sync bool     // what is written outlasts a power failure
	f    *os.File // nil after a failure: opened again at the next write
	size int64
}

func openFile(o Options) (*file, error) {
	l := &file{path: o.Path, max: o.MaxSize, keep: o.Keep, sync: o.Sync}
	if err := l.open(); err != nil {
		return nil, err
	}
	return l, nil
}

// open opens the file at the path. A last line that was cut off by a crash is
// closed, so that it spoils no other.
func (l *file) open() error {
	if err := os.MkdirAll(filepath.Dir(l.path), 0o700); err != nil {
		return fmt.Errorf("cannot make the directory of the ledger: %w", err)
	}
	f, err := os.OpenFile(l.path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("cannot open the ledger: %w", err)
	}
	size, err := endLine(f)
	if err == nil && l.sync {
		err = syncDir(filepath.Dir(l.path))
	}
	if err != nil {
		f.Close()
		return fmt.Errorf("cannot continue the ledger: %w", err)
	}
	l.f, l.size = f, size
	return nil
}

// endLine returns the size of a file, after adding the line feed that its last
// line may lack. A pipe or a terminal has no end to look at.
func endLine(f *os.File) (int64, error) {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return 0, err
	}
	var last [1]byte
	if _, err := f.ReadAt(last[:], info.Size()-1); err != nil {
		return 0, err
	}
	if last[0] == '\n' {
		return info.Size(), nil
	}
	n, err := f.WriteString("\n")
	return info.Size() + int64(n), err
}

// writeLines writes lines from the front of some, and returns how many are kept for
// good.
func (l *file) writeLines(lines []Line) (int, error) {
	kept := 0
	for rest := joined(lines); len(rest) > 0; {
		n, err := l.persist(rest)
		kept += bytes.Count(rest[:n], []byte{'\n'})
		if rest = rest[n:]; err != nil {
			return kept, err
		}
	}
	return kept, nil
}

// persist writes lines as write does, and where that is asked for returns when
// they outlast a power failure. Lines whose way to the disk failed are written
// again: twice is better than not at all.
func (l *file) persist(batch []byte) (int, error) {
	n, err := l.write(batch)
	if n == 0 || !l.sync || l.f == nil || !l.regular() {
		return n, err
	}
	if failed := l.f.Sync(); failed != nil {
		l.f.Close()
		l.f = nil
		return 0, errors.Join(err, fmt.Errorf("cannot make the ledger durable: %w", failed))
	}
	return n, err
}

// write writes lines from the front of a batch and returns how many bytes of
// whole lines are in the file for good; the rest is to be written again. With
// rotation it may write a part of the batch only, without an error.
func (l *file) write(batch []byte) (int, error) {
	if err := l.follow(); err != nil {
		return 0, err
	}
	part := l.part(batch)
	if l.size > 0 && l.max > 0 && l.size+int64(len(part)) > l.max {
		if err := l.rotate(); err != nil {
			return 0, err
		}
		part = l.part(batch)
	}
	n, err := l.f.Write(part)
	l.size += int64(n)
	if err != nil {
		return l.takeBack(part[:n]), fmt.Errorf("cannot write the ledger: %w", err)
	}
	return n, nil
}

// part is as many lines from the front of a batch as the file has room for,
// and one at least.
func (l *file) part(batch []byte) []byte {
	room := l.max - l.size
	if l.max <= 0 || int64(len(batch)) <= room {
		return batch
	}
	first := bytes.IndexByte(batch, '\n') + 1
	if room < int64(first) {
		return batch[:first]
	}
	return batch[:bytes.LastIndexByte(batch[:room], '\n')+1]
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
		ours, err := l.f.Stat()
		if err == nil && os.SameFile(there, ours) {
			l.size = ours.Size() // someone may have emptied it
			return nil
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot find the ledger: %w", err)
	}
	l.f.Close()
	l.f = nil
	return l.open()
}

// rotate moves path to path.1, path.1 to path.2 and so on, and starts anew.
func (l *file) rotate() error {
	l.f.Close()
	l.f = nil
	if l.keep <= 0 {
		if err := os.Remove(l.path); err != nil {
			return fmt.Errorf("cannot rotate the ledger: %w", err)
		}
		return l.open()
	}
	for i := l.keep - 1; i >= 0; i-- {
		err := os.Rename(l.numbered(i), l.numbered(i+1))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("cannot rotate the ledger: %w", err)
		}
	}
	return l.open()
}

// numbered is the path of a rotated file; 0 is the one that is written to.
func (l *file) numbered(i int) string {
	if i == 0 {
		return l.path
	}
	return l.path + "." + strconv.Itoa(i)
}

// close makes what was written durable.
func (l *file) close() error {
	if l.f == nil {
		return nil
	}
	err := l.f.Sync()
	if errors.Is(err, os.ErrInvalid) || !l.regular() {
		err = nil // a pipe cannot be synced
	}
	err = errors.Join(err, l.f.Close())
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
