package claim

import (
	"iter"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// Source is a text prepared as evidence. It may be used from any number of goroutines.
// Nothing of it is read but where its sentences stand: what else is asked of a sentence, or
// of the whole text, is read then and kept.
type Source struct {
	page    page
	later   []atomic.Pointer[readLater]
	glances []atomic.Int32 // by sentence, of those that were looked at

	tableOnce, tokensOnce, rowsOnce, figuresOnce, unspacedOnce, saidOnce sync.Once

	kept         *wordTable
	tokens       []token      // of the beginning
	rowCount     int          // lines of a table
	asked        atomic.Int32 // how often a number was looked for in all of it
	figuresRead  *figures
	unspacedRead string
	saidNumbers  []int
}

// page is a text as people see it, and where its sentences stand.
type page struct {
	text  string
	lang  text.Language
	sents []text.Sentence // in order; those without a word are left out
}

// readLater is what is read of a sentence once that is asked for: what it says, and the
// numbers from its start to that of the next one.
type readLater struct {
	read     atomic.Pointer[text.Text]
	own      atomic.Pointer[string]
	led      atomic.Pointer[statement]
	said     atomic.Pointer[statement]
	numbers  atomic.Pointer[[]text.Number]
	standing atomic.Int32
}

// Prepare reads a text so that claims can be held against it. It is linear in
// the length of the text.
func Prepare(s string) *Source {
	shown := text.Show(s).Text
	return PrepareCut(shown, text.Sentences(shown))
}

// PrepareCut is Prepare for a text as people see it, and its sentences as text.Sentences
// tells them.
func PrepareCut(shown string, sentences []text.Sentence) *Source {
	wordless := func(at text.Sentence) bool { return !hasWord(shown[at.Start:at.End]) }
	if slices.ContainsFunc(sentences, wordless) {
		sentences = slices.DeleteFunc(slices.Clone(sentences), wordless)
	}
	s := &Source{page: page{shown, text.LanguageOf(shown), sentences}}
	s.later, s.glances = make([]atomic.Pointer[readLater], max(1, len(s.page.sents))), make([]atomic.Int32, len(s.page.sents))
	return s
}

func hasWord(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// of is what has been read of sentence i.
func (s *Source) of(i int) *readLater {
	if l := s.later[i].Load(); l != nil {
		return l
	}
	s.later[i].CompareAndSwap(nil, new(readLater))
	return s.later[i].Load()
}

// said is sentence i as it stands.
func (p *page) said(i int) string { return p.text[p.sents[i].Start:p.sents[i].End] }

// isItem reports whether a sentence stands in an item of a list.
func (p *page) isItem(i int) bool { return p.sents[i].Block == text.Item }

// itemStart is where what a sentence says begins: behind the mark of a list item.
func (p *page) itemStart(i int) int {
	if !p.isItem(i) {
		return p.sents[i].Start
	}
	return p.sents[i].Start + text.ListMarker(p.said(i))
}

// Sentences is how many sentences the source has, a long one counted as several.
func (s *Source) Sentences() int {
	const usual = 1 << 10 // bytes
	return len(s.page.sents) + len(s.page.text)/usual
}

// Size returns the bytes that the source comes to keep in memory, roughly.
func (s *Source) Size() int {
	const ofWord, ofSentence = 4, 160 // bytes for a byte of text, bytes
	return (1+ofWord)*len(s.page.text) + ofSentence*len(s.page.sents) + 256
}

// wordReader is the room in which a stretch of a source is read.
type wordReader struct {
	reader text.Reader
	tokens []token
}

var wordReaders = sync.Pool{New: func() any { return new(wordReader) }}

// mostTogether is how many bytes of a long sentence are read at a time.
const mostTogether = 1 << 12

// stretches calls each with the bytes [from,to) and their tokens, some at a time, until it
// returns false. They do not outlive the call.
func (p *page) stretches(from, to int, each func(*text.Text, []token) bool) {
	r := wordReaders.Get().(*wordReader)
	defer wordReaders.Put(r)
	for from < to {
		end := p.together(from, to)
		read := r.reader.Again(p.text[from:end], p.lang)
		more := each(read, r.cut(read, p.lang, from))
		if from = end; !more {
			return
		}
	}
}

// cut makes the tokens of what was read from a byte of a page on.
func (r *wordReader) cut(read *text.Text, lang text.Language, from int) []token {
	r.tokens = tokensOf(read, lang, r.tokens[:0])
	for i := range r.tokens {
		r.tokens[i].start, r.tokens[i].end = r.tokens[i].start+int32(from), r.tokens[i].end+int32(from)
	}
	return r.tokens
}

// ReadIn is the sentence that stands at a place of a page, as a source read it for all who ask; nil where the source shows
// the page otherwise, for no whole sentence, and for what readWhole does not read.
func ReadIn(s *Source, page string, at text.Span) *text.Text {
	i := s.page.sentenceAt(at.Start)
	if s.page.text != page || i == len(s.page.sents) || s.page.sents[i].Span != at {
		return nil
	}
	return readWhole(s, i)
}

// LanguageOf is the language of a page that a source may show as it stands.
func LanguageOf(s *Source, page string) text.Language {
	if s.page.text == page {
		return s.page.lang
	}
	return text.LanguageOf(page)
}

// readWhole reads sentence i once; nil for one that is long, or of a page whose language is not known.
func readWhole(s *Source, i int) *text.Text {
	at := s.page.sents[i]
	if s.page.lang == text.Unknown || at.End-at.Start > mostTogether {
		return nil
	}
	kept := &s.of(i).read
	if kept.Load() == nil {
		kept.CompareAndSwap(nil, text.ReadAs(s.page.said(i), s.page.lang))
	}
	return kept.Load()
}

// together is up to where the bytes [from,to) are read at a time.
func (p *page) together(from, to int) int {
	if to-from <= mostTogether {
		return to
	}
	end := from + mostTogether
	if space := strings.LastIndexByte(p.text[from:end], ' '); space > 0 {
		end = from + space
	}
	for !utf8.RuneStart(p.text[end]) {
		end--
	}
	return end
}

// wordTable tells in which sentences the words of a source stand, by their stems.
type wordTable struct {
	heads []int32 // by the low bits of a stem: its newest entry, from 1 on; 0 for none
	posts []post
	roots []uint64 // bit set of the roots
}

// post is an entry of a word table: a stem, one of its sentences, and the next entry.
type post struct {
	stem           uint32
	sentence, next int32
}

// table is made when a claim is first held against the source that is not in its words.
func (s *Source) table() *wordTable {
	s.tableOnce.Do(func() {
		const usual, least = 6, 5 // bytes of a word, on average in a long text and in most
		size, bits := 16, 512
		for size*usual < len(s.page.text) {
			size, bits = 2*size, 2*bits
		}
		t := &wordTable{heads: make([]int32, size), posts: make([]post, 0, len(s.page.text)/least+8), roots: make([]uint64, bits/64)}
		for i := range s.page.sents {
			for from, to := s.page.sents[i].Start, s.page.sents[i].End; from < to; {
				end := s.page.together(from, to)
				t.enter(&s.page, from, end, int32(i))
				from = end
			}
		}
		s.kept = t
	})
	return s.kept
}

// enter adds the words in the bytes [from,to) of a sentence to a table. Those of ASCII that nothing
// is glued to are most, and are read here; others as tokensOf tells them.
func (t *wordTable) enter(p *page, from, to int, sentence int32) {
	var room [48]byte
	for at := from; at < to; {
		word := wordAt(p.text[at:to])
		switch first := p.text[at]; {
		case word == 0:
			at++
		case word < 0:
			end := at + 1
			for end < to && !isSpaceByte(p.text[end]) {
				end++
			}
			p.stretches(at, end, func(_ *text.Text, tokens []token) bool {
				for k := range tokens {
					t.add(tokens[k].stem, tokens[k].root, sentence)
				}
				return true
			})
			at = end
		case isDigit(first):
			stem := hashString(p.text[at : at+word])
			t.add(stem, stem, sentence)
			at += word
		default:
			stem, root := hashes(stem(text.AppendFold(room[:0], p.text[at:at+word])))
			t.add(stem, root, sentence)
			at += word
		}
	}
}

// wordAt returns the length of the word or number at the start of a text if that is all of ASCII
// and nothing is glued to it; 0 where a sign stands there, -1 for anything else.
func wordAt(s string) int {
	end := 0
	if isDigit(s[0]) {
		for end < len(s) && isDigit(s[end]) {
			end++
		}
	} else {
		for end < len(s) && isLetter(s[end]) {
			end++
		}
	}
	switch {
	case end == 0 && s[0] < utf8.RuneSelf:
		return 0
	case end == 0:
		return -1
	case end == len(s):
		return end
	}
	behind := s[end]
	glued := behind >= utf8.RuneSelf || isLetter(behind) || isDigit(behind) || behind == '\'' ||
		isDigit(s[0]) && (behind == '.' || behind == ',') && end+1 < len(s) && (isDigit(s[end+1]) || s[end+1] >= utf8.RuneSelf)
	if glued {
		return -1
	}
	return end
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isSpaceByte(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// add enters a word of a sentence, once.
func (t *wordTable) add(stem, root uint32, sentence int32) {
	bit := root & uint32(64*len(t.roots)-1)
	t.roots[bit>>6] |= 1 << (bit & 63)
	head := &t.heads[stem&uint32(len(t.heads)-1)]
	for at := *head; at > 0 && t.posts[at-1].sentence == sentence; at = t.posts[at-1].next {
		if t.posts[at-1].stem == stem {
			return
		}
	}
	t.posts = append(t.posts, post{stem, sentence, *head})
	*head = int32(len(t.posts))
}

// sentencesWith yields the sentences that have a word with a stem, the last one first.
func (t *wordTable) sentencesWith(stem uint32) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := t.heads[stem&uint32(len(t.heads)-1)]; at > 0; at = t.posts[at-1].next {
			if p := &t.posts[at-1]; p.stem == stem && !yield(int(p.sentence)) {
				return
			}
		}
	}
}

// holds reports whether a word with the stem stands in the source.
func (t *wordTable) holds(stem uint32) bool {
	for range t.sentencesWith(stem) {
		return true
	}
	return false
}

// holdsRoot reports whether a word of the same family may stand in the source.
func (t *wordTable) holdsRoot(root uint32) bool {
	bit := root & uint32(len(t.roots)*64-1)
	return t.roots[bit>>6]&(1<<(bit&63)) != 0
}

// Up to where numbers are looked for in a text, and single words, in bytes.
const farthest, farthestWord = 2 << 20, 1 << 19

// words are the tokens of the text, as far as single ones are looked for in it.
func (s *Source) words() []token {
	s.tokensOnce.Do(func() {
		for i := range s.page.sents {
			if s.page.sents[i].Start > farthestWord {
				break
			}
			s.page.stretches(s.page.sents[i].Start, min(s.page.sents[i].End, farthestWord), func(_ *text.Text, tokens []token) bool {
				s.tokens = append(s.tokens, tokens...)
				return true
			})
		}
	})
	return s.tokens
}

// sentenceAt returns the first sentence that ends behind a byte.
func (p *page) sentenceAt(at int) int {
	return sort.Search(len(p.sents), func(i int) bool { return p.sents[i].End > at })
}

// around returns the sentences [from,to) that a stretch of bytes touches.
func (p *page) around(start, end int) (from, to int) {
	from = p.sentenceAt(start)
	to = from
	for to < len(p.sents) && p.sents[to].Start < max(end, start+1) {
		to++
	}
	return from, to
}

// statement is what a sentence says, read when it is first asked for.
func (s *Source) statement(i int) *statement {
	kept := &s.of(i).said
	if st := kept.Load(); st != nil {
		return st
	}
	start := s.page.itemStart(i)
	st := &statement{text: s.page.text, lang: s.page.lang}
	fill := func(read *text.Text, tokens []token) bool { // one with more atoms is compared with nothing
		st.numbers = shifted(start, read.Numbers())
		st.fill(tokens[:min(len(tokens), 2*mostAtoms)])
		return false
	}
	if read := readWhole(s, i); read != nil && start == s.page.sents[i].Start {
		r := wordReaders.Get().(*wordReader)
		fill(read, r.cut(read, s.page.lang, start))
		wordReaders.Put(r)
	} else {
		s.page.stretches(start, s.page.sents[i].End, fill)
	}
	kept.Store(st)
	return st
}

// shifted is some numbers of a text that begins at a byte of another.
func shifted(start int, numbers []text.Number) []text.Number {
	numbers = slices.Clone(numbers)
	for k := range numbers {
		numbers[k].Start, numbers[k].End = numbers[k].Start+start, numbers[k].End+start
	}
	return numbers
}

// numbersIn yields the numbers that stand in the bytes [from,to), in order. They are
// read sentence by sentence: of most sources nobody asks for more than those of one.
func (s *Source) numbersIn(from, to int) iter.Seq[*text.Number] {
	to = min(to, from+farthest)
	return func(yield func(*text.Number) bool) {
		first := max(0, sort.Search(len(s.page.sents), func(i int) bool { return s.page.sents[i].Start > from })-1)
		for i := first; i < len(s.later) && s.page.portion(i).Start < to; i++ {
			numbers := s.numbersOf(i, to-from < len(s.page.text))
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
func (p *page) portion(i int) text.Span {
	out := text.Span{End: len(p.text)}
	if i > 0 {
		out.Start = p.sents[i].Start
	}
	if i+1 < len(p.sents) {
		out.End = p.sents[i+1].Start
	}
	return out
}

// numbersOf is the numbers of a portion, read when they are first asked for: with all of its sentence, where that is one
// of few.
func (s *Source) numbersOf(i int, few bool) []text.Number {
	kept := &s.of(i).numbers
	if read := kept.Load(); read != nil {
		return *read
	}
	const longest = 1 << 19 // bytes
	portion := s.page.portion(i)
	said := s.page.text[portion.Start:min(portion.End, portion.Start+longest)]
	var found []text.Number
	if few && i < len(s.page.sents) && strings.TrimSpace(said) == s.page.said(i) && readWhole(s, i) != nil {
		found = shifted(s.page.sents[i].Start, readWhole(s, i).Numbers())
	} else {
		found = shifted(portion.Start, s.page.lang.Numbers(said))
	}
	kept.Store(&found)
	return found
}

// numbers yields all of them.
func (s *Source) numbers() iter.Seq[*text.Number] { return s.numbersIn(0, len(s.page.text)) }

// codePoint returns the number of code points before byte i.
func (p *page) codePoint(i int) int {
	return utf8.RuneCountInString(p.text[:min(max(i, 0), len(p.text))])
}
