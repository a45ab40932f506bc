package verify

import (
	_ "embed" // of the words of declining and asking back
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

// A sentence declines if it denies that the sources tell something or that the speaker
// knows it; it asks back if it is a question; it advises if it sends the user elsewhere. None of
// that states anything of the world as long as it only names what is asked for: with no figure, no
// reason, no relative clause, and nothing that is taken for known and is not.

//go:embed declines.txt
var declinesText string

// role is what a word does in such a sentence.
type role uint32

const (
	matter role = 1 << iota
	record
	information
	measure
	naming
	telling
	holding
	knowing
	passive
	noted
	lacking
	no
	whether
	whichever
	asker
	stating
	hollow
	speaker
	addressing
	requesting
	advising
	urging
	definite
)

// roleLists are the lists of declines.txt.
var roleLists = map[string]role{
	"material": matter, "record": record, "information": information, "measure": measure, "naming": naming, "telling": telling,
	"holding": holding, "knowing": knowing, "passive": passive, "given": noted, "lacking": lacking, "no": no | lacking,
	"whether": asker | whether, "asking": asker, "which": asker | whichever, "stating": stating, "hollow": hollow, "speaker": speaker, "addressing": addressing, "requesting": requesting | urging | hollow,
	"advising": advising, "urging": urging, "definite": definite,
}

// declining are the lists of declines.txt.
var declining = sync.OnceValue(func() *declineLists {
	d := &declineLists{map[string]*tongues{}, map[string]*tongues{}, map[string]*tongues{}, map[string][]string{}}
	lists := readLists(declinesText)
	for name, of := range roleLists {
		for _, line := range lists[name] {
			code, words, _ := strings.Cut(line, ":")
			for word := range strings.FieldsSeq(words) {
				d.add(text.Fold(word), code, of)
			}
		}
	}
	for name, lines := range lists {
		if name, ok := strings.CutPrefix(name, "unspaced "); ok {
			d.unspaced[name] = strings.Fields(strings.Join(lines, " "))
			slices.SortStableFunc(d.unspaced[name], func(a, b string) int { return len(b) - len(a) }) // the longest first
		}
	}
	return d
})

// tongues are the roles of a word in each language; in that which is not known, those of all.
type tongues [text.MostLanguages]role

// declineLists are the roles of whole words, of beginnings of words ("mention*") and of ends ("*vertrag").
type declineLists struct {
	whole, beginning, end map[string]*tongues
	unspaced              map[string][]string
}

func (d *declineLists) add(word, code string, of role) {
	list := d.whole
	if begins, ok := strings.CutSuffix(word, "*"); ok {
		word, list = begins, d.beginning
	} else if ends, ok := strings.CutPrefix(word, "*"); ok {
		word, list = ends, d.end
	}
	if list[word] == nil {
		list[word] = new(tongues)
	}
	list[word][text.Unknown] |= of
	for _, l := range text.Languages() {
		if code == "" || l.String() == code {
			list[word][l] |= of
		}
	}
}

// of are the roles of a word, by itself or without a plural's "s", its beginning and its end.
func (d *declineLists) of(fold string) (out tongues) {
	const shortest, most, longest = 4, 4, 14 // letters of a plural, of an ending, of an end
	join := func(of *tongues) {
		if of != nil {
			for l := range of {
				out[l] |= of[l]
			}
		}
	}
	head, fold := elided(fold)
	join(d.whole[fold])
	if join(d.beginning[fold]); len(fold) >= shortest {
		join(d.whole[strings.TrimSuffix(fold, "s")])
	}
	letters := utf8.RuneCountInString(fold)
	for i := range fold {
		if letters <= most {
			join(d.beginning[fold[:i]])
		}
		if letters <= longest {
			join(d.end[fold[i:]])
		}
		letters--
	}
	if head == "l" {
		out[text.French], out[text.Italian] = out[text.French]|definite, out[text.Italian]|definite
	}
	return out
}

// readWord is a word of a sentence with its roles in the sentence's language.
type readWord struct {
	text.Word
	of    role
	class text.Class
}

// readWords reads the words of a sentence in the language that has the most of them, of several in
// that which the text seems to be in: a short sentence is told by what declines and asks in it.
func readWords(read *text.Text) (out []readWord, best text.Language) {
	roles, classes := make([]tongues, len(read.Words)), make([]text.Roles, len(read.Words))
	var score [text.MostLanguages]int
	for i, w := range read.Words {
		roles[i], classes[i] = declining().of(w.Fold), text.RolesOf(w.Fold)
		for _, l := range text.Languages() {
			if roles[i][l] != 0 || classes[i][l] != 0 {
				score[l]++
			}
		}
	}
	best = read.Language()
	for _, l := range text.Languages() {
		if score[l] > score[best] {
			best = l
		}
	}
	out = make([]readWord, len(read.Words))
	for i, w := range read.Words {
		out[i] = readWord{w, roles[i][best], classes[i].In(best)}
	}
	return out, best
}

// elided parts a short word from the one that it runs into: "l'information", "n'indique".
func elided(fold string) (head, tail string) {
	const longest = 5
	if at := strings.IndexByte(fold, '\''); at > 0 && at <= longest && at+3 < len(fold) {
		return fold[:at], fold[at+1:]
	}
	return "", fold
}

// stance is what a sentence does that states nothing.
type stance int

const (
	statesOf stance = iota // it states something
	declines
	asksBack
	advises
)

// stanceOf tells whether a sentence only declines, asks back or sends the user elsewhere.
func (v *vouching) stanceOf(said string) stance {
	const longest = 600 // bytes
	if len(said) > longest {
		return statesOf
	}
	question := isQuestion(said)
	if text.ScriptOf(said).Unspaced() {
		return v.unspacedStance(said, question)
	}
	return v.spacedStance(said, question)
}

// saysNothing reports whether a sentence only declines or asks back.
func (v *vouching) saysNothing(said string) bool {
	does := v.stanceOf(said)
	return does == declines || does == asksBack
}

// talks reports whether a sentence that may deny only declines or asks back.
func (v *vouching) talks(said string) bool { return text.MayDenySomewhere(said) && v.saysNothing(said) }

// Declines reports whether a sentence only declines, or asks back with a denial, as rules have it.
func (e *Evidence) Declines(said string, r Rules) bool {
	v := vouching{m: &material{ev: *e, rules: r}, res: new(Result)}
	return v.talks(said)
}

// isQuestion reports whether a sentence ends as questions do.
func isQuestion(said string) bool {
	said = strings.TrimRight(said, " \t\r\n\"'”’»*_)")
	unmarked := func(end string) bool { return strings.HasSuffix(said, end) }
	return text.Asks(said) || slices.ContainsFunc([]string{"ですか。", "ますか。", "でしょうか。", "吗。"}, unmarked)
}

// stretch is a part of a sentence between marks and words that open a clause.
type stretch struct {
	roles          role // of all its words
	opened         role // by what
	joined         bool // by a mark, or by "and"
	denials        int  // words that deny
	deniesThing    bool // the first stands right in front of a word of the subject: "no danger"
	known, strange int  // words of the subject, from question or evidence or not
	finite         bool // it has a verb that carries a tense
	embeds         bool // behind a word of telling and something of the subject: "do not mention it is …"
	presumes       bool // it takes something for known that is not: "the harmless overdose"
	paired         bool // two words of the subject stand together, one of which is not known: "which harmless dose"
	described      bool // two words of the subject stand together, and the first describes the second: "a free bag"
	invites        bool // it names what one may do: "how to clean it"
	measured       bool // what everything has is denied to be told: "the price is not given"
}

func (c *stretch) has(of role) bool { return c.roles&of != 0 }

// content reports whether it has words of the subject.
func (c *stretch) content() bool { return c.known+c.strange > 0 }

// frames reports whether a clause says that something is not told or not known.
func (c *stretch) frames() bool {
	bare := !c.content()
	switch {
	case c.denials == 0 || c.deniesThing && !c.has(naming|passive):
		return false
	case c.has(matter|record) && c.has(telling|information), c.has(matter) && (c.has(holding) || bare):
		return true
	case c.has(record|speaker) && c.has(holding) && c.has(measure), c.has(information) && (bare || c.has(telling|holding|knowing|speaker)):
		return true
	case c.has(speaker) && c.has(knowing|telling), c.has(holding) && c.has(naming):
		return true
	}
	return c.has(passive) || c.measured || bare && c.has(telling|speaker)
}

// sends reports whether a clause advises to ask somebody or to look elsewhere.
func (c *stretch) sends() bool {
	const few = 2 // words
	return c.has(advising) && c.has(urging|addressing) && c.denials == 0 && c.strange <= few && !c.described && c.opened&asker == 0
}

// namesOnly reports whether a clause that is no frame only names what is asked for.
func (c *stretch) namesOnly() bool {
	const few = 2 // words
	adds := c.strange == 0 && c.known <= few && !c.finite && c.denials == 0
	return !c.content() && !c.has(measure) || c.opened&asker != 0 || c.opened == 0 && (!c.joined || adds)
}

// many is from how many words that neither question nor evidence has a sentence speaks of
// something else.
const many = 3

// spacedStance is stanceOf for scripts that set spaces between words.
func (v *vouching) spacedStance(said string, question bool) stance {
	read := text.Read(said)
	for _, n := range read.Numbers() {
		word := !strings.ContainsFunc(n.Text, unicode.IsDigit)
		if !(word && read.Language() == text.Unknown) && !v.m.knows(n.Text) && !v.m.knows(n.Value) {
			return statesOf
		}
	}
	r := clauseReader{m: v.m, text: read.Text, asks: question, clauses: []stretch{{}}, before: hollow, last: -2}
	r.words, r.tongue = readWords(read)
	r.idle = idle().idle.covered(read.Words)
	for i := range r.words {
		r.word(i)
	}
	var all stretch
	framed, sends, offers := false, false, question && r.offers
	begs := func() bool { return all.has(requesting) || question && all.has(urging) }
	for i := range r.clauses {
		c := &r.clauses[i]
		switch {
		case !question && len(read.Numbers()) == 0 && c.sends():
			sends = true
			continue
		case c.frames():
			framed = true
		case c.namesOnly() && (i > 0 || question || !c.content()), offers && c.joined && c.opened == 0 && !c.finite:
		default:
			return statesOf
		}
		if c.embeds || c.presumes && !v.m.rules.AgainstAll { // an audit lets nothing through
			return statesOf
		}
		all.roles |= c.roles
		all.denials, all.strange, all.paired = all.denials+c.denials, all.strange+c.strange, all.paired || c.paired
	}
	addressed := question && all.has(addressing)
	switch {
	case all.strange >= many && !v.m.rules.AgainstAll && !addressed:
	case framed:
		return declines
	case all.denials > 0, question && r.nods():
	case sends && !question:
		return advises
	case addressed && (offers || !all.paired), question && all.strange < 2 && (r.opensQuestion() || offers), begs() && all.has(telling) && all.strange == 0:
		return asksBack
	}
	return statesOf
}

// clauseReader cuts a sentence into clauses.
type clauseReader struct {
	m       *material
	words   []readWord
	tongue  text.Language
	text    string
	asks    bool // it is a question
	offers  bool // it has a word that leaves a choice: "or"
	clauses []stretch

	before, lead role   // of the word before; of the last that is no mere article or preposition
	told         bool   // a verb of telling has come in the clause, and a word of the subject behind it
	tells        bool   // a verb of telling has come in the clause
	taken        bool   // what the phrase names is taken for known
	topical      bool   // but only as a topic: "de l'alcool"
	presumed     bool   // whether the clause presumed anything in front of the phrase
	strangers    int    // the words in front of it that neither question nor evidence has
	head         bool   // the phrase names what everything has: "the price of"
	idle         []bool // which words belong to a phrase that states nothing
	last         int    // the last word of the subject
	was          bool   // whether the last word of the subject was known
}

// open begins a clause.
func (r *clauseReader) open(by role, joined bool) {
	last := len(r.clauses) - 1
	if c := &r.clauses[last]; by == 0 && joined && last > 0 && !c.content() && c.denials == 0 && c.roles != 0 {
		r.clauses = r.clauses[:last] // "the rules, as far as I can see, say": what is set in between states nothing
		return
	}
	r.clauses = append(r.clauses, stretch{opened: by, joined: joined})
	r.told, r.tells, r.taken, r.head, r.topical = false, false, false, false, false
}

// word takes the next word.
func (r *clauseReader) word(i int) {
	w := &r.words[i]
	if w.Flags.Has(text.Digits) {
		r.before = 0
		return // a figure; it is known
	}
	of, class := w.of, w.class
	mark := i > 0 && endsSoft(r.text[r.words[i-1].End:w.Start])
	r.offers = r.offers || alternatives[w.Fold] && i+1 < len(r.words)
	r.cut(i, mark)
	c := &r.clauses[len(r.clauses)-1]
	denies := w.denies()
	if denies {
		of |= lacking
		c.denials++
	}
	carries := class.Has(text.Auxiliary|text.Modal) && !denies || strings.HasSuffix(w.Fold, "n't")
	c.embeds = c.embeds || c.opened == 0 && r.told && (carries || denies && c.denials == 1 && !deniesBehind[r.tongue])
	c.finite = c.finite || carries
	c.measured = c.measured || c.denials > 0 && of&(noted|telling) != 0 && c.has(measure)
	c.roles |= of
	c.invites = c.invites || w.Fold == "to" && r.before&asker != 0
	r.tells = r.tells || of&(telling|knowing) != 0 && of&(matter|record|measure) == 0
	base, clitic := strings.CutSuffix(w.Fold, "'s")
	if clitic && text.English.IsStop(base) {
		class |= text.Stop // "that's"
	}
	content := of == 0 && !class.Has(text.Stop|text.Auxiliary|text.Negator) && utf8.RuneCountInString(w.Fold) > 1 && (r.idle == nil || !r.idle[i])
	r.phrase(c, of, class, content && clitic, content)
	if content {
		r.content(i, c, mark)
	}
	if class.Has(text.Stop) && of == 0 {
		of = hollow
	} else {
		r.lead = of
	}
	r.before = of
}

// cut opens a clause in front of a word that does so.
func (r *clauseReader) cut(i int, mark bool) {
	fold, of := r.words[i].Fold, r.words[i].of
	const leads = speaker | telling | knowing | addressing | hollow | lacking | information | stating
	asks := r.before&leads != 0 && r.before&(matter|record) == 0 && (of&whether == 0 || r.tells)
	if mark { // else it is a relative clause: ", where …"
		asks = r.asks || of&stating == 0 && (r.tongue == text.German || articleless[r.tongue.String()])
	}
	switch {
	case words["and"][fold], of&(asker|stating) == 0 && mark:
		if i > 0 {
			r.open(0, true)
		}
	case of&asker != 0 && asks:
		r.open(of&(asker|whether), false)
	case r.words[i].class.Has(text.Exception), of&stating != 0 && !r.pointsAt(i), of&asker != 0 && (mark || of&whether == 0 && r.last == i-1):
		r.open(stating, false)
	}
}

// phrase tells whether the phrase at hand is taken for known, and what it names.
func (r *clauseReader) phrase(c *stretch, of role, class text.Class, genitive, content bool) {
	switch {
	case of&definite != 0 || genitive:
		if !r.taken {
			r.presumed, r.strangers = c.presumes, c.strange
		}
		r.taken, r.head = true, false
		r.topical = topical[r.tongue] && r.before == hollow && r.lead&(telling|information|lacking) != 0
	case of&measure != 0:
		if r.head = true; r.last >= 0 {
			c.deniesThing = false // "no opening time"
		}
	case of&(matter|record) != 0 && r.taken && !r.tells: // "the museum's page": no more than whose
		c.presumes, c.strange = r.presumed, r.strangers
		r.taken, r.head = false, false
	case content, of&hollow != 0, r.head && of == 0 && class.Has(text.Stop) && !class.Has(text.Auxiliary|text.Modal|text.Negator):
	default:
		r.taken, r.head = false, false
	}
}

// content takes a word of the subject.
func (r *clauseReader) content(i int, c *stretch, mark bool) {
	plain := articleless[r.tongue.String()]
	known, behind := r.m.knows(r.words[i].Fold) || plain && r.m.heard[stem(r.words[i].Fold)], r.last == i-1 && !mark
	paired := behind && !(known && r.was)
	c.paired = c.paired || paired
	c.described = c.described || paired && (r.tongue != text.English || !r.was)
	asked := !known && c.opened&(asker|whether) == asker && !r.asks && !c.invites && r.before&whichever == 0 // "how many it killed"
	c.presumes = c.presumes || asked || !known && (r.taken && !r.topical || plain && r.head) || paired && (r.taken || plain)
	switch {
	case known:
		c.known++
		r.taken = r.taken && !c.invites // "the tap quickly"
	case c.invites:
		c.known++ // whoever asks how to do a thing presupposes nothing
	default:
		c.strange++
	}
	c.deniesThing = c.deniesThing || r.before&no != 0 && c.denials == 1
	r.told = r.told || r.tells
	r.last, r.was = i, known
}

// Languages in which a negation may stand behind the verb and what it governs; in which an article
// stands before what is spoken of in general, behind a word of telling; that have no articles.
var (
	deniesBehind = map[text.Language]bool{text.German: true, text.Dutch: true}
	topical      = map[text.Language]bool{text.French: true, text.Spanish: true, text.Italian: true, text.Portuguese: true}
	articleless  = map[string]bool{"ru": true, "pl": true}
)

var alternatives = text.WordSet("alternatives")

// pointsAt reports whether a word that may open a clause only points at what stands behind
// it: "that information", or "that" at the end.
func (r *clauseReader) pointsAt(i int) bool {
	if r.words[i].Fold != "that" && r.words[i].Fold != "which" {
		return false
	}
	return i+1 == len(r.words) || r.words[i+1].of&(matter|record|information) != 0
}

// opensQuestion reports whether a question opens with a word that asks, a verb or a word
// without content: "Which …", "Is …", "For …".
func (r *clauseReader) opensQuestion() bool {
	const opening = text.Auxiliary | text.Modal | text.Stop
	return len(r.words) > 0 && (r.words[0].of&asker != 0 || (r.words[0].class | text.Unknown.Class(r.words[0].Fold)).Has(opening))
}

// nods reports whether a question ends in one word that asks for a nod: "…, right?"
func (r *clauseReader) nods() bool {
	last := len(r.words) - 1
	return last > 0 && endsSoft(r.text[r.words[last-1].End:r.words[last].Start]) && r.words[last].of&hollow == 0
}

// denies reports whether a word denies.
func (w *readWord) denies() bool {
	return w.of&lacking != 0 || w.class.Has(text.Negator) || strings.HasSuffix(w.Fold, "n't")
}

// endsSoft reports whether a mark between two words parts a sentence.
func endsSoft(between string) bool { return strings.ContainsAny(between, ",;:—–()") }

// knows reports whether the question or the evidence has a word, or one that begins like it.
func (m *material) knows(word string) bool {
	if m.heard == nil {
		m.heard, m.lemmas = map[string]bool{}, map[uint32]bool{}
		m.learn(m.ev.Question)
		for _, i := range m.ev.Set.Usable() {
			m.learn(m.ev.Set.At(i).Text)
			for _, title := range m.ev.titles(nil, i) {
				m.learn(title)
			}
		}
	}
	_, fold := elided(text.Fold(word))
	return m.heard[beginning(fold)] || m.lemmas[claim.Lemma(fold, text.English)]
}

func (m *material) learn(s string) {
	for word := range strings.FieldsFuncSeq(s, text.NotOfWord) {
		fold := text.Fold(word)
		if text.ScriptOf(fold).Unspaced() {
			for _, r := range fold {
				m.heard[string(r)] = true
			}
		}
		_, fold = elided(fold)
		m.heard[stem(fold)] = true
		m.heard[beginning(fold)], m.lemmas[claim.Lemma(fold, text.English)] = true, true // "eat", "eating"
	}
}

// beginning is what forms of a word have in common, mostly: its first letters. A figure is
// itself whole.
func beginning(word string) string {
	const letters = 5
	if strings.ContainsFunc(word, unicode.IsDigit) {
		return word
	}
	return word[:text.ByteOf(word, letters)]
}

// stem is what the cases of a short word have in common, with a sign that tells it from a beginning.
func stem(word string) string {
	const least, most, letters = 4, 6, 4
	if n := utf8.RuneCountInString(word); n < least || n > most {
		return word
	}
	return word[:text.ByteOf(word, letters)] + "*"
}

// unspacedStance is stanceOf for scripts that set no spaces: lists are looked for in each part of the
// text, and what is left has to be known.
func (v *vouching) unspacedStance(said string, question bool) stance {
	const few = 2 // characters
	lists := declining().unspaced
	for _, n := range text.Numbers(said) {
		if !v.m.asked().has(n) && !slices.ContainsFunc(v.sentences(), func(s *statement) bool { return s.has(n) }) {
			return statesOf
		}
	}
	begs := strings.Contains(said, "ください") || strings.HasPrefix(said, "请")
	framed, sends, strange := false, false, 0
	for part := range strings.FieldsFuncSeq(said, func(r rune) bool { return !text.OfWord(r) }) {
		for _, courtesy := range lists["courtesy"] { // which may hold a word that states
			part = strings.TrimPrefix(part, courtesy)
		}
		has := func(name string) bool {
			return slices.ContainsFunc(lists[name], func(s string) bool { return strings.Contains(part, s) })
		}
		rest := without(part, "denying", "telling", "measure", "advising", "hollow", "joining")
		bare := !strings.ContainsFunc(rest, text.OfWord)
		frames := bare && has("denying") || unspacedFrame(part)
		for _, joining := range lists["joining"] {
			if frames || bare {
				part = strings.TrimPrefix(part, joining) // "so", in front of what states nothing
			}
		}
		if has("stating") || has("joining") || !bare && !frames && (has("denying") || framed && !has("advising")) {
			return statesOf
		}
		framed, sends, begs = framed || frames, sends || has("advising"), begs && (has("telling") || bare)
		for _, r := range rest {
			if text.OfWord(r) && !unicode.IsDigit(r) && !v.m.knows(string(r)) {
				strange++
			}
		}
	}
	switch {
	case strange > few:
		return statesOf
	case framed:
		return declines
	case sends && !question:
		return advises
	case question || begs:
		return asksBack
	}
	return statesOf
}

// without is a text without the words of some lists.
func without(s string, names ...string) string {
	for _, name := range names {
		for _, word := range declining().unspaced[name] {
			s = strings.ReplaceAll(s, word, " ")
		}
	}
	return s
}

// unspacedFrame reports whether a part says that something is not told: a word of telling stands right
// behind one that denies or ends the part, or the denial does.
func unspacedFrame(part string) bool {
	telling := declining().unspaced["telling"]
	for _, denying := range declining().unspaced["denying"] {
		_, behind, found := strings.Cut(part, denying)
		if !found {
			continue
		}
		tells := func(word string) bool {
			return word == denying || strings.HasPrefix(behind, word) || strings.HasSuffix(behind, word)
		}
		ends := !strings.ContainsFunc(without(behind, "hollow"), text.OfWord)
		if slices.ContainsFunc(telling, tells) || ends && without(part, "telling") != part {
			return true
		}
	}
	return false
}
