// Package growth holds readers of input to linear work: a text of eight times the
// length may cost little more than eight times as much. What grows with the square of
// the length costs 64 times as much, and brings a gateway down with one prompt.
package growth

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Bounds of a measurement.
const (
	factor   = 8                     // how much longer the long text is
	most     = 24                    // how many times the work it may cost: room for memory that is touched first
	measured = time.Millisecond / 2  // work that is enough to compare
	trifle   = 10 * time.Millisecond // work that is never too much for the long text
	tooMuch  = time.Second / 2       // work that shows enough
	longest  = 32 << 10              // bytes of the short text
	shortest = 2 << 10
	tries    = 3 // a busy machine may slow one measurement down, and not each of them
)

// Linear fails a test where reading grows faster than the text. write makes a text of
// about that many bytes; read reads it. What grows faster up to a bound of its own is
// given a longer text. Only what is too much each time that it is measured fails.
func Linear(t testing.TB, name string, write func(bytes int) string, read func(string)) {
	t.Helper()
	if raceDetector {
		return
	}
	excess := ""
	for range tries {
		if excess = beyondLinear(write, read); excess == "" {
			return
		}
	}
	t.Errorf("%s: %s", name, excess)
}

// beyondLinear tells by which work a reader shows that it is not linear, "" if it does
// not.
func beyondLinear(write func(bytes int) string, read func(string)) string {
	for size := shortest; ; size *= 2 {
		short, long := write(size), write(factor*size)
		once := Work(func() { read(short) })
		if once < measured && size < longest {
			continue
		}
		more := Work(func() { read(long) })
		if more <= trifle || more <= most*once {
			return ""
		}
		if more > tooMuch || size >= longest {
			return fmt.Sprintf("%d bytes cost %v, %d bytes %v", len(short), once, len(long), more)
		}
	}
}

// Work is the processor time that a function takes by itself, the least of some runs:
// neither what else the machine does nor collecting garbage counts.
func Work(do func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	least := time.Duration(0)
	for run := range 3 {
		start := processorTime()
		do()
		if took := processorTime() - start; run == 0 || took < least {
			least = took
		}
		if least > tooMuch {
			break // once is enough to tell
		}
	}
	return least
}

// Repeat writes one piece of text again and again. A number in it ("%d") counts up.
func Repeat(piece string) func(bytes int) string {
	return func(bytes int) string {
		var out strings.Builder
		for n := 1; out.Len() < bytes && piece != ""; n++ {
			out.WriteString(strings.ReplaceAll(piece, "%d", strconv.Itoa(n)))
		}
		return out.String()
	}
}

// Pieces are texts that have brought readers down, in ours and in other programs:
// what opens and never closes, what may go on, what looks like much and is nothing.
var Pieces = []string{
	"a", "a ", "word. ", "1", "1 ", "1,000 ", "9.", "(", "[", "[1]", "[1](", "<", "<b>", "<!--", "</", "&", "&amp;",
	"**", "_", "`", "```\n", "~~a ",
	"\"", "'", "\\", "\\u00", "{\"a\":", "[[", "{}", "|", "| a |\n", "- a\n", "# a\n", "\n", "\n\n", " ", "\t", "\r\n",
	"> ", "a: b\n", "%d. a\n", "[%d] a\n",
	"\u0301", "e\u0301", "不", "。", "ｶﾞ", "не ", "\u200b", "\u00ad", "²", "½", "5 mg ", "not a, ", "if a, b ",
	"no more than 5 % ", "A. ", "e.g. ", "…", "...",
	"<doc id=\"%d\">a</doc>\n", "data: a\n\n", "c%d ", "January ", "five ", "\xff", "🇦",
}

// Fuzz looks for pieces of text whose repetition a reader does not read in linear time.
func Fuzz(f *testing.F, read func(string)) {
	for _, piece := range Pieces {
		f.Add(piece)
	}
	f.Fuzz(func(t *testing.T, piece string) {
		const longest = 100 // bytes
		if piece != "" && len(piece) <= longest {
			Linear(t, fmt.Sprintf("%q", piece), Repeat(piece), read)
		}
	})
}
