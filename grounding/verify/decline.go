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
type role uint64

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
	aspect
	speaker
	addressing
	requesting
	advising
	urging
	definite
	counting
	helping
	being
	within
	containing
	nought
	quantity
	priced
	objecting
)

// roleLists are the lists of declines.txt.
var roleLists = map[string]role{
	"material": matter, "record": record, "information": information, "measure": measure, "counting": measure | counting, "helping": helping, "naming": naming, "telling": telling,
	"holding": holding, "knowing": knowing, "passive": passive, "given": noted, "lacking": lacking, "no": no | lacking,
	"whether": asker | whether, "asking": asker, "which": asker | whichever, "stating": stating, "hollow": hollow, "aspect": hollow | aspect, "speaker": speaker, "addressing": addressing, "requesting": requesting | urging | hollow,
	"advising": advising, "urging": urging, "being": being, "within": within, "containing": containing, "definite": definite, "nothing": nought | lacking, "quantity": quantity, "price": measure | priced, "objecting": objecting,
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
	fold = elided(fold)
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
	return out
}

// readWord is a word of a sentence with its roles in the sentence's language.
type readWord struct {
	text.Word
	of      role
	class   text.Class
	objects bool // it names a danger, a ban or what speaks against something
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
		out[i] = readWord{w, roles[i][best] &^ objecting, classes[i].In(best), roles[i][best]&objecting != 0}
	}
	return out, best
}

// elided is a word without the short one that runs into it: "l'information", "n'indique".
func elided(fold string) string {
	const longest = 5
	if at := strings.IndexByte(fold, '\''); at > 0 && at <= longest && at+3 < len(fold) {
		return fold[at+1:]
	}
	return fold
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

// asksWithin reports whether a clause names a question: "… how much adults may take".
func (r *clauseReader) asksWithin() bool {
	return slices.ContainsFunc(r.clauses, func(c stretch) bool { return c.opened&asker != 0 })
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
	m := &material{ev: *e, rules: r}
	v := vouching{m: m, res: new(Result), denials: denials{m: m}}
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
	unasked        int  // those of them that the question does not have
	guessed        int  // those of them that it gives itself, of what is asked for: "who runs the pool"
	finite         bool // it has a verb that carries a tense
	embeds         bool // behind a word of telling and something of the subject: "do not mention it is …"; or it denies a danger: "no ban is mentioned"
	presumes       bool // it takes something for known that is not: "the harmless overdose"
	described      bool // a word of the subject describes another: "a free bag"
	invites        bool // it names what one may do: "how to clean it"
	measured       bool // what everything has is denied to be told: "the price is not given"
	sends          bool // it begins as an advice does: "Ask …"
	measures       bool // it opens with that
	lacksTold      bool // a word that denies stands right in front of a noun for knowledge, or nothing else of the subject does
	answers        bool // a word of it is a noun for knowledge or a verb of knowing: "answer"
	place          bool // something is said to be in the material
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
	case c.has(matter|record) && c.has(telling|information), c.has(matter) && (c.has(containing|knowing) || c.place || c.has(holding) && c.content()):
		return true
	case c.has(record) && c.has(holding) && c.has(knowing|measure), c.has(information) && (c.has(telling|containing|knowing) || c.has(speaker) && c.has(being)):
		return true
	case c.has(speaker) && (c.answers || c.has(knowing|telling|helping) || c.has(holding) && c.has(measure) || c.has(being) && bare):
		return true
	case c.has(information) && c.has(holding|being), c.lacksTold && c.has(being|noted):
		return c.unasked == 0 || c.lacksTold
	}
	return c.has(passive) || c.has(nought) && c.has(telling) && c.unasked == 0 || c.measured && (c.unasked == 0 || c.measures) || bare && (c.has(telling) || c.finite && c.has(knowing) && !c.has(record))
}

// advises reports whether a clause advises to ask somebody or to look elsewhere, or offers to look again.
func (c *stretch) advises() bool {
	offers := c.has(speaker) && !c.content()
	tells := c.has(knowing|telling|information|helping) || c.has(holding) && c.has(record)
	asks := c.has(advising) && (c.sends || c.has(urging|addressing)) || c.has(urging) && tells
	return (asks || offers) && c.denials == 0 && !c.described
}

// namesOnly reports whether a clause that is no frame only names what is asked for.
func (c *stretch) namesOnly() bool {
	switch {
	case c.opened&stating != 0 && (c.finite || c.denials > 0): // "…, but it is"
		return false
	case !c.content() && !c.has(measure), c.opened&asker != 0:
		return true
	}
	return c.opened == 0 && !c.joined
}

// many is from how many words that neither question nor evidence has a sentence speaks of
// something else.
const many = 5

// spacedStance is stanceOf for scripts that set spaces between words.
func (v *vouching) spacedStance(said string, question bool) stance {
	read := text.Read(said)
	r := clauseReader{m: v.m, text: read.Text, asks: question, clauses: []stretch{{}}, before: hollow, last: -2}
	r.words, r.tongue = readWords(read)
	for _, n := range read.Numbers() {
		word := !strings.ContainsFunc(n.Text, unicode.IsDigit)
		if _, counts := r.tongue.NumberValue(text.Fold(n.Text)); (counts || !word) && !v.m.knows(n.Text) && !v.m.knows(n.Value) {
			return statesOf
		}
	}
	r.idle = idle().idle.covered(read.Words)
	offers := question && slices.ContainsFunc(r.words[:max(len(r.words)-1, 0)], func(w readWord) bool { return alternatives[w.Fold] })
	r.chooses = offers
	for i := range r.words {
		r.word(i)
	}
	r.closePhrase()
	var all stretch
	framed, sends := false, false
	for i := range r.clauses {
		c := &r.clauses[i]
		adds := question && c.joined && c.opened == 0 && (offers || c.has(addressing) || c.strange == 0 || !c.finite)
		switch {
		case !question && len(read.Numbers()) == 0 && c.advises():
			sends = true
			continue
		case c.frames():
			framed = true
		case c.namesOnly() && (i > 0 || question || !c.content()), adds:
		default:
			return statesOf
		}
		hides := phraseless[r.tongue.String()] && c.strange > 0 && c.known+c.strange > 1
		guesses := c.guessed > 1 || c.guessed == 1 && (c.known+c.strange > 3 || v.m.mayAskWhether()) // which would answer the question
		if c.embeds || (c.presumes || hides || guesses) && !v.m.rules.AgainstAll {                   // an audit lets nothing through
			return statesOf
		}
		all.roles |= c.roles
		all.strange, all.described = all.strange+c.strange, all.described || c.described
	}
	return v.stanceOfClauses(&r, &all, framed, sends, offers)
}

// stanceOfClauses tells what clauses that state nothing do together.
func (v *vouching) stanceOfClauses(r *clauseReader, all *stretch, framed, sends, offers bool) stance {
	addressed := r.asks && all.has(addressing)
	begs := all.has(requesting) || r.asks && all.has(urging)
	switch {
	case all.strange >= many && !v.m.rules.AgainstAll:
	case framed && (r.asksWithin() || !v.denials.retells(r.text)):
		return declines
	case r.asks && r.nods():
	case sends:
		return advises
	case addressed && !all.described, offers, r.asks && all.strange < 2 && r.opensQuestion(), begs && all.has(telling) && all.strange == 0:
		return asksBack
	}
	return statesOf
}

// nounPhrase is what some words name together.
type nounPhrase struct {
	taken     bool // an article or a pointing word takes it for known
	own       bool // as the user's: "your dog"
	headed    bool // by what everything has, or by what tells: "the battery runtime"
	described bool // a word of it describes another
	describes bool // the last word may
	opens     bool // its first word is known
	words     int  // of the subject
	strange   int  // those of them that are not known
}

// clauseReader cuts a sentence into clauses.
type clauseReader struct {
	m       *material
	words   []readWord
	tongue  text.Language
	text    string
	asks    bool // it is a question
	chooses bool // it leaves a choice: "or"
	clauses []stretch

	before  role       // of the word before
	told    bool       // a verb of telling has come in the clause, and a word of the subject behind it
	tells   bool       // a verb of telling has come in the clause
	phrase  nounPhrase // at hand
	inside  bool       // a word of a place stands in front
	counted bool       // the phrase in front names what everything has: "the number of"
	idle    []bool     // which words belong to a phrase that states nothing
	last    int        // the last word of the subject
}

// clause is the clause at hand.
func (r *clauseReader) clause() *stretch { return &r.clauses[len(r.clauses)-1] }

// open begins a clause.
func (r *clauseReader) open(by role, joined bool) {
	r.closePhrase()
	r.counted = false
	r.clauses = append(r.clauses, stretch{opened: by, joined: joined, sends: by == 0 && r.clause().has(urging)})
	r.told, r.tells = false, false
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
	r.cut(i, mark)
	c := r.clause()
	idle := r.idle != nil && r.idle[i]
	denies := w.denies() && !idle
	if denies {
		of |= lacking
		c.denials++
	}
	carries := class.Has(text.Auxiliary|text.Modal) && !denies || strings.HasSuffix(w.Fold, "n't")
	carries = carries && r.before&speaker == 0 // "the documents I have"
	c.embeds = c.embeds || r.told && carries || w.objects && c.opened&asker == 0 && !r.m.asksOf(w.Fold)
	c.finite = c.finite || carries
	c.measured = c.measured || c.denials > 0 && of&(noted|telling) != 0 && c.has(measure)
	c.sends = c.sends || c.roles == 0 && !c.content() && of&advising != 0
	c.lacksTold = c.lacksTold || of&(information|naming) != 0 && (r.before&(no|lacking) != 0 || c.denials > 0 && c.has(being) && !c.content())
	c.measures = c.measures || of&measure != 0 && !c.content() && c.roles&^(definite|lacking|no) == 0 && (c.roles == 0 || r.before&(definite|lacking) != 0)
	c.place = c.place || of&(matter|record) != 0 && r.inside
	r.inside = of&within != 0 || r.inside && of&(definite|hollow) != 0
	if c.answers = c.answers || of&information != 0 && of&knowing != 0; of&(information|matter|record) != 0 {
		c.roles |= of &^ (telling | holding | knowing) // "the answers" are no verb
	} else {
		c.roles |= of
	}
	if of&whether != 0 && c.opened == 0 && c.joined && i > 0 {
		c.opened = asker | whether // "принимают ли"
	}
	c.invites = c.invites || w.Fold == "to" && r.before&asker != 0
	r.tells = r.tells || of&(telling|knowing) != 0 && of&(matter|record|measure|information) == 0
	base, genitive := strings.CutSuffix(w.Fold, "'s")
	if genitive = genitive && r.tongue == text.English; genitive && text.English.IsStop(base) {
		class |= text.Stop // "that's"
	}
	content := of == 0 && !class.Has(text.Stop|text.Auxiliary|text.Negator) && utf8.RuneCountInString(w.Fold) > 1 && !idle
	r.name(of, class)
	if content {
		r.content(i, mark, genitive)
	}
	if class.Has(text.Stop) && of == 0 {
		of = hollow
	}
	r.before = of
}

// cut opens a clause in front of a word that does so.
func (r *clauseReader) cut(i int, mark bool) {
	fold, of := r.words[i].Fold, r.words[i].of
	const leads = speaker | telling | knowing | addressing | hollow | lacking | information | stating
	c := r.clause()
	asks := r.before&leads != 0 && !(r.before&hollow != 0 && r.last >= 0 && r.last == i-2) && r.before&(matter|record) == 0 && !(of&hollow != 0 && c.denials > 0)
	if of&whether != 0 {
		asks = r.tells || c.denials > 0 && !generic[r.tongue]
	}
	if mark { // else it is a relative clause: ", where …"
		asks = r.asks && !(articleless[r.tongue.String()] && of&whichever != 0 && r.last == i-1) || of&stating == 0 && r.last != i-1 && (r.tongue == text.German || articleless[r.tongue.String()])
	}
	switch {
	case r.before&urging != 0 && of&(whichever|stating) != 0: // "sugiero que contacte"
	case words["and"][fold] && r.words[i].class.Has(text.Connective), of&(asker|stating) == 0 && mark:
		if i > 0 && (mark || c.opened&asker == 0 || c.finite) { // else it joins what is asked of: "whether tea and coffee are free"
			r.open(0, true)
		}
	case of&asker != 0 && (asks || i == 0):
		r.open(of&(asker|whether), false)
	case of&stating != 0 && !r.pointsAt(i) && r.before&whether == 0, of&asker != 0 && (mark || of&whether == 0 && r.last == i-1):
		r.open(stating, false)
	}
}

// name adds a word that is none of the subject to the phrase at hand, or ends that.
func (r *clauseReader) name(of role, class text.Class) {
	const heads = measure | matter | record | information
	switch {
	case of&definite != 0:
		r.closePhrase()
		r.counted = false
		r.phrase.taken, r.phrase.own = true, of&addressing != 0
	case of&heads != 0:
		r.phrase.headed, r.phrase.describes = true, false
	case of&hollow != 0 && !class.Has(text.Stop) || of == 0 && !class.Has(text.Stop|text.Auxiliary|text.Modal|text.Negator):
	default:
		counted := r.before&counting != 0 && class.Has(text.Stop)
		r.closePhrase()
		r.counted = counted
	}
}

// closePhrase ends the phrase at hand and tells what it takes for known.
func (r *clauseReader) closePhrase() {
	p, c := r.phrase, r.clause()
	r.phrase = nounPhrase{}
	plain := articleless[r.tongue.String()]
	if p.strange == 0 {
		return
	}
	c.described = c.described || !p.headed && (p.described || !r.compounds() && r.tongue != text.Arabic && p.words > 1)
	switch {
	case plain && p.words > 1 && !r.asks && c.opened&whether == 0, r.counted:
		c.presumes = true
	case p.taken && !(p.opens && c.opened&whether != 0): // "whether the clinic accepts"
		c.presumes = c.presumes || p.described || !p.headed && !(p.own && r.asks) && (p.words > 1 || r.asks && !r.chooses && !generic[r.tongue])
	}
}

// compounds reports whether the language sets nouns side by side that are one thing's name.
func (r *clauseReader) compounds() bool { return r.tongue == text.English || r.tongue == text.German }

// content takes a word of the subject.
func (r *clauseReader) content(i int, mark, genitive bool) {
	c, p, fold := r.clause(), &r.phrase, r.words[i].Fold
	plain := articleless[r.tongue.String()]
	known := r.m.knows(fold) || plain && r.m.words.heard[stem(fold)]
	asked := !known && c.opened&(asker|whether) == asker && !r.asks && !c.invites && r.before&whichever == 0 // "how many it killed"
	if asked {
		if c.guessed++; !c.finite && r.tongue == text.English && strings.HasSuffix(fold, "ed") {
			c.guessed++ // it says that something happened: "who bribed"
		}
	}
	if !r.m.asksOf(fold) {
		c.unasked++
	}
	switch {
	case known || c.invites: // whoever asks how to do a thing presupposes nothing
		c.known++
	default:
		c.strange++
	}
	if !known {
		p.strange++
		c.presumes = c.presumes || plain && r.before&counting != 0
		p.described = p.described || p.headed && r.compounds() // "the chapter proving"
	}
	p.described = p.described || p.describes
	p.described = p.described || known && p.strange > 0 && r.compounds() // "the cortisone cream"
	p.describes = !known && r.describes(i)
	p.opens = p.opens || known && p.words == 0
	p.words++
	p.taken = p.taken || genitive || r.tongue == text.Arabic && strings.HasPrefix(fold, "ال")
	c.deniesThing = c.deniesThing || r.before&no != 0 && c.denials == 1
	r.told = r.told || r.tells
	r.last = i
}

// asksOf reports whether the question has a word.
func (m *material) asksOf(fold string) bool {
	return m.asked().find(&term{fold: fold, lemma: claim.Lemma(fold, text.English)}) >= 0
}

// describes reports whether a word may describe the one behind it: it has an opposite, or the form of an
// adjective.
func (r *clauseReader) describes(i int) bool {
	w := &r.words[i]
	switch r.tongue {
	case text.English:
		if strings.HasSuffix(w.Fold, "ed") || strings.HasSuffix(w.Fold, "en") {
			return true
		}
	case text.German:
		first, _ := utf8.DecodeRuneInString(r.text[w.Start:])
		return unicode.IsLower(first)
	}
	return claim.HasOpposite(w.Fold, r.tongue)
}

var (
	// generic languages have an article in front of what a word of telling speaks of in general.
	generic = map[text.Language]bool{text.Arabic: true, text.French: true, text.Spanish: true, text.Italian: true, text.Portuguese: true}
	// articleless languages have no articles.
	articleless = map[string]bool{"ru": true, "pl": true}
	// A phrase of these languages is not parsed, so a new word in a decline may hide a statement ("the lifted ban").
	phraseless = map[string]bool{"sv": true, "tr": true, "ko": true}
)

var alternatives = text.WordSet("alternatives")

// pointsAt reports whether a word that may open a clause only points at what stands behind
// it: "that information", or "that" at the end.
func (r *clauseReader) pointsAt(i int) bool {
	if fold := r.words[i].Fold; fold != "that" && fold != "which" && fold != "dat" {
		return false
	}
	return i+1 == len(r.words) || r.words[i+1].of&(matter|record|information) != 0 || r.words[i+1].denies()
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
	return w.of&lacking != 0 || w.class.Has(text.Negator) && w.of&hollow == 0 || strings.HasSuffix(w.Fold, "n't")
}

// endsSoft reports whether a mark between two words parts a sentence.
func endsSoft(between string) bool { return strings.ContainsAny(between, ",;:—–()") }

// knows reports whether the question or the evidence has a word, or one that begins like it.
func (m *material) knows(word string) bool {
	if m.words.heard == nil {
		m.words.learn(m.ev.Question)
		for _, i := range m.ev.Set.Usable() {
			m.words.learn(m.ev.Set.At(i).Text)
			for _, title := range m.ev.titles(nil, i) {
				m.words.learn(title)
			}
		}
	}
	return m.words.has(word)
}

// vocabulary are the words of some texts.
type vocabulary struct {
	heard  map[string]bool // their beginnings
	lemmas map[uint32]bool // and what forms of one share
}

// has reports whether a word is one of them, or begins like one.
func (v *vocabulary) has(word string) bool {
	fold := elided(text.Fold(word))
	return v.heard[beginning(fold)] || v.lemmas[claim.Lemma(fold, text.English)]
}

func (v *vocabulary) learn(s string) {
	if v.heard == nil {
		v.heard, v.lemmas = map[string]bool{}, map[uint32]bool{}
	}
	for word := range strings.FieldsFuncSeq(s, text.NotOfWord) {
		fold := text.Fold(word)
		if text.ScriptOf(fold).Unspaced() {
			for _, r := range fold {
				v.heard[string(r)] = true
			}
			for _, part := range lookedUp(fold) {
				v.heard[beginning(part)] = true
			}
		}
		fold = elided(fold)
		v.heard[stem(fold)] = true
		v.heard[beginning(fold)], v.lemmas[claim.Lemma(fold, text.English)] = true, true // "eat", "eating"
	}
}

// beginning is what forms of a word have in common, mostly: its first letters. A figure is
// itself whole.
func beginning(word string) string {
	const letters = 5
	word = strings.TrimPrefix(word, "ال") // the Arabic article
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

// unspacedStance is stanceOf for scripts that set no spaces: what the lists leave of each part of the
// text has to be known, but for a few characters in what is not told and in what one asks.
func (v *vouching) unspacedStance(said string, question bool) stance {
	const few = 2 // characters that are not known, outside of what is not told
	lists := declining().unspaced
	if slices.ContainsFunc(text.Numbers(said), func(n text.Number) bool { return !v.m.knows(n.Text) }) {
		return statesOf
	}
	kana := strings.ContainsFunc(said, isHiragana)
	begs := strings.Contains(said, "教えてください") || strings.Contains(said, "お聞かせください") || strings.HasPrefix(said, "请")
	framed, sends, strange, topical, advised := false, false, 0, 0, 0
	for part := range strings.FieldsFuncSeq(said, func(r rune) bool { return !text.OfWord(r) }) {
		has := func(name string) bool {
			return slices.ContainsFunc(lists[name], func(s string) bool { return strings.Contains(part, s) })
		}
		rest := without(part, "denying", "telling", "holding", "matter", "advising", "aspect", "hollow")
		unknown := v.unknown(rest, kana)
		bare := !strings.ContainsFunc(rest, func(r rune) bool { return text.OfWord(r) && !isHiragana(r) })
		unasked := func(s string) bool { return strings.Contains(part, s) && !strings.Contains(v.m.ev.Question, s) }
		objects := slices.ContainsFunc(lists["objecting"], unasked)
		verbs := lists["telling"]
		if has("matter") {
			verbs = append(slices.Clip(verbs), lists["holding"]...)
		}
		frames := unspacedFrame(part, verbs, kana) || bare && !kana && has("denying")
		asks := has("advising") && !frames
		switch {
		case has("stating"), objects, unknown > 0 && has("partitive"), kana && !frames && !asks && !bare && slices.ContainsFunc(lists["joining"], func(s string) bool { return strings.HasSuffix(part, s) }):
			return statesOf
		case frames:
			framed = true
			topical += unknown
		case asks:
			sends = true
			topical += unknown
			advised += unknown
		case !kana && has("denying") && !bare && !question, framed && !bare && !question:
			return statesOf
		default:
			strange += unknown
		}
		begs = begs && (has("telling") || bare)
	}
	switch {
	case topical > 3*few, kana && !question && topical-advised+strange > 1, strange > few && !(question && strange <= 3*few), framed && v.denials.retells(said):
		return statesOf
	case framed:
		return declines
	case question:
		return asksBack
	case sends:
		return advises
	case begs:
		return asksBack
	}
	return statesOf
}

func isHiragana(r rune) bool { return unicode.Is(unicode.Hiragana, r) }

// unknown counts the characters that neither question nor evidence has, of words in Katakana one each,
// and none of Hiragana, which binds words together. In Japanese, where nothing tells what describes
// a word, only the question's are known.
func (v *vouching) unknown(rest string, kana bool) (n int) {
	foreign := false
	for _, r := range rest {
		katakana := unicode.Is(unicode.Katakana, r) || r == 'ー'
		if text.OfWord(r) && !unicode.IsDigit(r) && !isHiragana(r) && r != '的' && !(katakana && foreign) && !strings.ContainsRune(v.m.ev.Question, r) && (kana || !v.m.knows(string(r))) {
			n++
		}
		foreign = katakana
	}
	return n
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

// unspacedFrame reports whether a part says that something is not told: in Chinese a word of telling
// stands near one that denies or ends the part; in Japanese it ends the part, denied.
func unspacedFrame(part string, verbs []string, kana bool) bool {
	lists := declining().unspaced
	if kana {
		end := strings.TrimRightFunc(part, isHiragana)
		denied := slices.ContainsFunc(lists["denying"], func(s string) bool { return strings.Contains(part[len(end):], s) })
		tells := func(s string) bool { at := strings.LastIndex(part, s); return at >= 0 && at+len(s) >= len(end) }
		return denied && slices.ContainsFunc(verbs, tells)
	}
	for _, denying := range lists["denying"] {
		_, behind, found := strings.Cut(part, denying)
		if !found {
			continue
		}
		behind = strings.TrimLeft(behind, "在文中里的并有任何能够被曾具体明确对关于")
		tells := func(word string) bool {
			return word == denying || strings.HasPrefix(behind, word) || strings.HasSuffix(behind, word)
		}
		ends := !strings.ContainsFunc(without(behind, "aspect", "hollow"), text.OfWord)
		if slices.ContainsFunc(verbs, tells) || ends && without(part, "telling") != part {
			return true
		}
	}
	return false
}
