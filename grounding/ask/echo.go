package ask

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer/ownschema"
	sentences "vouchsafe/grounding/text"
	"vouchsafe/proxy/wire/prompt"
)

// Echoes tells that a reply states nothing that its prompt does not say: each text of it
// is a question, a label of the form, or stands word for word in the prompt, and so does
// each figure. Where a user may have typed the words of the prompt, a label, a verdict or
// a figure by itself is an answer.
func (a *Ask) Echoes(f *Fitted, p prompt.Prompt) bool {
	if a.Weak && judges(f.Name) {
		return false
	}
	d := &a.Form
	if a.Weak && f.Closed && !allStand(f.words, p) {
		return false
	}
	if len(f.figures) > mostFigures {
		return false
	}
	if len(f.figures) > 0 {
		told := figuredIn(written(p))
		if slices.ContainsFunc(f.figures, func(n leaf) bool { return !n.standsIn(told, d.quoted) }) {
			return false
		}
	}
	var said string
	dates := datesOf(p)
	for _, text := range f.Texts {
		if asksOnly(text) || !a.Weak && slices.Contains(d.Labels, text) || text == "" {
			continue
		}
		if said == "" {
			said = everything(p)
		}
		if !standsWhole(flat(text), said) && !isDateOf(text, dates) {
			return false
		}
	}
	return true
}

// datesOf gives the numbers of a prompt, which it reads when it is first asked.
func datesOf(p prompt.Prompt) func() []sentences.Number {
	return sync.OnceValue(func() []sentences.Number { return sentences.Numbers(written(p)) })
}

// isDateOf tells that a text is a date and nothing else, and one of some dates in whatever form.
func isDateOf(text string, of func() []sentences.Number) bool {
	dates := sentences.Numbers(text)
	if len(dates) != 1 || dates[0].Kind != sentences.Date || dates[0].Text != strings.TrimSpace(text) {
		return false
	}
	return slices.ContainsFunc(of(), dates[0].SameValue)
}

// leastStated is how many words a statement has at least. Fewer are a name or a term.
const leastStated = 5

// standsWhole tells that a text stands in another as whole words, and a statement from where
// a sentence or a line's content begins, so that no "not" in front of it is left out. A term
// stands behind no denial.
func standsWhole(text, all string) bool {
	const most = 50 // terms within a script without spaces that are looked at
	stated, looked := strings.Count(text, " ") >= leastStated-1, 0
	for from := 0; ; {
		at := strings.Index(all[from:], text)
		if at < 0 || looked == most {
			return false
		}
		at += from
		from = at + len(text)
		if !parts(all, at) || !parts(all, from) {
			if looked++; !termIn(all, at, from) {
				continue
			}
		}
		before := strings.TrimRight(all[:at], " \"'“‘«([{*_`")
		last, _ := utf8.DecodeLastRuneInString(before)
		begins := before == "" || !unicode.IsLetter(last) && !unicode.IsDigit(last) && last != ',' && last != '，' && last != '、'
		switch {
		case begins, !stated && strings.Contains(text, " ") && !deniedBy(before), !stated && !strings.Contains(text, " "):
			return true
		}
	}
}

// termIn tells that a term in a script without spaces stands in a sentence that denies nothing: the script
// turns at its ends, as from 借主は to ローザ, or is not told apart at the ends of three signs and more.
func termIn(all string, at, end int) bool {
	const least, longest, near, stop = 3, 40, 300, "\n。!?！？" // signs, bytes of a term and on its sides
	if term := all[at:end]; len(term) > longest || !sentences.ScriptOf(term).Unspaced() {
		return false
	}
	long := utf8.RuneCountInString(all[at:end]) >= least
	turns := func(at int) bool {
		before, _ := utf8.DecodeLastRuneInString(all[:at])
		behind, _ := utf8.DecodeRuneInString(all[at:])
		return parts(all, at) || signs(before) != signs(behind) || long && signs(before) == unicode.Han
	}
	if !turns(at) || !turns(end) {
		return false
	}
	before, behind := all[max(0, at-near):at], all[end:min(len(all), end+near)]
	if stops := strings.IndexAny(behind, stop); stops >= 0 {
		behind = behind[:stops]
	}
	return !denies(strings.ToValidUTF8(before[strings.LastIndexAny(before, stop)+1:]+all[at:end]+behind, ""))
}

// signs are those that a letter is one of, where words are written without spaces.
func signs(r rune) *unicode.RangeTable {
	for _, table := range []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Nd} {
		if unicode.Is(table, r) {
			return table
		}
	}
	return nil
}

// denies tells that a sentence may deny something.
func denies(sentence string) bool {
	if !sentences.ScriptOf(sentence).Unspaced() {
		return sentences.MayDeny(sentence)
	}
	read := sentences.Read(sentence)
	return slices.ContainsFunc(read.Words, func(w sentences.Word) bool {
		const longest = 24 // bytes
		for end := strings.ToValidUTF8(w.Fold[max(0, len(w.Fold)-longest):], ""); end != ""; {
			if read.Language().IsNegator(end) {
				return true
			}
			_, size := utf8.DecodeRuneInString(end)
			end = end[size:] // ではありません ends in ありません
		}
		return false
	})
}

// deniedBy tells that one of the last words of a text denies, of its last sentence.
func deniedBy(before string) bool {
	const near, most = 24, 600 // bytes: of those words, of a sentence
	before = strings.ToValidUTF8(before[max(0, len(before)-most):], "")
	if said := sentences.Sentences(before); len(said) > 0 {
		before = before[said[len(said)-1].Start:]
	}
	return sentences.MayDeny(before[strings.LastIndexAny(before[:max(0, len(before)-near)], " ")+1:])
}

// allStand tells that a prompt has all the longer words of a text.
func allStand(text string, p prompt.Prompt) bool {
	var stated []string
	for line := range strings.Lines(text) {
		if line = unnumbered(strings.TrimSpace(line)); !asksOnly(line) {
			stated = append(stated, line)
		}
	}
	text, said := strings.Join(stated, "\n"), everything(p)
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return notWord(r) && r != '_' }) {
		if len(word) >= leastNoted && !standsIn(word, said) {
			return false
		}
	}
	return true
}

// leastNoted is how many bytes a word has at least that says something.
const leastNoted = 4

// judges tells a form that is a verdict.
func judges(form string) bool {
	switch Shape(form) {
	case Integers, Score, Ranking, YesNo, Label, FormCode:
		return true
	}
	return false
}

// everything is all that a prompt says, flat.
func everything(p prompt.Prompt) string { return flat(written(p)) }

// written is all that a prompt says, a part a line.
func written(p prompt.Prompt) string {
	var b strings.Builder
	for i := range p.Messages {
		for _, part := range p.Messages[i].Parts {
			b.WriteString(part)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// ownNumber tells whether a number of a JSON reply is the model's own and no figure of the
// material: its member has the name of a number and nothing more, as "numbers" has, or that of
// a judgement or an id, or the prompt orders one in words: "clarity: rate it from 1 to 5".
func (d *Demand) ownNumber(member string) bool {
	if is(strings.ToLower(member), "number_words") || ownschema.Grades(member) || ownschema.Refers(member) {
		return true
	}
	for from := 0; member != ""; {
		at := strings.Index(d.words[from:], member)
		if at < 0 {
			break
		}
		at += from
		from = at + len(member)
		begin := strings.LastIndexByte(d.words[:at], '\n') + 1
		rest, _, _ := strings.Cut(d.words[from:min(len(d.words), from+maxDemandBytes)], "\n")
		if rates(d.words[max(begin, at-maxDemandBytes):at]) || rates(rest) {
			return true
		}
	}
	return false
}

// rates tells that a line orders a judgement: by the verb at the head of a sentence, or by
// what is judged.
func rates(line string) bool {
	var room [maxSentenceWords]string
	for sentence, rest := cutSentence(unlisted(line)); sentence != ""; sentence, rest = cutSentence(rest) {
		words := wordsOf(room[:0], sentence)
		for len(words) > 0 && is(words[0], "order_lead") {
			words = words[1:]
		}
		if len(words) > 1 && is(words[0], "rating_verbs") && words[1] != "of" {
			return true
		}
	}
	names := func(r rune) bool { return notWord(r) && r != '_' } // "relevance_score" is another member
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(line), names), func(word string) bool { return is(word, "rated_words") })
}

// figured is a sentence that has figures.
type figured struct {
	said    string
	numbers []sentences.Number
}

// figuredIn are the sentences of a text that have figures.
func figuredIn(text string) (list []figured) {
	for _, s := range sentences.Sentences(text) {
		if said := text[s.Start:s.End]; strings.ContainsFunc(said, unicode.IsDigit) {
			list = append(list, figured{said, sentences.Numbers(said)})
		}
	}
	return list
}

// standsIn tells that some sentence of a text has a figure, alone of its unit, in the unit that
// the name of its member says, with all the other words of that name: {"max_dose_mg": 40} of
// "the maximal dose is 40 mg". A bare one, without a unit, may stand alone where no sentence
// has that name beside a figure: {"year": 1994} of "It opened in 1994".
func (n leaf) standsIn(list []figured, bare bool) bool {
	want := sentences.Numbers(n.text)
	if len(want) != 1 {
		return false
	}
	words := strings.Fields(strings.ToLower(ownschema.Spaced(n.member)))
	unit := ""
	if last := len(words) - 1; last >= 0 {
		measured := sentences.Numbers("1 " + words[last])
		if len(measured) == 1 && measured[0].Unit != "" && (sentences.UnitName(measured[0].Unit) != "yr" || !sentences.IsYear(&want[0])) {
			unit, words = sentences.UnitName(measured[0].Unit), words[:last]
		}
	}
	words = slices.DeleteFunc(words, func(word string) bool { return len(word) < leastPart || is(word, "number_words") })
	named, alone := false, false
	foreign, another := false, false // in a script of which no word can be the name's
	for i := range list {
		s := &list[i]
		told, names, stands := s.saysFigure(want[0], unit, words)
		if told {
			return true
		}
		if sentences.IsASCII(n.member) && sentences.ScriptOf(s.said).Unspaced() {
			same, others, _ := s.figures(want[0], unit)
			foreign, another = foreign || same, another || others || same && denies(s.said)
		}
		named, alone = named || names, alone || stands
	}
	return foreign && !another || bare && alone && !named
}

// mostFigures bounds how many figures of a reply are looked for in its prompt.
const mostFigures = 20

// leastPart is how many letters a part of a member's name has at least that a sentence must have.
const leastPart = 3

// leastHead is how many letters the noun has at least that a compound ends with.
const leastHead = 5

// saysFigure tells whether a sentence tells a figure under its name, has that name, and has the
// figure without a unit.
func (s *figured) saysFigure(want sentences.Number, unit string, words []string) (told, names, alone bool) {
	same, others, alone := s.figures(want, unit)
	theirs := strings.FieldsFunc(strings.ToLower(s.said), notWord)
	names = len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool {
		return !slices.ContainsFunc(theirs, func(other string) bool {
			compound := len(word) >= leastHead && len(other) >= len(word)+leastPart && strings.HasSuffix(other, word) // "monatsmiete"
			return strings.HasPrefix(other, word) || strings.HasPrefix(word, other) && len(other) >= leastPart || compound
		})
	})
	if !same {
		return false, names, false
	}
	held := !sentences.MayDeny(s.said)
	return held && !others && names, names, held && alone
}

// figures tells whether a sentence has a figure, others in its unit, and the figure without one.
func (s *figured) figures(want sentences.Number, unit string) (same, others, alone bool) {
	for _, number := range s.numbers {
		measured := unit == "" || sentences.UnitName(number.Unit) == unit
		same = same || measured && number.SameValue(want)
		others = others || measured && !number.SameValue(want)
		alone = alone || unit == "" && number.Bare() && number.SameValue(want)
	}
	return same, others, alone
}

// flat is a text in lower case with its words one space apart.
func flat(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

// standsIn tells that a text stands in another as whole words.
func standsIn(text, all string) bool {
	for from := 0; text != ""; {
		at := strings.Index(all[from:], text)
		if at < 0 {
			return false
		}
		at += from
		from = at + len(text)
		if parts(all, at) && parts(all, from) {
			return true
		}
	}
	return true
}

// asksOnly tells that a text is a question and nothing else.
func asksOnly(text string) bool {
	text = strings.TrimSpace(text)
	asked := strings.TrimRight(text, "?？؟")
	return len(asked) < len(text) && !strings.ContainsAny(asked, ".!?。！？؟\n") && asks(text)
}

// figured are the words with a figure in them of a reply in a closed form: a name may be
// new, a figure may not. The figures of a form of numbers are the model's own, and a question
// states none.
func (d *Demand) figured(form, text string) (words []string) {
	switch Shape(form) {
	case Ranking, YesNo, Label, Integers, Score:
		return nil
	}
	lines, ok := listed(text)
	if !ok {
		lines = strings.Split(text, "\n")
	}
	for _, line := range lines {
		if line = unnumbered(strings.TrimSpace(line)); !asksOnly(line) {
			words = appendFigured(words, line)
		}
	}
	return words
}

// appendFigured adds the words of a line that hold a figure.
func appendFigured(words []string, line string) []string {
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return unicode.IsSpace(r) || r == '/' || r == '–' }) {
		if word = strings.Trim(word, "\"'`*.,;:!?()[]{}"); strings.ContainsFunc(word, unicode.IsDigit) {
			words = append(words, word)
		}
	}
	return words
}
