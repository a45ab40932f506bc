package claim

import (
	"iter"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// Source is a text prepared as evidence. It is immutable and may be used from
// any number of goroutines.
type Source struct {
	text     string
	tokens   []token
	heads    []int32  // by hash of the stem: first token of that stem, -1 for none
	next     []int32  // the next token of the same slot, -1 at the end
	roots    []uint64 // bit set of the roots, by hash
	sents    []span   // sentences, as ranges of tokens
	runes    []int32  // code points before each 256th byte; nil for plain ASCII
	lang     lexis.Language
	numerals int // tokens that are numbers

	cutOnce  sync.Once
	portions []portion             // that its numbers are read by
	language func() lexis.Language // that they are read in
}

// span is a range of tokens, end exclusive.
type span struct{ from, to int32 }

// Prepare reads a text so that claims can be held against it. It is linear in
// the length of the text.
func Prepare(text string) *Source {
	s := &Source{text: text, tokens: make([]token, 0, likelyTokens(text)), language: sync.OnceValue(func() lexis.Language { return lexis.LanguageOf(text) })}
	s.countRunes()
	s.lang = lexis.English
	if s.read(); !s.looksEnglish() {
		if lang := s.language(); lang != s.lang && (lang != lexis.Unknown || s.stopShare() < proseStops) {
			s.lang = lang
			s.read()
		}
	}
	s.index()
	return s
}

// likelyTokens is room for the tokens of most texts: a word for each space, and
// what hyphens part. Scripts without spaces get a part of what they need.
func likelyTokens(text string) int {
	words := strings.Count(text, " ") + 1
	return max(words+words/16, len(text)/8) + 4
}

// Size returns the bytes that the source keeps in memory, roughly.
func (s *Source) Size() int {
	return len(s.text) + 40*len(s.tokens) + 4*(len(s.heads)+len(s.next)+len(s.runes)) +
		8*(len(s.roots)+len(s.sents)) + 160*s.numerals + 256
}

// read cuts the text into tokens and sentences. Evidence needs no kinds and
// no exact boundaries, so a sentence here ends where a word opens another,
// abbreviations apart, and at the latest after maxSentence tokens.
func (s *Source) read() {
	const minSentence, maxSentence = 2, 60
	from := 0
	s.tokens, s.sents, s.numerals = s.tokens[:0], s.sents[:0], 0
	z := newTokenizer(s.text, s.lang)
	for t, ok := z.next(); ok; t, ok = z.next() {
		n := len(s.tokens) - from
		if t.is(opener) && n >= minSentence && s.breaks(int(t.start)) || n >= maxSentence {
			s.sents = append(s.sents, span{int32(from), int32(len(s.tokens))})
			from = len(s.tokens)
		}
		t.sent = int32(len(s.sents))
		if t.is(numeral) || t.role.Has(lexis.NumberWord) {
			s.numerals++
		}
		s.tokens = append(s.tokens, t)
	}
	if from < len(s.tokens) {
		s.sents = append(s.sents, span{int32(from), int32(len(s.tokens))})
	}
}

// breaks reports whether a sentence ends in front of the word at byte at, which
// has a full stop or a line's end somewhere before it: not where the stop
// belongs to an abbreviation or the word goes on in lower case.
func (s *Source) breaks(at int) bool {
	end := int(s.tokens[len(s.tokens)-1].end)
	between := s.text[end:at]
	if goesOn(between) {
		return !lexis.StartsLower(s.text[at:])
	}
	if between == "." { // "p.m."
		return !lexis.StartsLower(s.text[at:])
	}
	if between != ". " {
		return true
	}
	const longest = 12 // bytes of an abbreviation
	return !lexis.StartsLower(s.text[at:]) && !lexis.InAbbreviation(s.text[max(0, end-longest):end], s.text[at:])
}

// goesOn reports whether only the end of one line stands between two words: a
// page that is set in lines breaks its sentences there.
func goesOn(between string) bool {
	return strings.Count(between, "\n") == 1 && strings.Trim(between, " \t\r\n,") == ""
}

// proseStops is the least share of English function words in English prose.
// Below it the language is looked into: most words of other languages that
// look like English ones are rarer than that.
const proseStops = 0.25

// looksEnglish reports whether the tokens, read as English, leave no doubt. A
// few words of another language may happen to be English ones ("per", "i").
func (s *Source) looksEnglish() bool {
	const few = 40 // tokens
	if len(s.tokens) < few {
		return s.stopShare() >= 2*proseStops
	}
	return s.stopShare() >= proseStops
}

// stopShare returns the share of function words among the tokens.
func (s *Source) stopShare() float64 { return stopShare(s.tokens) }

func stopShare(tokens []token) float64 {
	n := 0
	for i := range tokens {
		if tokens[i].is(stopWord) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(tokens)))
}

// sentencesAround widens the bytes [start,end) to whole sentences.
func (s *Source) sentencesAround(start, end int) (int, int) {
	from, to := start, end
	for _, sent := range s.sents {
		a, b := int(s.tokens[sent.from].start), int(s.tokens[sent.to-1].end)
		if b > start && a < end {
			from, to = min(from, a), max(to, b)
		}
	}
	return from, to
}

// index chains the tokens of each stem, in the order of the text, and marks
// the roots.
func (s *Source) index() {
	size := 16
	for size < 2*len(s.tokens) {
		size *= 2
	}
	links := make([]int32, size+len(s.tokens))
	s.heads, s.next = links[:size], links[size:]
	for i := range s.heads {
		s.heads[i] = -1
	}
	s.roots = make([]uint64, size/4)
	for i := len(s.tokens) - 1; i >= 0; i-- {
		t := &s.tokens[i]
		slot := s.slot(t.stem)
		s.next[i] = s.heads[slot]
		s.heads[slot] = int32(i)
		bit := t.root & uint32(size*16-1)
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

// first returns the first token with the stem, -1 for none; next chains on.
func (s *Source) first(stem uint32) int32 { return s.heads[s.slot(stem)] }

// hasRoot reports whether a word of the same family may stand in the source.
func (s *Source) hasRoot(root uint32) bool {
	bit := root & uint32(len(s.roots)*64-1)
	return s.roots[bit>>6]&(1<<(bit&63)) != 0
}

// runeStep is how many bytes lie between two marks of Source.runes.
const runeStep = 256

// countRunes notes how many code points come before every runeStep-th byte.
func (s *Source) countRunes() {
	text := s.text
	plain := 0
	for plain < len(text) && text[plain] < utf8.RuneSelf {
		plain++
	}
	if plain == len(text) {
		return
	}
	count := int32(0)
	for i := 0; i < len(text); i++ {
		if i%runeStep == 0 {
			s.runes = append(s.runes, count)
		}
		if text[i]&0xC0 != 0x80 {
			count++
		}
	}
}

// codePoint returns the number of code points before byte i.
func (s *Source) codePoint(i int) int {
	i = min(max(i, 0), len(s.text))
	if s.runes == nil {
		return i
	}
	block := min(i/runeStep, len(s.runes)-1)
	n := int(s.runes[block])
	for _, c := range []byte(s.text[block*runeStep : i]) {
		if c&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

// byteAt returns the byte at which code point n starts.
func (s *Source) byteAt(n int) int {
	if s.runes == nil {
		return min(max(n, 0), len(s.text))
	}
	low, high := 0, len(s.runes)-1
	for low < high {
		mid := (low + high + 1) / 2
		if int(s.runes[mid]) <= n {
			low = mid
		} else {
			high = mid - 1
		}
	}
	i, at := low*runeStep, int(s.runes[low])
	for ; i < len(s.text); i++ {
		if s.text[i]&0xC0 != 0x80 {
			if at >= n {
				return i
			}
			at++
		}
	}
	return i
}

// portion is a part of a source whose numbers can be read by themselves. They
// are read when somebody first asks for them: a claim is held against the
// sentences that it quotes, and most of a source is never asked.
type portion struct {
	start, end int
	once       sync.Once
	numbers    []lexis.Number
}

// leastPortion and mostPortion are how many bytes one has at least and at most.
const (
	leastPortion = 200
	mostPortion  = 16 << 10
)

// mostKept is the length of a source, in bytes, whose numbers are kept. Those of
// a longer one are read each time: they would take a hundred times its length.
const mostKept = 1 << 20

// numbersIn yields the numbers that begin in the bytes [from,to), in order.
func (s *Source) numbersIn(from, to int) iter.Seq[*lexis.Number] {
	return func(yield func(*lexis.Number) bool) {
		s.cutOnce.Do(s.portion)
		first := sort.Search(len(s.portions), func(i int) bool { return s.portions[i].end > from })
		for i := first; i < len(s.portions) && s.portions[i].start < to; i++ {
			all := s.numbersOf(i)
			for k := range all {
				if n := &all[k]; n.Start >= from && n.Start < to && !yield(n) {
					return
				}
			}
		}
	}
}

// numbers yields all of them.
func (s *Source) numbers() iter.Seq[*lexis.Number] { return s.numbersIn(0, len(s.text)) }

// portion finds the portions.
func (s *Source) portion() {
	for at := 0; at < len(s.text); {
		start := at
		at = lexis.EndOfPart(s.text, at+leastPortion)
		if at-start > mostPortion {
			at = start + breakBefore(s.text[start:], mostPortion)
		}
		s.portions = append(s.portions, portion{start: start, end: at})
	}
}

// breakBefore is the offset behind the last white space in the first bytes of a
// text; without one it is the start of a character.
func breakBefore(text string, most int) int {
	if at := strings.LastIndexAny(text[:most], " \n\t"); at > most/2 {
		return at + 1
	}
	for !utf8.RuneStart(text[most]) {
		most--
	}
	return most
}

// numbersOf returns the numbers of the ith portion, by their places in the source.
func (s *Source) numbersOf(i int) []lexis.Number {
	p := &s.portions[i]
	if len(s.text) > mostKept {
		return s.readNumbers(p)
	}
	p.once.Do(func() { p.numbers = s.readNumbers(p) })
	return p.numbers
}

func (s *Source) readNumbers(p *portion) []lexis.Number {
	text := s.text[p.start:p.end]
	numbers := lexis.NumbersOf(text, s.language)
	for k := range numbers {
		numbers[k].Start += p.start
		numbers[k].End += p.start
	}
	return numbers
}
