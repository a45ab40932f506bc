package verify

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// A title or a lead-in names what stands below it: "Here are the prices:", "## Prices". It says nothing by itself if it denies, bounds
// and compares nothing and has no word and no figure that the sources tell of something else: what they have of it stands in the question
// or in what is below it cites, and the rest in none of them.

// mayLead reports whether a remark is a title or a lead-in.
func (a *remarks) mayLead(r remark) bool {
	return a.m.rules.accounts() && a.res.Mode == answer.ModeAnswer && r.leads()
}

// leads reports whether a remark is a title, a line that governs others, or ends in a colon.
func (r *remark) leads() bool { return !asking[r.Kind] && (r.heads || r.titles()) }

// titles reports whether a remark is a title by its form, or ends in a colon.
func (r *remark) titles() bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(r.said, "*_ \t\r\n"))
	return r.Block == text.Title || r.Block == text.TableHead || r.Kind == claim.Heading || last == ':' || last == '：'
}

// settleLeads judges the titles and lead-ins by what stands below them, and one above nothing by itself.
func (w *walk) settleLeads() {
	const most, longest = 64, 400 // that are judged, bytes of one
	for i, r := range w.remarks.leads {
		cl := w.below(r, r.claims)
		stands := w.vouching.passed[r.said]
		switch {
		case stands, i >= most, len(r.said) > longest:
		case cl == nil:
			stands = r.Kind != claim.Claim && w.vouching.accounted(r.said, r.Sentence) // a line above nothing is no title
		default:
			stands = w.names(r, cl)
		}
		if stands && w.vouching.passed != nil {
			w.vouching.passed[r.said] = true
		}
		if !stands {
			w.res.Segments[r.segment].Stands = w.remarks.unvouched(r, report.TextUnaccounted, unaccounted) && w.res.Segments[r.segment].Stands
		}
	}
}

// names reports whether a title or a lead-in only names what the first claim below it speaks of, and its numbers what each does. Where
// words have to prove, no more than one word beside those of what it cites is new; what passes there passes everywhere.
func (w *walk) names(r remark, cl *Claim) bool {
	words := spokenIn(r.said)
	if !w.numbers(r, words) {
		return false
	}
	near, unsaid, kept, strange := w.judging.around(cl), "", 0, 0
	for _, word := range words {
		switch {
		case near.has(word), !w.m.rules.proven() && w.judging.passageHas(cl, word):
			kept++
		case w.m.knows(word):
			return false
		default:
			strange++
		}
		if !near.has(word) {
			unsaid += " " + word
		}
	}
	most := 1 // new words above what is told, of which more tell something, as one does in what states something
	switch {
	case r.Kind == claim.Claim && r.Block == text.Title && statesIn(r.said, text.Read(cl.Text).Language()):
		most = 0
	case w.m.rules.proven():
		most = min(most, kept)
	case r.titles():
		most = 3
	}
	told := cl.Stands && (cl.Outcome == report.Carried || cl.together)
	shown := w.m.rules.proven() || told || cl.Stands && cl.Outcome == report.Open && w.judging.near(cl)
	switch {
	case tells(r.said, operators|comparisons), slices.ContainsFunc(folds(r.said), text.Unknown.IsNegator):
		return w.vouching.accounted(r.said, r.Sentence)
	case unsaid != "" && (claim.MayLimitBelow(unsaid, cl.Text) || strange > 0 && claim.MayLimitBelow(r.said, cl.Text) && kept == 0):
		return false
	case strange == 0 && (kept == 0 || r.Block != text.TableHead || shown && unsaid == ""), told && strange <= most:
		return true
	}
	return shown && w.vouching.accounted(r.said, r.Sentence)
}

// statesIn reports whether a text has a finite verb in a language that it is too short to be told by.
func statesIn(said string, language text.Language) bool {
	return slices.ContainsFunc(folds(said), func(word string) bool { return language.Class(word).Has(text.Auxiliary | text.Modal) })
}

// numbers reports whether all claims below a title speak of the numbers among its words, or their passages do.
func (w *walk) numbers(r remark, words []string) bool {
	const most = 16 // claims
	numbers := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return !strings.ContainsFunc(word, unicode.IsDigit) })
	for i := r.claims; len(numbers) > 0 && i < r.claims+most; i++ {
		cl := w.below(r, i)
		if cl == nil {
			break
		}
		near := w.judging.around(cl)
		if slices.ContainsFunc(numbers, func(number string) bool { return !near.has(number) && !w.judging.passageHas(cl, number) }) {
			return false
		}
	}
	return true
}

// spokenIn are the words of content and the figures of a text, of scripts that set no spaces what they are looked up by.
func spokenIn(said string) (out []string) {
	content := readSpoken(said).words
	for word := range strings.FieldsFuncSeq(said, text.NotOfWord) {
		fold := text.Fold(word)
		if strings.ContainsFunc(fold, unicode.IsDigit) || slices.ContainsFunc(content, func(w term) bool { return w.fold == fold }) {
			out = append(out, lookedUp(fold)...)
		}
	}
	return out
}

// lookedUp is a word, of one in a script that sets no spaces what stands in ASCII in it, and each other sign that is no Hiragana.
func lookedUp(fold string) []string {
	if !text.ScriptOf(fold).Unspaced() {
		return []string{fold}
	}
	other := func(r rune) bool { return r >= utf8.RuneSelf }
	out := strings.FieldsFunc(fold, other)
	for _, r := range fold {
		if other(r) && !isHiragana(r) {
			out = append(out, string(r))
		}
	}
	return out
}

// around are the words of the question, of a claim, of the sentences that it cites and of what these stand under.
func (j *judging) around(cl *Claim) *vocabulary {
	near := j.cited(cl)
	near.learn(j.m.ev.Question)
	near.learn(cl.Text)
	return near
}

// cited are the words of the sentences that a claim cites and of what these stand under.
func (j *judging) cited(cl *Claim) *vocabulary {
	near := new(vocabulary)
	for _, i := range cl.Citations[:min(len(cl.Citations), mostCited)] {
		if cit := &j.res.Citations[i]; cit.Chunk >= 0 {
			near.learn(strings.Join(j.m.ev.titles([]string{cit.Sentence.Text}, cit.Chunk), "\n"))
			if cit.Sentence.Lead != nil {
				near.learn(cit.Sentence.Lead.Text)
			}
		}
	}
	return near
}

// passageHas reports whether a passage that a claim cites has a word.
func (j *judging) passageHas(cl *Claim, word string) bool {
	return slices.ContainsFunc(cl.Citations[:min(len(cl.Citations), mostCited)], func(i int) bool {
		at := j.res.Citations[i].Chunk
		if at < 0 {
			return false
		}
		known := j.passages[at]
		if known == nil {
			if known = new(vocabulary); j.passages == nil {
				j.passages = map[int]*vocabulary{}
			}
			known.learn(strings.Join(j.m.ev.titles([]string{j.m.ev.Set.At(at).Text}, at), "\n"))
			j.passages[at] = known
		}
		return known.has(word)
	})
}

// mostCited bounds the citations of a claim that are looked at for a title above it.
const mostCited = 16

// below is the claim of an index, if a title or a lead-in governs it.
func (w *walk) below(r remark, i int) *Claim {
	governs := func(g governor) bool { return g.said == strings.TrimSpace(r.said) }
	if i >= len(w.res.Claims) || !slices.ContainsFunc(w.res.Claims[i].under, governs) {
		return nil
	}
	return &w.res.Claims[i]
}
