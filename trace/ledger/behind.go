package ledger

import (
	"bytes"
	"errors"
	"io"
	"os"

	"vouchsafe/trace/chain"
)

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
func behindSignature(f *os.File, size int64, keys chain.Keys, written uint64) (behind, error) {
	for window := int64(64 << 10); ; window *= 4 {
		window = min(window, size)
		text := make([]byte, window)
		if _, err := f.ReadAt(text, size-window); err != nil && !errors.Is(err, io.EOF) {
			return behind{}, err
		}
		whole := window == size || window >= endReach
		if b, found := countBehind(text, whole, keys, written); found {
			return b, nil
		}
	}
}

// countBehind counts in the end of a file. whole says that no more of it is looked at; found is
// false where more is needed.
func countBehind(text []byte, whole bool, keys chain.Keys, written uint64) (b behind, found bool) {
	text = bytes.TrimSuffix(text, []byte{'\n'})
	lines := uint64(0)
	for len(text) > 0 {
		at := bytes.LastIndexByte(text, '\n') + 1
		if at == 0 && !whole {
			return b, false
		}
		l, chained := chain.Parse(text[at:])
		if chained && l.N <= written {
			return b, true
		}
		r, signed := keys.RecordIn(text[at:])
		if signed && r.Record != chain.Removed {
			if r.Record == chain.Closed && r.Alone {
				b = behind{added: lines}
			}
			return b, true
		}
		lines++
		if chained {
			b.unsigned++
		}
		text = text[:max(at-1, 0)]
	}
	return b, whole
}
