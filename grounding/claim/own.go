package claim

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// A claim is carried if it is told in its source's own words: the folded words of a whole
// source sentence, in their order. This is an identity of two strings, the same in every
// language; nothing is licensed beyond what folding takes away.

// ownReader writes a text as its words alone.
type ownReader struct {
	text.Folded
	lang  text.Language
	words *vocabulary
	at    int // the token that is read next
	out   []byte
}

// ownWords returns the words of a text as they are compared: folded, parted by one space,
// without the mark of a list item and citation markers. It is "" for a text that no sentence
// may be a copy of: one that asks, strikes words out, or has letters that look like others.
func ownWords(s string, lang text.Language) string { return readOwn(s, lang, false) }

func readOwn(s string, lang text.Language, claims bool) string {
	r := ownReaders.Get().(*ownReader)
	defer ownReaders.Put(r)
	return r.read(s, lang, claims)
}

// ownReaders lend the room that reading takes.
var ownReaders = sync.Pool{New: func() any { return new(ownReader) }}

// read reads the next text. One that claims may open with words for where it is from.
func (r *ownReader) read(s string, lang text.Language, claims bool) string {
	if text.Asks(s) || strings.Contains(s, "<!--") {
		return ""
	}
	r.lang, r.words, r.at, r.out = lang, vocabularyOf(lang), 0, r.out[:0]
	r.Fold(s[text.ListMarker(s):])
	if r.Has(text.Run{End: len(r.Tokens)}, text.TokenStruck|text.TokenMixed) {
		return ""
	}
	if claims {
		r.at = r.leadIn()
	}
	r.out = slices.Grow(r.out, len(r.Folded.Folded)+len(r.Tokens)+8)
	for from := r.at; r.at < len(r.Tokens); {
		if r.at > from {
			r.part()
		}
		r.symbols(r.at)
		switch {
		case r.Is(r.at, text.TokenDigit):
			r.figure()
		case !r.number():
			r.word()
		}
	}
	r.symbols(len(r.Tokens))
	return string(r.out)
}

// leadIn returns the token behind "According to [1]," and the like, or behind "Answer:" and other words that say
// nothing in front of a colon; 0 for none.
func (r *ownReader) leadIn() int {
	const most = 6 // words
	start := r.leadPhrase()
	for i := start; i < min(len(r.Tokens), most); i++ {
		switch word := r.Word(i); {
		case i > 0 && (start > 0 && r.Tokens[i].Gap&text.GapComma != 0 || strings.ContainsAny(r.GapText(i), ":：")):
			return i
		case !hollowWords[word] && !articles[word]:
			return 0
		}
	}
	return 0
}

// leadPhrase returns how many tokens a phrase takes that may open a lead-in.
func (r *ownReader) leadPhrase() int {
	for phrase, words := range leadIns {
		if strings.HasPrefix(r.Folded.Folded, phrase) && r.TokenAt(len(phrase)) == words {
			return words
		}
	}
	return 0
}

var (
	leadIns     = leadPhrases() // without their spaces, and how many words they have
	hollowWords = wordSet("hollow")
	articles    = text.WordSet("articles")
)

func leadPhrases() map[string]int {
	out := map[string]int{}
	for phrase := range wordSet("leadIns") {
		out[strings.ReplaceAll(phrase, "_", "")] = 1 + strings.Count(phrase, "_")
	}
	return out
}

// part writes what parts the token at hand from the one in front of it.
func (r *ownReader) part() {
	sign, gap := " ", r.Tokens[r.at].Gap
	switch {
	case gap&(text.GapStop|text.GapAsk) != 0:
		sign = " . "
	case gap&text.GapSlash != 0:
		sign = " / "
	case gap&text.GapHyphen != 0:
		sign = "-"
	case gap&(text.GapComma|text.GapSemi|text.GapDash) != 0 && !r.joins(), gap&^(text.GapSpace|text.GapBreak|text.GapElision) != 0 && r.setsOff():
		sign = " , "
	case r.goesOnNumber():
		sign = ""
	}
	r.out = append(r.out, sign...)
}

// symbols writes the signs in front of a token that are no punctuation: an arrow, a face.
func (r *ownReader) symbols(i int) {
	r.primes(i)
	if i < len(r.Tokens) && r.Tokens[i].Gap&text.GapOther == 0 {
		return
	}
	for _, c := range r.GapText(i) {
		const marks = "`^|*_#~" // of Markdown
		if unicode.IsSymbol(c) && !strings.ContainsRune(marks, c) {
			r.out = append(append(r.out, string(c)...), ' ')
		}
	}
}

// primes writes the signs of feet and inches, or of minutes and seconds, behind a figure, and
// the brackets around one: in a table of accounts it is below zero.
func (r *ownReader) primes(i int) {
	if i > 0 && r.Is(i-1, text.TokenDigit) {
		behind := r.GapText(i)
		for _, c := range behind {
			if primeSigns[c] == "" {
				break
			}
			r.out = append(append(r.out, ' '), primeSigns[c]...)
		}
	}
	if i < len(r.Tokens) && r.Is(i, text.TokenDigit) && strings.HasSuffix(r.GapText(i), "(") && strings.HasPrefix(r.GapText(i+1), ")") {
		r.out = append(r.out, '(')
	}
}

// primeSigns are the signs behind figures, and how they are compared.
var primeSigns = map[rune]string{'\'': "'", '′': "'", '"': "\"", '″': "\""}

// joins reports whether the token at hand begins another part by itself ("and", "but",
// "before", "except"): a comma in front of it is a matter of style.
func (r *ownReader) joins() bool {
	word := r.Word(r.at)
	return max(r.lang, text.English).Class(word).Has(text.Connective|text.Exception) || text.IsSubordinator(word)
}

// setsOff reports whether a bracket or a quote in front of the token at hand tells something:
// behind an answer ("No (it is safe)"), or in front of a clause that limits without it.
func (r *ownReader) setsOff() bool {
	first := r.Word(0)
	return r.at == 1 && (yesWords[first] || noWords[first]) || r.words.setOff[r.Word(r.at)]
}

// word writes the word at hand, a short form as what it stands for.
func (r *ownReader) word() {
	word, raw := r.Word(r.at), r.Raw(r.at)
	switch {
	case r.Is(r.at, text.TokenLossy):
		word = text.Fold(raw)
	case r.at > 0 && r.Is(r.at-1, text.TokenDigit) && text.CaseMatters(raw):
		word = raw // 5 mW is not 5 MW
	case r.words.short[word] != "":
		word = r.words.short[word]
	}
	r.out = append(r.out, word...)
	r.at++
}

// figure writes the figure at hand in one form: without marks between thousands, the decimals
// behind a point, parted from its unit.
func (r *ownReader) figure() {
	word, raw := r.Word(r.at), r.Raw(r.at)
	for at := 0; at < len(word); {
		end := at
		for end < len(word) && (isDigit(word[end]) || end > at && strings.IndexByte(".,'", word[end]) >= 0) {
			end++
		}
		if end > at {
			r.out = append(r.out, r.lang.Figure(word[at:end])...)
			at = end
			continue
		}
		for end < len(word) && !isDigit(word[end]) {
			end++
		}
		if part := word[at:end]; at > 0 && end == len(word) && len(raw) >= len(part) && text.IsUnit(raw[len(raw)-len(part):]) {
			if unit := raw[len(raw)-len(part):]; text.CaseMatters(unit) {
				word = word[:at] + unit
			}
			r.out = append(r.out, ' ')
		}
		r.out = append(r.out, word[at:end]...)
		at = end
	}
	r.at++
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// goesOnNumber reports whether the token at hand is the next three digits of a number whose
// thousands the language parts by spaces.
func (r *ownReader) goesOnNumber() bool {
	const group = 3
	plain := func(i, most int) bool {
		word := r.Word(i)
		return len(word) <= most && strings.Trim(word, "0123456789") == ""
	}
	return r.lang.SpacesThousands() && r.Tokens[r.at].Gap == text.GapSpace && plain(r.at-1, group) && plain(r.at, group) && len(r.Word(r.at)) == group
}

// number writes a number in words as digits: "twenty-five" as 25. Words for thousands and
// more stay words.
func (r *ownReader) number() bool {
	value, end := 0, r.at
	for i := r.at; i < len(r.Tokens); i++ {
		next, ok := r.cardinal(i)
		joined := i == r.at || r.Tokens[i].Gap&^(text.GapSpace|text.GapHyphen) == 0 && !(r.Tokens[i].Gap&text.GapHyphen == 0 && r.opensCompound(i))
		switch {
		case !ok || !joined:
		case i == r.at, value >= 100 && value%100 == 0 && next < 100, value%100 >= 20 && value%10 == 0 && next > 0 && next < 10:
			value, end = value+next, i+1
			continue
		case next == 100 && value > 0 && value < 10:
			value, end = value*next, i+1
			continue
		}
		break
	}
	if end == r.at {
		return false
	}
	r.out = strconv.AppendInt(r.out, int64(value), 10)
	r.at = end
	return true
}

// opensCompound reports whether a hyphen joins the number word at hand to a word that is none:
// "twenty five-dollar bills" are twenty.
func (r *ownReader) opensCompound(i int) bool {
	if i+1 >= len(r.Tokens) || r.Tokens[i+1].Gap&text.GapHyphen == 0 {
		return false
	}
	_, number := r.cardinal(i + 1)
	return !number
}

// cardinal is the value of a word that is a number up to a hundred and nothing else.
func (r *ownReader) cardinal(i int) (value int, ok bool) {
	word := r.Word(i)
	lang := max(r.lang, text.English)
	if !lang.Class(word).Has(text.NumberWord) || countedAsWords[word] {
		return 0, false
	}
	written, _ := lang.NumberValue(word)
	value, err := strconv.Atoi(written)
	return value, err == nil && value <= 100
}

// inOwnWords reports whether a sentence that is quoted carries the claim.
func (h *Hearing) inOwnWords(claim string, ev Evidence) bool {
	places := ev.Quotes
	if len(places) == 0 {
		places = ev.Places
	}
	if len(places) == 0 || hides(claim) || isBare(claim) {
		return false
	}
	h.reading.areas = areas(ev, places, h.reading.areas[:0])
	for _, a := range h.reading.areas {
		for i := a.from; i < a.to; i++ {
			if h.copies(claim, ev.Sources[a.source], i) {
				return true
			}
		}
	}
	return false
}

// copied reports whether one of the sentences that hold most of the claim carries it, where
// whole sources are the evidence.
func (h *Hearing) copied(claim string, ev Evidence) bool {
	if len(ev.Quotes) > 0 || hides(claim) || isBare(claim) {
		return false
	}
	return slices.ContainsFunc(h.reading.alike, func(c closest) bool { return h.copies(claim, ev.Sources[c.source], c.sentence) })
}

// copyIn returns the sentence of a source that carries the claim and is written as it is, stops and
// the mark of a list apart; -1 for none.
func (h *Hearing) copyIn(src *Source, claim string) int {
	const most = 4 // sentences
	written := strings.TrimSpace(claim)
	written = strings.TrimRight(written[text.ListMarker(written):], ".!。！ ")
	if hides(claim) || isBare(claim) || written == "" {
		return -1
	}
	for at, tries := 0, 0; tries < most; tries++ {
		found := strings.Index(src.page.text[at:], written)
		if found < 0 {
			return -1
		}
		at += found
		if i := src.page.sentenceAt(at); i < len(src.page.sents) && h.copies(claim, src, i) {
			return i
		}
		at += len(written)
	}
	return -1
}

// copies reports whether a claim is sentence i of a source, word for word.
func (h *Hearing) copies(claim string, src *Source, i int) bool {
	if alone := src.page.sents[i].Block == text.Prose && src.page.leadOf(i) < 0; alone {
		switch said := src.page.said(i); {
		case !mayCopy(claim, said):
			return false
		case sameCharacters(claim, said):
			h.takenBack = h.takenBack || src.standing(i) == takenBack
			return !src.page.endsInColon(i) && !mayBeLimited(src, i)
		}
	}
	if w := &h.words; w.of != claim || w.lang != src.page.lang {
		*w = written{claim, src.page.lang, readOwn(claim, src.page.lang, true)}
	}
	if h.words.words == "" || carriesOwn(src, i, h.words.words) {
		return h.words.words != ""
	}
	h.takenBack = h.takenBack || src.own(i) == h.words.words && src.standing(i) == takenBack
	return false
}

// sameCharacters reports whether two sentences are written alike, stops apart, in characters that
// strike nothing out and look like no others: then their words are the same, too.
func sameCharacters(claim, said string) bool {
	const stops = ".! \t\r\n"
	said = strings.Trim(said, stops)
	if said == "" || strings.Trim(claim, stops) != said {
		return false
	}
	for i := range len(said) {
		if c := said[i]; c >= utf8.RuneSelf || c == '~' || c == '<' || c == '?' {
			return false
		}
	}
	return hasWord(said)
}

// mayCopy reports whether a claim is about as long as a sentence.
func mayCopy(claim, said string) bool {
	const marks, leadIn = 24, 64 // bytes that a sentence, or a claim, may have beside its words
	long := len(claim) - len(said)
	return long >= -marks-len(claim)/8 && long <= leadIn+len(claim)/8
}

// Copies tells of a sentence of a source that is the claim word for word: whether one carries it,
// and, if none does, whether one does that is limited by what stands beside it, and not disputed.
func (h *Hearing) Copies(claim string, src *Source) (carried, limited bool) {
	words := readOwn(claim, src.page.lang, true)
	if words == "" || hides(claim) || isBare(claim) {
		return false, false
	}
	for i := range src.page.sents {
		if !mayCopy(claim, src.page.said(i)) || src.own(i) != words {
			continue
		}
		if carriesOwn(src, i, words) {
			return true, false
		}
		limited = limited || src.standing(i) < disputed
	}
	return false, limited
}

// written is the words of a claim as they are compared with those of a source.
type written struct {
	of    string
	lang  text.Language
	words string
}

// carriesOwn reports whether a sentence of a source has the words, and nothing around it takes
// back what it says: the sentence by itself, an item behind the lead of its list, what a
// label stands before, a row's cell with its head.
func carriesOwn(s *Source, i int, words string) bool {
	own := s.own(i)
	if lead := s.page.leadOf(i); lead >= 0 {
		if rest, led := cutLabel(words, s.own(lead)); led && rest == s.item(i) {
			return holdsUnder(s, lead, i) && !mayBeLimited(s, i)
		}
		return own == words && own != "" && s.statement(lead).isLabel() && !mayBeLimited(s, i)
	}
	return (own == words && own != "" || cellSays(s, i, words)) && !s.page.endsInColon(i) && !mayBeLimited(s, i)
}

// own is the words of sentence i, read when they are first asked for.
func (s *Source) own(i int) string {
	kept := &s.of(i).own
	if read := kept.Load(); read != nil {
		return *read
	}
	words := ownWords(s.page.said(i), s.page.lang)
	kept.Store(&words)
	return words
}

// item is the words of an item without the "and" or "or" in front of the next one.
func (s *Source) item(i int) string {
	own := s.own(i)
	for _, joint := range [...]string{" and", " or"} {
		own = strings.TrimSuffix(strings.TrimSuffix(own, joint), " ,")
	}
	return own
}

// cellSays reports whether the words are a cell of a row with its head, and the first cell
// of the row in front, which tells of what the row speaks.
func cellSays(s *Source, i int, words string) bool {
	const farthest = 400 // rows
	if s.page.sents[i].Block != text.Row {
		return false
	}
	for k := i - 1; k >= max(0, i-farthest) && s.page.sents[k].Block != text.Prose; k-- {
		if s.page.sents[k].Block == text.TableHead {
			return rowSays(s, cells(s, k), cells(s, i), words)
		}
	}
	return false
}

// rowSays compares the words with each cell of a row.
func rowSays(s *Source, heads, cells []string, words string) bool {
	if len(cells) < 2 || len(heads) != len(cells) {
		return false
	}
	rest, _ := cutLabel(words, heads[0])
	rest, found := cutLabel(rest, cells[0])
	if !found {
		rest, found = cutLabel(words, cells[0])
	}
	for k := 1; k < len(cells) && found; k++ {
		told, led := cutLabel(rest, heads[k])
		if led && told == cells[k] && cells[k] != "" && heads[k] != "" {
			return true
		}
	}
	return false
}

// cutLabel returns what stands behind some words, and behind the colon that may end them.
func cutLabel(s, label string) (rest string, found bool) {
	rest, found = strings.CutPrefix(s, label+" ")
	return strings.TrimPrefix(rest, ", "), found
}

// cells is the words of the cells of a row.
func cells(s *Source, i int) (out []string) {
	row := strings.Trim(s.page.said(i), "| \t")
	for cell := range strings.SplitSeq(row, "|") {
		out = append(out, ownWords(strings.TrimSpace(cell), s.page.lang))
	}
	return out
}
