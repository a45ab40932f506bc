package render

import (
	"sort"
	"unicode/utf8"
)

// blockSize is how many bytes of text are counted at most to find an offset.
const blockSize = 1 << 10

// offsets maps places in the joined text of all segments to the content. It
// counts code points once for all, so that many claims in one long segment
// are as cheap to place as in many short ones.
type offsets struct {
	full   string
	starts []int   // byte offset of each segment
	blocks []block // every blockSize bytes
	puts   []put   // what was put in, in order
}

// block is a byte offset in the text and the code points before it.
type block struct{ at, points int }

// put is a place in the text, and the code points put in up to it.
type put struct{ place, points int }

func newOffsets(full string, segments int) offsets {
	o := offsets{full: full, starts: make([]int, 0, segments), blocks: []block{{}}}
	last := block{}
	for at := blockSize; at < len(full); at += blockSize {
		for at < len(full) && !utf8.RuneStart(full[at]) {
			at++
		}
		last = block{at, last.points + utf8.RuneCountInString(full[last.at:at])}
		o.blocks = append(o.blocks, last)
	}
	return o
}

// insert notes what was put in at a place; places only rise.
func (o *offsets) insert(place, points int) {
	if n := len(o.puts); n > 0 {
		points += o.puts[n-1].points
	}
	o.puts = append(o.puts, put{place, points})
}

// at returns the code point in the content for a byte offset in a segment.
func (o *offsets) at(segment, offset int) int {
	at := min(o.starts[segment]+max(offset, 0), len(o.full))
	b := o.blocks[sort.Search(len(o.blocks), func(i int) bool { return o.blocks[i].at > at })-1]
	points := b.points + utf8.RuneCountInString(o.full[b.at:at])
	if n := sort.Search(len(o.puts), func(i int) bool { return o.puts[i].place >= at }); n > 0 {
		points += o.puts[n-1].points
	}
	return points
}
