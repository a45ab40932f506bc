package verify

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// saidAt is a sentence of the evidence, or a title.
type saidAt struct {
	*statement
	chunk, k int // of a title, k is less than 0
}

// denials hold what an answer says is not told against the evidence.
type denials struct {
	m      *material
	said   map[string][]saidAt // by a key of a word: what has it
	retold int                 // how many of these were compared
}

// retells reports whether a sentence of the evidence has all words of one that seems to decline:
// "Applicants must not bring documents" speaks of applicants, not of what the sources tell. Of an
// answer that declines without end it is taken to be so.
func (d *denials) retells(said string) bool {
	const fewest = 2 // words, below which two sentences may speak of different things
	words := readSpoken(said).words
	return len(words) >= fewest && d.together(words, false)
}

// together reports whether a sentence of the evidence has all of some words, by itself or with what it stands under.
func (d *denials) together(words []term, under bool) bool {
	having := d.sharing(words, under)
	return d.retold > mostRetold || slices.ContainsFunc(having, func(at saidAt) bool {
		has := func(around *statement) bool {
			return !slices.ContainsFunc(words, func(w term) bool { return at.find(&w) < 0 && around.find(&w) < 0 })
		}
		switch {
		case !under:
			return at.k >= 0 && has(nil)
		case at.k < 0 || has(nil):
			return has(nil)
		}
		p := d.m.ev.Passages[at.chunk]
		lead := &report.Stretch{Text: p.lead(p.sentences[at.k])}
		return has(d.m.ev.surroundings(&SourceSentence{Chunk: at.chunk, Sentence: report.Sentence{Lead: lead}}))
	})
}

// sharing are the sentences that may have all of some words by themselves, or one of them under others.
func (d *denials) sharing(words []term, under bool) []saidAt {
	const around = 16 // sentences that it costs to read what one stands under
	var having []saidAt
	var rarest [2][]saidAt
	for i := range words {
		switch at := d.having(&words[i]); {
		case under && d.retold <= mostRetold:
			having = append(append(having, at[0]...), at[1]...)
			d.retold += around * (len(at[0]) + len(at[1]))
		case !under && (i == 0 || len(at[0])+len(at[1]) < len(rarest[0])+len(rarest[1])):
			rarest = at
		}
	}
	having = append(append(having, rarest[0]...), rarest[1]...)
	d.retold += len(having)
	return having
}

// having are the sentences of the evidence, and its titles, that may have a word, in some form.
func (d *denials) having(w *term) [2][]saidAt {
	if d.said == nil {
		d.said = map[string][]saidAt{}
		for _, chunk := range d.m.ev.Set.Usable() {
			for k, source := range d.m.ev.Passages[chunk].statements() {
				d.index(saidAt{source, chunk, k})
			}
			for _, title := range d.m.ev.titles(nil, chunk) {
				d.index(saidAt{readStatement(title), chunk, -1})
			}
		}
	}
	keys := w.keys()
	return [...][]saidAt{d.said[keys[0]], d.said[keys[1]]}
}

func (d *denials) index(at saidAt) {
	for i := range at.words {
		for _, key := range at.words[i].keys() {
			if list := d.said[key]; len(list) == 0 || list[len(list)-1].statement != at.statement {
				d.said[key] = append(list, at)
			}
		}
	}
}

// keys are by what sentences with a form of a word are looked up: what its forms share, and its beginning.
func (s *term) keys() [2]string {
	const letters = 4 // of words that are alike
	return [...]string{strconv.FormatUint(uint64(s.lemma), 10), s.fold[:text.ByteOf(s.fold, letters)]}
}

// untrue reports whether a sentence that declines beside an answer denies what the sources tell: one sentence of them, under its
// titles, speaks of all that it says they do not tell. Where words have to prove, they have to lack a word of that.
func (d *denials) untrue(said string) bool {
	if text.ScriptOf(said).Unspaced() {
		return d.untrueUnspaced(said)
	}
	topic, filler := topicOf(said)
	speaks := func(w term) bool {
		at := d.having(&w)
		d.retold += len(at[0]) + len(at[1])
		has := func(p saidAt) bool { return p.find(&w) >= 0 }
		return d.retold > mostRetold || slices.ContainsFunc(at[0], has) || slices.ContainsFunc(at[1], has)
	}
	switch {
	case len(topic) == 0:
		return false // "I do not know."
	case d.m.rules.proven() && !slices.ContainsFunc(topic, func(w term) bool { return !speaks(w) }):
		return filler != text.Plain || d.together(topic, true) || d.tells(topic[:1], filler)
	}
	return d.together(topic, true) || filler != "" && d.tells(topic, filler)
}

// tells reports whether a sentence of the evidence has some words, but for those that name what is asked for, and a figure of a kind.
func (d *denials) tells(topic []term, filler text.Kind) bool {
	topic = slices.DeleteFunc(slices.Clone(topic), func(w term) bool { return w.slot })
	having := d.sharing(topic, false)
	return len(topic) > 0 && (d.retold > mostRetold || slices.ContainsFunc(having, func(at saidAt) bool {
		fills := func(n text.Number) bool { return n.Kind == filler || filler == text.Plain }
		return at.k >= 0 && !slices.ContainsFunc(topic, func(w term) bool { return at.find(&w) < 0 }) && slices.ContainsFunc(at.figures(), fills)
	}))
}

// untrueUnspaced is untrue for scripts that set no spaces, by characters, and by words in Katakana and others.
func (d *denials) untrueUnspaced(said string) bool {
	const dear = 4 // that a sentence costs
	var topic []string
	before := rune(0)
	for _, r := range text.Lower(without(said, "denying", "telling", "holding", "matter", "advising", "hollow")) {
		word := text.OfWord(r) && !isHiragana(r)
		if goesOn := before != 0 && !unicode.Is(unicode.Han, r) && !unicode.Is(unicode.Han, before); word && goesOn {
			topic[len(topic)-1] += string(r)
		} else if word {
			topic = append(topic, string(r))
		}
		if before = 0; word {
			before = r
		}
	}
	topic = topic[:min(len(topic), mostTopic)]
	left := slices.Clone(topic) // what stands nowhere
	for _, chunk := range d.m.ev.Set.Usable() {
		p, titles := d.m.ev.Passages[chunk], text.Lower(strings.Join(d.m.ev.titles(nil, chunk), "\n"))
		lacks := func(said string) func(string) bool {
			return func(s string) bool { return !strings.Contains(said, s) && !strings.Contains(titles, s) }
		}
		together := func(s text.Sentence) bool { return !slices.ContainsFunc(topic, lacks(p.lowered()[s.Start:s.End])) }
		d.retold += dear * (1 + len(p.Sentences()))
		if d.retold > mostRetold || len(topic) > 0 && slices.ContainsFunc(p.Sentences(), together) {
			return true
		}
		left = slices.DeleteFunc(left, func(s string) bool { return !lacks(p.lowered())(s) })
	}
	return d.m.rules.proven() && len(topic) > 0 && len(left) == 0
}

// topicOf are the words of a sentence that declines but for those that speak of sources, of telling and of not doing so, and the kind of
// figure that would tell what it asks for: any where it asks how many, money where it names a price; "" for none.
func topicOf(said string) (topic []term, filler text.Kind) {
	read := text.Read(said)
	words, language := readWords(read)
	for _, w := range words {
		bare := text.RolesOf(elided(w.Fold))
		if w.of&(quantity|counting) != 0 && filler == "" {
			filler = text.Plain
		}
		fold, topical := elided(w.Fold), w.of == 0 || w.of&(measure|aspect) != 0 && w.of&matter == 0
		if topical && !(w.class | bare.In(language)).Has(empty|text.Negator|text.Quantifier) && len(topic) < mostTopic && utf8.RuneCountInString(fold) > 1 {
			topic = append(topic, term{fold: fold, lemma: claim.Lemma(fold, language), slot: w.of&(priced|counting) != 0})
			if w.of&priced != 0 {
				filler = text.Money
			}
		}
	}
	return topic, filler
}

// mostTopic bounds the words that are looked up of what is not told.
const mostTopic = 12

// mostRetold bounds the sentences that are compared with those of one answer that seem to decline.
const mostRetold = 1_000_000

// Words cannot tell whether a retelling is true. They tell that it turns the other way than the
// sentence that it retells: only one of the two denies ("needs no approval", "requires written
// approval"), or each has another ordinal ("on the fourth floor", "on the second floor"). Such a
// claim stays open, but is not let through on its risk.

// oneSided returns how an open claim turns otherwise than the cited sentence that has most of the
// claim's words; nil where it does not. It is silent where a lead governs that sentence, for the
// lead may deny it, and where that sentence has few of the words, for it speaks of something else.
func (b *backing) oneSided(cl *Claim) *claim.Finding {
	const fewest, share = 2, 0.6 // content words that the two have in common; of those of the claim
	read := b.m.hearing.Text(cl.Text)
	ours := ordinalsOf(read)
	if ours == nil && !text.MayDeny(strings.ToLower(cl.Text)) && !b.citesTurn(cl) {
		return nil
	}
	said := readBut(read, idle().affirming)
	var nearest *SourceSentence
	var nearby *statement
	most, someDenies := 0, false
	for source, s := range b.judgedBy(cl) {
		shared := said.in(source, nil).found
		someDenies = someDenies || shared >= fewest && len(source.denials) > 0
		if shared > most {
			nearest, nearby, most = s, source, shared
		}
	}
	if most < fewest || float64(most) < share*float64(len(said.words)) || nearest.Lead != nil {
		return nil
	}
	if !someDenies && deniesOf(said, nearby) || len(said.denials) == 0 && deniesOf(nearby, said) {
		return &claim.Finding{Code: claim.CodeNegation, Detail: fmt.Sprintf("only one of the answer and its source denies: %.150q", nearest.Text)}
	}
	if ours == nil {
		return nil
	}
	theirs := ordinalsOf(text.Read(nearest.Text))
	for _, word := range ours {
		if len(theirs) > 0 && !slices.Contains(theirs, word) {
			return &claim.Finding{Code: claim.CodeNumber, Detail: fmt.Sprintf("the source has no %q: %.150q", word, nearest.Text)}
		}
	}
	return nil
}

// deniesOf reports whether a statement plainly denies, in a clause of which all words but one in five, or one, are another's too:
// what it denies elsewhere the other need not tell.
func deniesOf(p, other *statement) bool {
	const share = 5 // one word, or one of so many, may be the statement's own
	for _, d := range p.denials {
		shared, all := 0, 0
		for i := range p.words {
			if w := &p.words[i]; w.clause == d.clause {
				if all++; other.find(w) >= 0 {
					shared++
				}
			}
		}
		if d.plain && 3*shared >= 2*all && all-shared <= max(1, all/share) {
			return true
		}
	}
	return false
}

// citesTurn reports whether a chunk that a claim cites may deny something.
func (b *backing) citesTurn(cl *Claim) bool {
	return slices.ContainsFunc(cl.Citations, func(i int) bool {
		at := b.res.Citations[i].Chunk
		return at >= 0 && b.m.ev.Passages[at].mayTurn()
	})
}

// ordinalsOf are the ordinals that a sentence has as words, but for one that only counts its
// points: "First, …".
func ordinalsOf(read *text.Text) (out []string) {
	for _, w := range read.Words {
		if read.Class(w).Has(text.OrdinalWord) && !strings.HasPrefix(read.Text[w.End:], ",") {
			out = append(out, w.Fold)
		}
	}
	return out
}
