package claim

import (
	"iter"
	"sort"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// Source is a text prepared as evidence. It may be used from any number of
// goroutines: what is read of it later is read once and kept.
type Source struct {
	text   string
	read   *text.Text
	tokens []token
	heads  []int32     // by hash of the stem: first token of that stem, -1 for none
	next   []int32     // the next token of the same slot, -1 at the end
	roots  []uint64    // bit set of the roots, by hash
	sents  []sentence  // in order
	later  []readLater // by sentence, and one where there is none
	lang   text.Language

	ownOnce sync.Once
	ownAt   map[string][]int // sentences by their words

	rowsOnce sync.Once
	rowCount int // lines of a table
}

// readLater is what is read of a sentence once that is asked for: what it says, and the
// numbers from its start to that of the next one.
type readLater struct {
	own      atomic.Pointer[string]
	standing atomic.Int32
	led      atomic.Pointer[statement]
	said     atomic.Pointer[statement]
	numbers  atomic.Pointer[[]text.Number]
}

// sentence is a sentence of a source: its tokens and its bytes, ends exclusive.
type sentence struct {
	from, to   int32
	start, end int32
	block      text.Block
}

// isItem reports whether the sentence stands in an item of a list.
func (s *sentence) isItem() bool { return s.block == text.Item }

// marker is the length of the mark that an item begins with.
func (s sentence) marker(all string) int32 {
	if !s.isItem() {
		return 0
	}
	return int32(text.ListMarker(all[s.start:s.end]))
}

// Prepare reads a text so that claims can be held against it. It is linear in
// the length of the text.
func Prepare(s string) *Source { return PrepareCut(s, nil) }

// PrepareCut is Prepare for a text whose sentences are known as text.Sentences tells
// them, nil for not.
func PrepareCut(s string, sentences []text.Sentence) *Source {
	r := readers.Get().(*text.Reader)
	defer readers.Put(r)
	src := new(Source)
	src.read = r.Over(s, func(t *text.Text) {
		if src.lang = t.Language(); src.tokens == nil {
			src.tokens = make([]token, 0, t.CountWords())
		}
		src.tokens = tokensOf(t, src.lang, src.tokens)
	})
	if src.text = src.read.Text; sentences == nil || src.text != s {
		sentences = text.Sentences(src.text)
	}
	src.lang = src.read.Language()
	src.cut(sentences)
	src.index()
	return src
}

// readers lend the room for the words of a source, of which it keeps but the tokens.
var readers = sync.Pool{New: func() any { return new(text.Reader) }}

// cut takes the sentences. Text without a word is none.
func (s *Source) cut(all []text.Sentence) {
	s.sents = make([]sentence, 0, len(all))
	at := 0
	for _, piece := range all {
		from := at
		for at < len(s.tokens) && int(s.tokens[at].start) < piece.End {
			s.tokens[at].sent = int32(len(s.sents))
			at++
		}
		if at > from {
			s.sents = append(s.sents, sentence{int32(from), int32(at), int32(piece.Start), int32(piece.End), piece.Block})
		}
	}
	s.later = make([]readLater, max(1, len(s.sents)))
}

// Sentences is how many sentences the source has, a long one counted as several.
func (s *Source) Sentences() int {
	const usual = 1 << 10 // bytes
	return len(s.sents) + len(s.text)/usual
}

// Size returns the bytes that the source keeps in memory, roughly.
func (s *Source) Size() int {
	const tokenSize, wordSize, atomSize = 32, 40, 24
	return len(s.text) + (tokenSize+wordSize+atomSize+4)*len(s.tokens) + 4*len(s.heads) + 8*len(s.roots) + 56*len(s.sents) + 256
}

// index chains the tokens of each stem, in the order of the text, and marks
// the roots.
func (s *Source) index() {
	size, families := 16, 16 // a third of the tokens repeat a stem
	for 4*size < 5*len(s.tokens) {
		size *= 2
	}
	for families < 2*len(s.tokens) {
		families *= 2
	}
	links := make([]int32, size+len(s.tokens))
	s.heads, s.next = links[:size], links[size:]
	for i := range s.heads {
		s.heads[i] = -1
	}
	s.roots = make([]uint64, families/4)
	for i := len(s.tokens) - 1; i >= 0; i-- {
		t := &s.tokens[i]
		slot := s.slot(t.stem)
		s.next[i] = s.heads[slot]
		s.heads[slot] = int32(i)
		bit := t.root & uint32(families*16-1)
		s.roots[bit>>6] |= 1 << (bit & 63)
	}
}

// slot returns where the chain of a stem starts: its own place, or the next
// free one if another stem took that.
func (s *Source) slot(stem uint32) uint32 {
	mask := uint32(len(s.heads) - 1)
	i := stem & mask
	for s.heads[i] >= 0 && s.tokens[s.heads[i]].stem != stem {
		i = (i + 1) & mask
	}
	return i
}

// places yields the tokens with a stem, in the order of the text.
func (s *Source) places(stem uint32) iter.Seq2[int, *token] {
	return func(yield func(int, *token) bool) {
		for p := s.heads[s.slot(stem)]; p >= 0; p = s.next[p] {
			if !yield(int(p), &s.tokens[p]) {
				return
			}
		}
	}
}

// holds reports whether a word with the stem stands in the source.
func (s *Source) holds(stem uint32) bool { return s.heads[s.slot(stem)] >= 0 }

// holdsRoot reports whether a word of the same family may stand in the source.
func (s *Source) holdsRoot(root uint32) bool {
	bit := root & uint32(len(s.roots)*64-1)
	return s.roots[bit>>6]&(1<<(bit&63)) != 0
}

// sentenceAt returns the first sentence that ends behind a byte.
func (s *Source) sentenceAt(at int) int {
	return sort.Search(len(s.sents), func(i int) bool { return int(s.sents[i].end) > at })
}

// around returns the sentences [from,to) that a stretch of bytes touches.
func (s *Source) around(start, end int) (from, to int) {
	from = s.sentenceAt(start)
	to = from
	for to < len(s.sents) && int(s.sents[to].start) < max(end, start+1) {
		to++
	}
	return from, to
}

// statement is what a sentence says, read when it is first asked for.
func (s *Source) statement(i int) *statement {
	if st := s.later[i].said.Load(); st != nil {
		return st
	}
	tokens, start := s.itemTokens(i)
	st := &statement{text: s.text, lang: s.lang}
	tokens = tokens[:min(len(tokens), 2*mostAtoms)] // one with more atoms is compared with nothing
	if len(tokens) > 0 {
		for n := range s.numbersIn(int(start), int(tokens[len(tokens)-1].end)) {
			st.numbers = append(st.numbers, *n)
		}
	}
	st.fill(tokens)
	s.later[i].said.Store(st)
	return st
}

// numbersIn yields the numbers that stand in the bytes [from,to), in order. They are
// read sentence by sentence: of most sources nobody asks for more than those of one.
func (s *Source) numbersIn(from, to int) iter.Seq[*text.Number] {
	const farthest = 2 << 20 // bytes: of a longer text the numbers behind are not looked for
	to = min(to, from+farthest)
	return func(yield func(*text.Number) bool) {
		first := max(0, sort.Search(len(s.sents), func(i int) bool { return int(s.sents[i].start) > from })-1)
		for i := first; i < len(s.later) && s.portion(i).Start < to; i++ {
			numbers := s.numbersOf(i)
			for k := range numbers {
				if n := &numbers[k]; n.Start >= from && n.Start < to && !yield(n) {
					return
				}
			}
		}
	}
}

// portion is sentence i with what stands behind it, the first one also with what stands
// before it.
func (s *Source) portion(i int) text.Span {
	out := text.Span{End: len(s.text)}
	if i > 0 {
		out.Start = int(s.sents[i].start)
	}
	if i+1 < len(s.sents) {
		out.End = int(s.sents[i+1].start)
	}
	return out
}

// numbersOf is the numbers of a portion, read when they are first asked for.
func (s *Source) numbersOf(i int) []text.Number {
	if read := s.later[i].numbers.Load(); read != nil {
		return *read
	}
	const longest = 1 << 19 // bytes
	portion := s.portion(i)
	portion.End = min(portion.End, portion.Start+longest)
	read := s.read.NumbersIn(portion)
	s.later[i].numbers.Store(&read)
	return read
}

// numbers yields all of them.
func (s *Source) numbers() iter.Seq[*text.Number] { return s.numbersIn(0, len(s.text)) }

// codePoint returns the number of code points before byte i.
func (s *Source) codePoint(i int) int {
	return utf8.RuneCountInString(s.text[:min(max(i, 0), len(s.text))])
}

// byteAt returns the byte at which code point n starts.
func (s *Source) byteAt(n int) int {
	if n <= 0 {
		return 0
	}
	for i := range s.text {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s.text)
}

// itemTokens is the tokens of a sentence without the mark of a list item, and where
// what it says begins.
func (s *Source) itemTokens(i int) (tokens []token, start int32) {
	at := s.sents[i]
	tokens, start = s.tokens[at.from:at.to], at.start+at.marker(s.text)
	for len(tokens) > 0 && tokens[0].end <= start {
		tokens = tokens[1:]
	}
	return tokens, start
}
