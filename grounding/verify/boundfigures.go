package verify

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// The words that stand nearest to a figure tell what it is of: "140 on the drug and 72 on placebo". A claim
// that takes a figure of its source together with the words of another one says what the source does not. No
// grammar is read: only words, figures, and what parts clauses, alike in all languages.

// boundFigure is a figure of a sentence with the words that stand nearer to it than to the sentence's other figures.
type boundFigure struct {
	number *text.Number
	unit   string     // its unit, or the word that it counts; "" for none
	named  bool       // it is the number of a name: "stage 4"
	front  string     // the word in front of it
	near   []wordForm // the words that are nearest to the figure: a part of all
	all    []wordForm // the words of its sentence
}

// wordForm is a word, and what its forms share.
type wordForm struct {
	fold  string
	lemma uint32
}

func (w wordForm) is(v wordForm) bool { return w.lemma == v.lemma || alike(w.fold, v.fold) }

// How far a word is from a figure: each word between them counts as one, each sign or word that parts clauses as
// four. What it is worth that the claim's figure and the source's figure share a word or a unit, and what it costs
// that only the source's figure has a word. A claim fails where another figure of the source, of whose words it has
// enough, is worth clearlyBetter more than every figure of the source that has the claim's value. The weights were set
// on 80 rows of the first tester's set (test/contact/figures.jsonl); few of them move a row.
const (
	farParted            = 4
	worthWord, worthUnit = 2, 3
	worthMissing         = 1
	mostMissing          = 3
	clearlyBetter        = 2
	enough               = 1.0 / 3
	enoughUncited        = 0.8 // what cites nothing may speak of any figure (RAGTruth's answers, half of them)
)

// boundFigures finds the figures of a sentence. Numbers of parts of a text ("step 2", "§ 4") are none.
func boundFigures(s *groundSentence) []boundFigure {
	type span struct{ first, end, at, behind, clause int } // the words of a figure, and how far they stand from the beginning
	t := s.Text
	out, spans := make([]boundFigure, 0, len(s.figures)), make([]span, 0, len(s.figures))
	far, k := 0, 0
	pass := func() { // the kth word
		far++
		if k > 0 && (strings.ContainsAny(t.Text[t.Words[k-1].End:t.Words[k].Start], ",;:()–—、，；：（）") || t.Class(t.Words[k]).Has(text.Connective)) {
			far += farParted
		}
		k++
	}
	for i := range s.figures {
		p, n := &s.figures[i], &s.figures[i].number
		if p.first < 0 || n.Start < text.ListMarker(t.Text) || n.Kind.In(text.Code, text.Ordinal) {
			continue
		}
		for k < p.first {
			pass()
		}
		of, front := span{first: k, at: far + 1, clause: p.n}, ""
		for k <= p.last {
			pass()
		}
		if of.end, of.behind = k, far; of.first > 0 {
			front = t.Words[of.first-1].Fold
		}
		if _, named := s.name(*p); !text.ReferenceWords[front] {
			out, spans = append(out, boundFigure{number: n, named: named, front: front}), append(spans, of)
		}
	}
	if len(out) == 0 {
		return nil
	}
	all, at, begins := make([]wordForm, 0, len(t.Words)), 0, 0 // the figure that words are nearest to, and its first word
	far, k = 0, 0
	for k < len(t.Words) {
		w, word := t.Words[k], k
		pass()
		for at+1 < len(spans) && (word >= spans[at+1].first || spans[at+1].at-far < far-spans[at].behind && word >= spans[at].end) {
			out[at].near, begins = all[begins:len(all):len(all)], len(all)
			at++
		}
		if word < spans[at].first || word >= spans[at].end {
			if !t.Class(w).Has(empty) && !w.Flags.Has(text.Digits) {
				all = append(all, wordAt(t, word))
			}
		}
	}
	out[at].near = all[begins:]
	begins = 0
	for i := range out {
		out[i].all, out[i].unit = all, unitOf(t, out[i].number, spans[i].end)
		begins += len(out[i].near)
		if i == 0 {
			continue
		}
		if a := &out[i-1]; out[i].unit == "" && a.unit != "" && out[i].number.Bare() && a.number.Bare() { // "18 patients on the drug and 11 on placebo"
			head := slices.IndexFunc(a.near, func(w wordForm) bool { return w.fold == a.unit })
			out[i].unit, out[i].near = a.unit, slices.Concat(a.near[:max(head, 0)], out[i].near)
			continue
		}
		if a := &out[i-1]; (a.number.Unit == "" || a.unit == out[i].unit) && spans[i-1].clause == spans[i].clause && !partsFigures(t.Words[spans[i-1].end:spans[i].first], t) { // "2 or 3 tablets"
			a.near = all[begins-len(out[i].near)-len(a.near) : begins]
			if out[i].near = a.near; a.unit == "" {
				a.unit = out[i].unit
			}
		}
	}
	return out
}

// wordAt is a word of a text; of a script without spaces with the sign behind it.
func wordAt(t *text.Text, k int) wordForm {
	fold := t.Words[k].Fold
	if t.Words[k].Script.Unspaced() && k+1 < len(t.Words) && t.Words[k+1].Flags.Has(text.Glued) && !t.Words[k+1].Flags.Has(text.Digits) {
		fold += t.Words[k+1].Fold
	}
	return wordForm{fold, claim.Lemma(fold, t.Language())}
}

// unitOf is what a number is counted in: its unit, else its kind, else the word behind it.
func unitOf(t *text.Text, n *text.Number, behind int) string {
	switch {
	case n.Unit != "":
		return text.UnitName(n.Unit)
	case n.Kind != text.Plain:
		return string(n.Kind)
	case behind < len(t.Words) && strings.Trim(t.Text[t.Words[behind-1].End:t.Words[behind].Start], " -‑") == "" && !t.Class(t.Words[behind]).Has(empty):
		return wordAt(t, behind).fold
	}
	return ""
}

// partsFigures reports whether more than words that join stands between two figures.
func partsFigures(between []text.Word, t *text.Text) bool {
	return slices.ContainsFunc(between, func(w text.Word) bool {
		return !t.Class(w).Has(text.Connective|text.Stop) || t.Class(w).Has(text.Auxiliary|text.Modal)
	})
}

// sameUnit reports whether two figures are counted in the same.
func (p *boundFigure) sameUnit(q *boundFigure) bool {
	return p.unit == q.unit || p.unit != "" && q.unit != "" && p.number.Bare() && q.number.Bare() && kindred(p.unit, q.unit)
}

// otherUnit reports whether two figures are counted in something each, which is not the same.
func (p *boundFigure) otherUnit(q *boundFigure) bool {
	return p.unit != "" && q.unit != "" && !p.sameUnit(q)
}

// suits tells how well a source's figure suits a claim's by their units and the words that are near to both, how
// many these are, and how many of the source's the claim has not.
func (p *boundFigure) suits(source *boundFigure) (worth, shared, missing int) {
	switch {
	case source.unit == "":
	case p.sameUnit(source):
		if worth = worthUnit; source.number.Bare() {
			shared = 1 // what both count
		}
	case p.unit != "":
		worth = -worthUnit
	default:
		missing = 1
	}
	for _, w := range source.near {
		switch {
		case w.fold == source.unit:
		case slices.ContainsFunc(p.near, w.is):
			worth, shared = worth+worthWord, shared+1
		default:
			missing++
		}
	}
	return worth - worthMissing*min(missing, mostMissing), shared, missing
}

// hasAllOf reports whether a claim says of its figure all that the source says of one: then it is this one.
func (p *boundFigure) hasAllOf(source *boundFigure) bool {
	_, shared, missing := p.suits(source)
	return missing == 0 && shared > 0 && !p.otherUnit(source) && !p.otherName(source)
}

// otherName reports whether a source's figure is the number of a name that a claim does not have in front of its own.
func (p *boundFigure) otherName(source *boundFigure) bool {
	return source.named && !kindred(source.front, p.front)
}

// misplaced returns a figure of a claim that stands in a passage which the claim cites, but with other words than
// the claim's, which are those of another figure in the same unit there.
func (j *judging) misplaced(cl *Claim) *claim.Finding {
	read := j.m.hearing.Text(cl.Text)
	if len(read.Numbers()) == 0 {
		return nil
	}
	if row := strings.Trim(read.Text, "| "); strings.Count(row, "|") == 1 {
		read = text.Read(strings.Replace(row, " |", ":", 1))
	}
	said, lang := boundFigures(sentenceOf(read)), read.Language()
	if len(said) == 0 {
		return nil
	}
	var cited []figuresOf
	fits := make([][]*boundFigure, len(said)) // those that have the value of each
	for _, chunk := range j.backing.cites(cl) {
		there := j.m.ev.Passages[chunk].figuresLike(said, lang)
		if j.gathering.compared += (len(there.all) + len(j.m.ev.Passages[chunk].sentences)) * len(said); j.gathering.compared > mostCompared {
			return &claim.Finding{Code: claim.CodeUnsupported, Detail: "the answer is too long to be judged"}
		}
		cited = append(cited, there)
		for i := range fits {
			fits[i] = append(fits[i], there.valued[i]...)
		}
	}
	enough := enough
	if len(cl.Citations) == 0 {
		enough = enoughUncited
	}
	for i := range said {
		if said[i].unit == "" {
			if k := slices.IndexFunc(fits[i], func(f *boundFigure) bool { return f.unit != "" && j.names(cl, f.unit) }); k >= 0 {
				said[i].unit = fits[i][k].unit
			}
		}
		if of := fits[i]; len(of) > 0 {
			if fits[i] = slices.DeleteFunc(slices.Clone(of), said[i].otherName); len(fits[i]) == 0 {
				return &claim.Finding{Code: string(report.ClaimNumber), Detail: fmt.Sprintf("the source has %q only as the number of %q", said[i].number.Text, of[0].front)}
			}
		}
		if other := betterPlace(said, i, cited, fits, enough, lang); other != nil {
			return &claim.Finding{Code: string(report.ClaimNumber), Detail: fmt.Sprintf("the source gives %q for what the claim says of %q", other.number.Text, said[i].number.Text)}
		}
	}
	return nil
}

// names reports whether a claim, what stands above it, or the question has a word: it is then what a bare figure counts.
func (j *judging) names(cl *Claim, word string) bool {
	has := func(s string) bool { return isOneOf(word, folds(s)) }
	return has(j.m.ev.Question) || has(cl.Text) || slices.ContainsFunc(cl.under, func(g governor) bool { return has(g.said) })
}

// betterPlace is the figure of a cited passage that suits the words of a claim's ith figure clearly better than all those
// which have its value, of a sentence that has no fewer of the claim's words; nil if no passage has the value, or none is better.
func betterPlace(said []boundFigure, i int, cited []figuresOf, fits [][]*boundFigure, enough float64, lang text.Language) (better *boundFigure) {
	if len(fits[i]) == 0 {
		return nil
	}
	apart := !slices.ContainsFunc(fits[i], said[i].sameUnit)
	own, likeness := bestOf(&said[i], fits[i]), 0
	for _, f := range fits[i] {
		if said[i].hasAllOf(f) {
			return nil
		}
		likeness = max(likeness, common(said[i].all, f.all))
	}
	bears := func(f *boundFigure, k int) bool { return claim.Bears(f.number, said[k].number, lang) }
	least := clearlyBetter
	for _, there := range cited {
		if len(there.valued[i]) == 0 {
			continue
		}
		for _, f := range there.all {
			if said[i].unit != "" && !f.sameUnit(&said[i]) {
				continue
			}
			worth, shared, missing := said[i].suits(f)
			alike := common(said[i].all, f.all)
			if float64(shared) < enough*float64(shared+missing) || shared == 0 && !apart || alike < likeness || alike == likeness && !sameSentence(f, fits[i]) || bears(f, i) || claim.Bears(said[i].number, f.number, lang) {
				continue
			}
			if d := slices.IndexFunc(said, func(d boundFigure) bool { return claim.Bears(f.number, d.number, lang) }); d >= 0 {
				worth += bestOf(&said[d], fits[i]) - bestOf(&said[d], fits[d]) // the claim has the other figure too: both change places, or none
			}
			if gain := worth - own; gain >= least {
				better, least = f, gain+1
			}
		}
	}
	return better
}

// misplacedIn reports whether a sentence has a figure of another one with other words than that.
func misplacedIn(source, said *text.Text) bool {
	ours, theirs, lang := boundFigures(sentenceOf(said)), boundFigures(sentenceOf(source)), source.Language()
	there := figuresOf{all: appendEach(nil, theirs), valued: make([][]*boundFigure, len(ours))}
	for i := range ours {
		for _, f := range there.all {
			if claim.Bears(f.number, ours[i].number, lang) {
				there.valued[i] = append(there.valued[i], f)
			}
		}
	}
	for i := range ours {
		if betterPlace(ours, i, []figuresOf{there}, there.valued, enough, lang) != nil {
			return true
		}
	}
	return false
}

// bestOf tells how well some figures suit a claim's at best.
func bestOf(p *boundFigure, figures []*boundFigure) int {
	best := -mostMissing
	for _, f := range figures {
		worth, _, _ := p.suits(f)
		best = max(best, worth)
	}
	return best
}

// figuresOf are figures of a passage, and which of them have the value of each of a claim's.
type figuresOf struct {
	all    []*boundFigure
	valued [][]*boundFigure
}

// figuresLike are the figures of those sentences of a passage that have the digits of one of a claim's, up to the one that has
// the figure with no word that the claim lacks; and of those that may have as many of the claim's words as one of these.
func (p *Passage) figuresLike(said []boundFigure, lang text.Language) (out figuresOf) {
	const beginning = 4 // bytes of a word that all its forms have
	out.valued = make([][]*boundFigure, len(said))
	all, least := said[0].all, len(said[0].all)+1
	read, placed, spelled := make([]bool, len(p.Sentences())), make([]bool, len(said)), false
	for i := range said {
		digits, likeness := digitsOf(said[i].number.Text), -1
		for k := 0; k < len(p.sentences) && !placed[i]; k++ {
			if words := p.original[p.sentences[k].Start:p.sentences[k].End]; !hasWhole(words, digits) && !hasWhole(words, said[i].number.Value) {
				continue
			}
			there := p.boundAt(k)
			if len(there) > 0 {
				likeness = max(likeness, common(all, there[0].all))
			}
			for n := range there {
				if claim.Bears(there[n].number, said[i].number, lang) {
					out.valued[i] = append(out.valued[i], &there[n])
					placed[i] = placed[i] || said[i].hasAllOf(&there[n])
				}
			}
			if !read[k] {
				read[k], out.all = true, appendEach(out.all, there)
			}
		}
		if spelled = spelled || likeness < 0; likeness >= 0 && !placed[i] {
			least = min(least, likeness)
		}
	}
	if !spelled && (len(out.all) == 0 || !slices.Contains(placed, false)) {
		return out
	}
	for k, s := range p.sentences {
		if read[k] || !spelled && (least > len(all) || !strings.ContainsFunc(p.original[s.Start:s.End], unicode.IsDigit)) {
			continue
		}
		if spelled { // the value may stand anywhere, in words
			out.all = appendEach(out.all, p.boundAt(k))
			continue
		}
		words, n := p.lowered()[s.Start:s.End], 0
		for i := 0; i < len(all) && n < least; i++ {
			if strings.Contains(words, all[i].fold[:min(len(all[i].fold), beginning)]) {
				n++
			}
		}
		if n >= least {
			out.all = appendEach(out.all, p.boundAt(k))
		}
	}
	for i := range said {
		for _, f := range out.all { // in other digits: in words, in another unit
			have, want := f.number, said[i].number
			measured := f.unit != said[i].unit && !have.Bare() && !want.Bare()
			if (placed[i] || measured || have.Spelled || want.Spelled) && claim.Bears(have, want, lang) && !slices.Contains(out.valued[i], f) {
				out.valued[i] = append(out.valued[i], f)
			}
		}
	}
	return out
}

func appendEach(out []*boundFigure, places []boundFigure) []*boundFigure {
	for i := range places {
		out = append(out, &places[i])
	}
	return out
}

// hasWhole reports whether a text has a number with no digit beside it.
func hasWhole(s, number string) bool {
	for at := 0; number != ""; {
		n := strings.Index(s[at:], number)
		if n < 0 {
			return false
		}
		at += n + len(number)
		before, _ := utf8.DecodeLastRuneInString(s[:at-len(number)])
		behind, _ := utf8.DecodeRuneInString(s[at:])
		if !unicode.IsDigit(before) && !unicode.IsDigit(behind) {
			return true
		}
	}
	return false
}

// digitsOf are the first digits of a text; all of it where it has none.
func digitsOf(s string) string {
	from := strings.IndexFunc(s, unicode.IsDigit)
	if from < 0 {
		return s
	}
	end := strings.IndexFunc(s[from:], func(r rune) bool { return !unicode.IsDigit(r) })
	if end < 0 {
		return s[from:]
	}
	return s[from : from+end]
}

// boundAt are the figures of the kth sentence.
func (p *Passage) boundAt(k int) []boundFigure {
	said := sayingOf(p, k)
	said.boundOnce.Do(func() {
		if read := p.figured(k); read.Text != nil {
			said.bound = boundFigures(read)
			p.grow(len(said.bound) * 200)
		}
	})
	return said.bound
}

// cites are the chunks that a claim cites, each once; all of the evidence in an audit where it cites none.
func (b *backing) cites(cl *Claim) (chunks []int) {
	for _, i := range cl.Citations {
		if s := &b.res.Citations[i].Sentence; s.End > 0 && !slices.Contains(chunks, s.Chunk) {
			chunks = append(chunks, s.Chunk)
		}
	}
	if b.m.rules.AgainstAll && len(cl.Citations) == 0 {
		chunks = b.m.ev.Set.Usable()
	}
	return chunks
}

// common counts the words of a claim that a sentence has.
func common(claim, sentence []wordForm) (n int) {
	for _, w := range claim {
		if slices.ContainsFunc(sentence, w.is) {
			n++
		}
	}
	return n
}

// sameSentence reports whether a figure stands in the sentence of one of some others.
func sameSentence(f *boundFigure, others []*boundFigure) bool {
	return slices.ContainsFunc(others, func(o *boundFigure) bool { return len(o.all) > 0 && len(f.all) > 0 && &o.all[0] == &f.all[0] })
}
