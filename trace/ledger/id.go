package ledger

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"time"
)

// idDigits are those of Crockford's base 32, in the order of their bytes, so
// that ids sort as their numbers do.
const idDigits = "0123456789abcdefghjkmnpqrstvwxyz"

// NewID makes a trace id: "vt_", ten digits of milliseconds since 1970 and
// sixteen random ones (80 bits). Ids sort by the time they were made.
func NewID(now time.Time, random io.Reader) (string, error) {
	var noise [16]byte
	if _, err := io.ReadFull(random, noise[6:]); err != nil {
		return "", fmt.Errorf("cannot make a trace id: %w", err)
	}
	id := make([]byte, 0, 29)
	id = append(id, "vt_"...)
	id = appendDigits(id, uint64(now.UnixMilli()), 10)
	// Two groups of 40 bits, eight digits each.
	id = appendDigits(id, binary.BigEndian.Uint64(noise[3:11])&(1<<40-1), 8)
	id = appendDigits(id, binary.BigEndian.Uint64(noise[8:16])&(1<<40-1), 8)
	return string(id), nil
}

// MadeAt is when a trace id was made; the zero time of another text.
func MadeAt(id string) time.Time {
	digits, ok := strings.CutPrefix(id, "vt_")
	if !ok || len(digits) < 10 {
		return time.Time{}
	}
	ms := int64(0)
	for _, digit := range []byte(digits[:10]) {
		n := strings.IndexByte(idDigits, digit)
		if n < 0 {
			return time.Time{}
		}
		ms = ms<<5 | int64(n)
	}
	return time.UnixMilli(ms)
}

// appendDigits writes the low 5·n bits of v.
func appendDigits(dst []byte, v uint64, n int) []byte {
	for shift := 5 * (n - 1); shift >= 0; shift -= 5 {
		dst = append(dst, idDigits[v>>shift&31])
	}
	return dst
}
