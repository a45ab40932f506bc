package ledger

import (
	"errors"
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
