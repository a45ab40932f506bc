package verify

import (
	_ "embed" // of the words of declining and asking back
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// A sentence declines if it denies that the sources tell something or that the speaker
// knows it; it asks back if it is a question. Either states nothing of the world as long as
// it only names what is asked for: with words that are known from the question or the
// evidence, and in no clause that a reason, a relative or a second statement opens.

//go:embed declines.txt
var declinesText string

// role is what a word does in such a sentence.
type role uint16

const (
	ofEvidence role = 1 << iota
	ofSpeaker
	speaking // with the speaker in it
	telling
	knowing
	passive
	lacking
	asker
	stating
	hollow
	infinitive
	addressing
	nodding
	requesting
	clarifying
	definite
)

// declining are the lists of declines.txt.
var declining = sync.OnceValue(func() *declineLists {
	d := &declineLists{of: map[string]map[string]role{"": {}}, unspaced: map[string][]string{}}
	lists := readLists(declinesText)
	for name, of := range map[string]role{
		"evidence": ofEvidence, "speakers": ofSpeaker, "speaking": speaking, "telling": telling, "knowing": knowing, "passives": passive,
		"lacking": lacking, "asking": asker, "stating": stating, "hollow": hollow, "infinitive": infinitive, "addressing": addressing, "tags": nodding,
		"requesting": requesting, "clarifying": clarifying, "definite": definite,
	} {
		for _, line := range lists[name] {
			code, words, _ := strings.Cut(line, ":")
			if d.of[code] == nil {
				d.of[code] = map[string]role{}
			}
			for word := range strings.FieldsSeq(words) {
				d.of[code][text.Fold(word)] |= of
				d.of[""][text.Fold(word)] |= of
			}
		}
	}
	for _, name := range [...]string{"denying", "telling", "hollow", "stating"} {
		words := strings.Fields(strings.Join(lists["unspaced "+name], " "))
		slices.SortStableFunc(words, func(a, b string) int { return len(b) - len(a) }) // the longest first
		d.unspaced[name] = words
	}
	return d
})

// declineLists are the roles of words by language, "" for all together.
type declineLists struct {
	of       map[string]map[string]role
	unspaced map[string][]string
}

// rolesOf are the roles of a word in the language of its text.
func (d *declineLists) rolesOf(read *text.Text, fold string) role {
	code := ""
	if language := read.Language(); language != text.Unknown {
		code = language.String()
	}
	return d.of[code][unelided(fold)]
}

// unelided is a word without a short one that runs into it: "l'information", "n'indique".
func unelided(fold string) string {
	const longest = 2
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
)

// declines tells whether a sentence only declines or asks back.
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

// talks reports whether a sentence that may deny only declines or asks back.
func (v *vouching) talks(said string) bool {
	return text.MayDenySomewhere(said) && v.stanceOf(said) != statesOf
}

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
	denies         bool
	deniesThing    bool // right in front of a word of the subject: "no danger"
	evidence       int  // words for what is shown
	known, strange int  // words of the subject, from question or evidence or not
	opened         role // by what
	joined         bool // by a mark, or by "and"
	does           bool // it names what one may do: "how to clean it"
	verbs          bool // it has a verb that carries a tense
	embeds         bool // behind a word of telling and something of the subject: "do not mention it is …"
	presumes       bool // it takes something for known that is not: "the harmless overdose"
	paired         bool // two words of the subject stand together, one of which is not known: "which harmless dose"
	offers         bool // it has a word that leaves a choice: "or"
}

// content reports whether it has words of the subject.
func (s *stretch) content() bool { return s.known+s.strange > 0 }

// frames reports whether a stretch says that something is not told or not known.
func (s *stretch) frames() bool {
	if !s.denies {
		return false
	}
	bare := !s.content()
	return s.evidence > 0 && (s.roles&telling != 0 || s.evidence > 1 || bare) ||
		!s.deniesThing && s.roles&(ofSpeaker|speaking) != 0 && s.roles&knowing != 0 || s.roles&passive != 0 || bare && s.roles&(knowing|telling) != 0
}

// many is from how many words that neither question nor evidence has a sentence speaks of
// something else.
const many = 3

// spacedStance is stanceOf for scripts that set spaces between words.
func (v *vouching) spacedStance(said string, question bool) stance {
	read := text.Read(said)
	begs := begs(read)
	asks := question || begs
	if !asks && !mayDecline(read) {
		return statesOf
	}
	for _, n := range read.Numbers() {
		word := !strings.ContainsFunc(n.Text, unicode.IsDigit)
		if !(word && read.Language() == text.Unknown) && !v.m.knows(n.Text) && !v.m.knows(n.Value) {
			return statesOf
		}
	}
	parts := v.m.stretches(read)
	framed, denied, presumes, paired, strange := false, false, false, false, 0
	some := func(holds func(stretch) bool) bool { return slices.ContainsFunc(parts, holds) }
	addressed := some(func(s stretch) bool { return s.roles&addressing != 0 })
	offers := question && addressed && some(func(s stretch) bool { return s.offers })
	for i := range parts {
		s := &parts[i]
		presumes, paired = presumes || s.presumes, paired || s.paired
		framed, denied = framed || s.frames(), denied || s.denies
		strange += s.strange
		named := offers && s.joined && !s.verbs // "return or there and back"
		if s.embeds || !s.frames() && s.content() && !s.harmless(i == 0 && !asks) && !named {
			return statesOf
		}
	}
	nods := len(parts) > 1 && parts[len(parts)-1].roles&nodding != 0
	switch {
	case strange >= many && !v.m.rules.AgainstAll && !(question && addressed): // an audit lets nothing through
	case framed:
		return declines
	case question && addressed && !denied && !nods && !presumes && (offers || !paired && asksFor(read)):
		return asksBack
	case asks && strange < 2 && !denied && !nods && (addressed || opensQuestion(read) || begs && strange == 0):
		return asksBack
	}
	return statesOf
}

// asksFor reports whether a question opens with what is asked for: "Which country …", "For which day …".
func asksFor(read *text.Text) bool {
	const opening = 2 // words
	for i := range min(opening, len(read.Words)) {
		switch of := declining().rolesOf(read, read.Words[i].Fold); {
		case of&asker != 0:
			return true
		case of&stating != 0, !read.Class(read.Words[i]).Has(text.Stop):
			return false
		}
	}
	return false
}

// onlyAsks reports whether a question asks in one clause, without a figure and without a denial: for
// a yes or no, for what the user can do ("Where can I …"), or for something of what is mostly known
// ("How long is the warranty?"). It states nothing, whatever it is about.
func (m *material) onlyAsks(said string) bool {
	const most = 16 // words
	read := text.Read(said[text.ListMarker(said):])
	all := read.Words
	if len(all) == 0 || len(all) > most || len(read.Numbers()) > 0 {
		return false
	}
	is := func(w text.Word, of role) bool { return declining().rolesOf(read, w.Fold)&of != 0 }
	asked := all
	for len(asked) > 1 && is(asked[0], asker) {
		asked = asked[1:]
	}
	joined := func(w text.Word) bool {
		return denies(read, w) || is(w, asker|stating) || endsSoft(read.Text[w.End:min(len(read.Text), w.End+1)])
	}
	if slices.ContainsFunc(asked, joined) {
		return false
	}
	userCan := len(asked) > 1 && read.Class(asked[0]).Has(text.Modal) && is(asked[1], ofSpeaker)
	if len(asked) == len(all) || userCan {
		return read.Class(asked[0]).Has(text.Auxiliary | text.Modal)
	}
	known, strange := 0, 0
	for _, w := range asked {
		switch {
		case read.Class(w).Has(text.Stop | text.Auxiliary | text.Modal):
		case m.knows(unelided(w.Fold)):
			known++
		default:
			strange++
		}
	}
	return known > 0 && strange <= known+1
}

// begs reports whether a sentence begs the user to make something clear: "Please specify …".
func begs(read *text.Text) bool {
	var all role
	for _, w := range read.Words {
		all |= declining().rolesOf(read, w.Fold)
	}
	return all&requesting != 0 && all&clarifying != 0
}

// harmless reports whether a stretch with words of the subject only names what is asked for.
func (s *stretch) harmless(opens bool) bool {
	return s.opened == asker || s.opened != stating && !opens && !(s.joined && (s.strange > 0 || s.verbs))
}

// mayDecline reports whether a sentence has a word that denies.
func mayDecline(read *text.Text) bool {
	return slices.ContainsFunc(read.Words, func(w text.Word) bool {
		return denies(read, w)
	})
}

// denies reports whether a word denies. One of a language that cannot be told may be of any.
func denies(read *text.Text, w text.Word) bool {
	return declining().rolesOf(read, w.Fold)&lacking != 0 || read.Class(w).Has(text.Negator) || read.Language().IsNegator(w.Fold)
}

// opensQuestion reports whether a question opens with a word that asks, a verb or a word
// without content: "Which …", "Is …", "For …".
func opensQuestion(read *text.Text) bool {
	if len(read.Words) == 0 {
		return false
	}
	first := read.Words[0]
	const opening = text.Auxiliary | text.Modal | text.Stop
	return declining().rolesOf(read, first.Fold)&asker != 0 || read.Class(first).Has(opening) || text.Unknown.Class(first.Fold).Has(opening)
}

// stretches cuts a sentence.
func (m *material) stretches(read *text.Text) (out []stretch) {
	open := func(by role, joined bool) { out = append(out, stretch{opened: by, joined: joined}) }
	open(0, false)
	asks := text.Asks(read.Text)
	before, given := role(hollow), false // in a phrase whose thing is taken for known
	last, lastKnown := -2, false         // the last word of the subject
	for i, w := range read.Words {
		of := declining().rolesOf(read, w.Fold)
		if w.Flags.Has(text.Digits) {
			before = 0
			continue // a figure; it is known
		}
		class := read.Class(w)
		mark := i > 0 && endsSoft(read.Text[read.Words[i-1].End:w.Start])
		switch {
		case words["and"][w.Fold], of&(asker|stating) == 0 && mark:
			if i > 0 {
				open(0, true)
			}
		case of&asker != 0 && !(mark && of&stating != 0 && !asks) && (mark || before&(telling|knowing|addressing|hollow|lacking) != 0 && before&ofEvidence == 0):
			open(asker, false)
		case class.Has(text.Exception), of&stating != 0 && !pointsAt(read, i):
			open(stating, false)
		}
		s := &out[len(out)-1]
		carries := class.Has(text.Auxiliary|text.Modal) && !class.Has(text.Negator)
		s.embeds = s.embeds || carries && s.opened == 0 && s.roles&(telling|knowing) != 0 && s.content()
		s.verbs = s.verbs || carries
		s.roles |= of
		if of&ofEvidence != 0 {
			s.evidence++
		}
		s.denies = s.denies || denies(read, w)
		const ends = asker | stating | telling | knowing | lacking | passive
		s.does = s.does || of&infinitive != 0 && s.opened == asker && !s.content() && len(out) > 1 && out[len(out)-2].denies
		content := of&^infinitive == 0 && !class.Has(text.Stop|text.Auxiliary|text.Negator) && utf8.RuneCountInString(w.Fold) > 1
		s.deniesThing = s.deniesThing || content && before&lacking != 0 && i > 0 && !read.Class(read.Words[i-1]).Has(text.Auxiliary|text.Modal)
		given = given && of&ends == 0 && !class.Has(text.Stop|text.Auxiliary|text.Modal|text.Negator) || of&definite != 0
		known := content && m.knows(unelided(w.Fold))
		if content {
			verb := i+1 < len(read.Words) && declining().rolesOf(read, read.Words[i+1].Fold)&addressing != 0 // "souhaitez-vous"
			if last == i-1 && !mark {
				s.paired = s.paired || !verb && !(known && lastKnown)
			}
			last, lastKnown = i, known
		}
		s.offers = s.offers || alternatives[w.Fold]
		switch {
		case !content:
		case known:
			s.known++
			given = given && !s.does // "the tap quickly"
		case given:
			s.strange += many
			s.presumes = true
		case s.does:
			s.known++ // whoever asks how to do a thing presupposes nothing
		default:
			s.strange++
		}
		if before = of; before == 0 && class.Has(text.Stop) {
			before = hollow
		}
	}
	return out
}

var alternatives = text.WordSet("alternatives")

// pointsAt reports whether a word that may open a clause only points at what stands behind
// it: "that information", or "that" at the end.
func pointsAt(read *text.Text, i int) bool {
	if read.Words[i].Fold != "that" && read.Words[i].Fold != "which" {
		return false
	}
	return i+1 == len(read.Words) || declining().rolesOf(read, read.Words[i+1].Fold)&ofEvidence != 0
}

// endsSoft reports whether a mark between two words parts a sentence.
func endsSoft(between string) bool { return strings.ContainsAny(between, ",;:—–()") }

// knows reports whether the question or the evidence has a word, or one that begins like it.
func (m *material) knows(word string) bool {
	if m.heard == nil {
		m.heard = map[string]bool{}
		m.learn(m.ev.Question)
		for _, i := range m.ev.Set.Usable() {
			m.learn(m.ev.Set.At(i).Text)
			for _, title := range m.ev.titles(nil, i) {
				m.learn(title)
			}
		}
	}
	return m.heard[beginning(text.Fold(word))]
}

func (m *material) learn(s string) {
	for word := range strings.FieldsFuncSeq(s, text.NotOfWord) {
		fold := text.Fold(word)
		if text.ScriptOf(fold).Unspaced() {
			for _, r := range fold {
				m.heard[string(r)] = true
			}
		}
		m.heard[beginning(fold)] = true
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

// unspacedStance is stanceOf for scripts that set no spaces: lists are looked for in the
// text, and what is left has to be known.
func (v *vouching) unspacedStance(said string, question bool) stance {
	lists := declining().unspaced
	spoken := said
	for _, s := range lists["hollow"] {
		if utf8.RuneCountInString(s) > 5 { // an apology, which may hold a word that states
			spoken = strings.ReplaceAll(spoken, s, "")
		}
	}
	has := func(name string) bool {
		return slices.ContainsFunc(lists[name], func(s string) bool { return strings.Contains(spoken, s) })
	}
	begs := strings.Contains(said, "ください") || strings.HasPrefix(said, "请")
	framed := has("denying")
	question = question || begs
	if has("stating") || !framed && (!question || has("denying")) {
		return statesOf
	}
	for _, n := range text.Numbers(said) {
		if !v.m.asked().has(n) && !slices.ContainsFunc(v.sentences(), func(s *statement) bool { return s.has(n) }) {
			return statesOf
		}
	}
	rest := said
	for _, name := range [...]string{"denying", "telling", "hollow"} {
		for _, s := range lists[name] {
			rest = strings.ReplaceAll(rest, s, " ")
		}
	}
	strange := 0
	for _, r := range rest {
		if text.OfWord(r) && !unicode.IsDigit(r) && !v.m.knows(string(r)) {
			strange++
		}
	}
	const few = 3 // characters
	switch {
	case strange > few, !has("telling") && (framed || begs) && strings.ContainsFunc(rest, text.OfWord):
		return statesOf
	case framed:
		return declines
	}
	return asksBack
}
