package ledger

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"vouchsafe/trace/chain"
)

// ErrGone is what lines are that are missing from the ledger's files and that no gateway
// has removed.
var ErrGone = errors.New("lines are gone from the ledger")

// droppedByRotation is why a file is deleted for which there is no room.
const droppedByRotation = "rotation"

// findFront finds out at the start where the kept part of the chain begins: where it was signed that it
// does. Lines that should be in the files and are not stay known for good.
func (c *chained) findFront(l *file) {
	_, told := c.readHead(l.path)
	told = told.With(c.signedFront(l.path))
	found := told.Found(firstKept(l.path, c.at.N+1))
	if len(found.Missing) > len(told.Missing) { // unless another process was giving the files other names
		time.Sleep(20 * time.Millisecond)
		found = told.Found(firstKept(l.path, c.at.N+1))
	}
	c.front = found
	c.tellGone(l.path, len(told.Missing))
}

// tellGone says in the log which lines are gone that were not known to be.
func (c *chained) tellGone(path string, known int) {
	for _, s := range c.front.Missing[min(known, len(c.front.Missing)):] {
		c.tell(fmt.Errorf("%w: %s, number %d to %d of the chain, which no gateway has removed", ErrGone, path, s.From, s.To))
	}
}

// signedFront is where the newest signed line that tells it says that the chain begins.
func (c *chained) signedFront(path string) chain.Front {
	keys := c.publicKeys()
	for _, name := range slices.Backward(Files(path)) {
		f, err := os.Open(name)
		if err != nil {
			continue
		}
		front, found := frontIn(f, keys)
		f.Close()
		if found {
			return front
		}
	}
	return chain.Front{}
}

// frontIn is where the last line of a file that tells it, and that one of some keys has signed, says that the
// chain begins.
func frontIn(f *os.File, keys chain.Keys) (front chain.Front, found bool) {
	info, err := f.Stat()
	if err != nil {
		return front, false
	}
	_, err = fromEnd(f, info.Size(), func(line []byte) bool {
		r, signed := keys.RecordIn(line)
		if found = signed && r.Oldest > 0; found {
			front = r.Front
		}
		return found
	})
	return front, found && err == nil
}

// firstKept is the number of the first line in the oldest of a ledger's files: 1 where that is from before
// there was a chain, next where there is none yet.
func firstKept(path string, next uint64) uint64 {
	for _, name := range Files(path) {
		f, err := os.Open(name)
		if err != nil {
			continue
		}
		n, empty := firstIn(f)
		f.Close()
		if !empty {
			return max(n, 1)
		}
	}
	return next
}

// Files lists a file and those that were rotated out of it, oldest first: path.2, path.1, path.
func Files(path string) []string {
	numbers := map[string]int{}
	entries, _ := os.ReadDir(filepath.Dir(path)) // a directory that cannot be read is told where the file is opened
	var names []string
	for _, e := range entries {
		digits, ok := strings.CutPrefix(e.Name(), filepath.Base(path)+".")
		if n, err := strconv.Atoi(digits); ok && err == nil && n > 0 {
			name := filepath.Join(filepath.Dir(path), e.Name())
			numbers[name] = n
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return numbers[b] - numbers[a] })
	return append(names, path)
}

// firstIn is the number of the first line of a file: 0 where that is not chained.
func firstIn(f *os.File) (first uint64, empty bool) {
	text := make([]byte, 64<<10)
	n, _ := f.ReadAt(text, 0)
	line, _, _ := bytes.Cut(text[:n], []byte{'\n'})
	l, _ := chain.Parse(line)
	return l.N, n == 0
}

// frontBehind is where the chain begins once a record is written.
func (c *chained) frontBehind(l *file, front chain.Front, r chain.Record) chain.Front {
	_, told := c.readHead(l.path) // of another process
	front = front.With(told)
	if r.Record != chain.Dropped || r.Lines == nil {
		return front
	}
	if firstKept(l.path, r.Lines.From) < r.Lines.From {
		return front // there are older files, which nobody has deleted
	}
	return front.Found(r.Lines.From).With(chain.Front{Oldest: r.Lines.To + 1})
}

// dropOf is the record of a file that will be deleted.
func dropOf(f *os.File, why string) (chain.Record, error) {
	end, _, err := endOf(f)
	if err != nil {
		return chain.Record{}, err
	}
	first, _ := firstIn(f)
	r := chain.Record{Record: chain.Dropped, Time: time.Now(), Why: why, Lines: &chain.Span{From: first, To: end.link.N}}
	if !end.unchained { // what a crash cut off may have been deleted: then nothing tells its hash
		r.Of = hex.EncodeToString(end.link.Hash[:])
	}
	return r, nil
}

// tellRotation tells in the chain which file the next rotation deletes, and beside it where the chain then begins.
func (l *file) tellRotation() error {
	if l.chain == nil {
		return nil
	}
	f, err := os.Open(numbered(l.path, max(l.keep, 0)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("cannot rotate the ledger: %w", err)
	}
	defer f.Close()
	r, err := dropOf(f, droppedByRotation)
	if err != nil {
		return fmt.Errorf("cannot rotate the ledger: %w", err)
	}
	if l.keep <= 0 { // it goes with the file
		r.Lines.To, r.Of = l.chain.at.N+1, ""
	}
	known := len(l.chain.front.Missing)
	_, err = l.put([]entry{recordEntry(r)})
	l.chain.tellGone(l.path, known)
	return err
}

// ErrAdded is what lines are that stand where no process was writing.
var ErrAdded = errors.New("lines were added to the ledger")

// behind is what stands behind the last signed line of a file.
type behind struct {
	unsigned uint64 // lines of the chain, where the process that wrote them may have been killed
	added    uint64 // lines of any kind, where that process had ended as it should
}

// behindSignature counts the lines of a file behind its last signed one, and behind the
// number that a process has written itself. Signed is what one of some keys has signed. What stands for a deleted
// line vouches for no other.
func behindSignature(f *os.File, size int64, keys chain.Keys, written uint64) (b behind, err error) {
	lines := uint64(0)
	_, err = fromEnd(f, size, func(line []byte) bool {
		l, chained := chain.Parse(line)
		if chained && l.N <= written {
			return true
		}
		r, signed := keys.RecordIn(line)
		if signed && r.Record != chain.Removed {
			if r.Record == chain.Closed && r.Alone {
				b = behind{added: lines}
			}
			return true
		}
		lines++
		if chained {
			b.unsigned++
		}
		return false
	})
	return b, err
}
