package verify

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// valueLeaf judges a leaf that is a number or a few words, together with its member's name. It
// fails where its value stands in no sentence that is cited for it, or is there what another member is.
func (l *leafPass) valueLeaf(leaf ownschema.Leaf, attached []int, group []ownschema.Leaf) {
	m := memberOf(leaf, beside(group, leaf), l.wordsOf(attached))
	index := len(l.res.Claims)
	l.res.Claims = append(l.res.Claims, Claim{Text: m.told, Said: m.told, Segment: -1, Path: leaf.Path})
	l.judging.weigh(index, attached)
	cl := &l.res.Claims[index]
	if cl.Text = leaf.Text; len(cl.Citations) > 0 || l.m.rules.AgainstAll {
		l.place(index, &m, l.figuresOf(leaf, attached, group))
	}
	l.judging.settle(index)
}

// figuresOf are the figures of a value that has words beside them, each as a value by itself: a source gives "5 mg twice a
// day" for what it gives 5 mg for.
func (l *leafPass) figuresOf(leaf ownschema.Leaf, attached []int, group []ownschema.Leaf) (out []member) {
	const most = 4 // figures
	if onlyFigures(leaf) {
		return nil
	}
	figures := text.Numbers(leaf.Text)
	for _, n := range figures[:min(len(figures), most)] {
		figure := leaf
		figure.Text = n.Text
		if onlyFigures(figure) {
			out = append(out, memberOf(figure, beside(group, leaf), l.wordsOf(attached)))
		}
	}
	return out
}

// place fails a value that its sources do not have, or have for something else. What words made of the
// value and its name as a sentence counts where they prove it.
func (l *leafPass) place(index int, m *member, figures []member) {
	cl := &l.res.Claims[index]
	l.res.Findings = slices.DeleteFunc(l.res.Findings, func(f Finding) bool { return f.Claim == index })
	if cl.Judgement.Findings = nil; cl.Judgement.Outcome != claim.Carried {
		cl.Judgement.Outcome = claim.Open
	}
	cl.Stands = true
	holds := l.evidence().hold(m, l.cites(cl))
	if holds == absent && len(m.words) > 0 && !l.speaks(m, l.cites(cl)) {
		holds = l.evidence().hold(m, anySentence)
	}
	elsewhere := func(figure member) bool { return l.evidence().hold(&figure, l.cites(cl)) == another }
	if slices.ContainsFunc(figures, elsewhere) {
		holds = another
	}
	switch cl.untold = holds != sure; {
	case holds == absent && len(m.words) > 0:
		l.misplaced(index, claim.Open, report.ClaimUnsupported, "the words quoted for %s say nothing of %.100s", m.Path, m.Text)
	case holds == absent:
		l.misplaced(index, claim.Refuted, report.ClaimNumber, "%s is not in the words quoted for %s", m.Text, m.Path)
	case holds == another && len(m.words) > 0:
		l.misplaced(index, claim.Refuted, report.ClaimNegation, "the source says something else of %s than %.100s", m.Key, m.Text)
	case holds == another:
		l.misplaced(index, claim.Refuted, report.ClaimNumber, "the source gives %s for something else than %s", m.Text, m.Key)
	}
}

func (l *leafPass) misplaced(index int, outcome claim.Outcome, code report.Code, detail string, of ...any) {
	l.res.find(code, -1, index, fmt.Sprintf(detail, of...))
	l.res.Claims[index].Stands, l.res.Claims[index].Judgement = false, claim.Judgement{Outcome: outcome, Risk: 1}
}

// evidence is the evidence as values are looked up in it.
func (l *leafPass) evidence() *ground {
	if l.ground == nil {
		l.ground = readGround(&l.m.ev)
	}
	return l.ground
}

// cites tells the sentences that a claim cites; those of all passages where it cites none.
func (l *leafPass) cites(cl *Claim) func(*groundSentence) bool {
	return func(s *groundSentence) bool {
		in := func(i int) bool {
			cited := &l.res.Citations[i].Sentence
			return cited.Chunk == s.chunk && cited.span.Start < s.span.End && s.span.Start < cited.span.End
		}
		return len(cl.Citations) == 0 || slices.ContainsFunc(cl.Citations, in)
	}
}

// isCopy reports whether a leaf that is no sentence is a stretch of a sentence that is cited for it.
func (l *leafPass) isCopy(leaf ownschema.Leaf, attached []int) bool {
	said := folds(leaf.Text)
	if len(said) > mostCopied || text.EndsSentence(lastRune(leaf.Text)) {
		return false
	}
	has := func(i int) bool { return len(runs(text.Read(l.res.Citations[i].Sentence.said()), said)) > 0 }
	return slices.ContainsFunc(attached, has)
}

// mostCopied is how many words a value has that is no sentence.
const mostCopied = 8

func lastRune(s string) rune { r, _ := utf8.DecodeLastRuneInString(strings.TrimSpace(s)); return r }

// speaks reports whether some sentences have a word of a member's name.
func (l *leafPass) speaks(m *member, cited func(*groundSentence) bool) bool {
	g := l.evidence()
	return slices.ContainsFunc(m.names, func(word string) bool {
		return slices.ContainsFunc(g.spotsOf(word), func(at spot) bool { return at.n >= 0 && cited(&g.sentences[at.sentence]) })
	})
}

// wordsOf are the sentences that some citations name. Leaves that stand together often have the same.
func (l *leafPass) wordsOf(citations []int) citedWords {
	if l.cited.numbers == nil || !slices.Equal(l.citing, citations) {
		var said strings.Builder
		for _, i := range citations {
			said.WriteString(l.res.Citations[i].Sentence.Text + "\n")
		}
		l.citing, l.cited = citations, citedWords{said.String(), text.Numbers(said.String())}
	}
	return l.cited
}

// A single letter or sign is a name or a value like any other: "vitamin K", "blood group: B",
// "rhesus factor: -". Statements are read without them.

// codeOf is the letter, with its sign if it has one, or the sign that a value is; "" for a
// value of more.
func codeOf(value string) string {
	code := strings.ReplaceAll(strings.Trim(value, " \t\r\n.,;:()[]\"'*_`"), "−", "-")
	letter, size := utf8.DecodeRuneInString(code)
	if unicode.In(letter, unicode.Latin, unicode.Greek, unicode.Cyrillic) {
		code = string(unicode.ToUpper(letter)) + code[size:]
	} else {
		size = 0
	}
	if code == "" || strings.TrimLeft(code[size:], "+-") != "" || len(code) > size+1 {
		return ""
	}
	return code
}

// hasCode reports whether a text has a letter or a sign by itself, or behind another letter. An
// article that opens a sentence is none.
func hasCode(said, code string) bool {
	said = strings.ReplaceAll(said, "−", "-")
	sign := !unicode.IsLetter([]rune(code)[0])
	for from := 0; ; {
		at := strings.Index(said[from:], code)
		if at < 0 {
			return false
		}
		at += from
		from = at + len(code)
		before, _ := utf8.DecodeLastRuneInString(said[:at])
		behind, _ := utf8.DecodeRuneInString(said[from:])
		article := at == 0 && code == "A" && behind == ' ' && strings.ContainsFunc(said[from+1:min(len(said), from+2)], unicode.IsLower)
		joined := text.OfWord(behind) || strings.ContainsRune("+-", behind) || !sign && (text.OfWord(before) || before == '-') || sign && unicode.IsDigit(before)
		if !joined && !article {
			return true
		}
	}
}

// signWords are beginnings of words that say what a sign does.
var signWords = map[string][]string{"+": {"positiv", "plus"}, "-": {"negativ", "minus"}}

// strange is the letter or the sign that a claim has as a name or as the value of a label, and that
// the source sentences which it cites do not have; of a letter elsewhere than behind a label,
// their passages. "" is for none.
func (b *backing) strange(cl *Claim) string {
	letter, labelled := nameLetter(cl.Text)
	if letter == "" {
		return ""
	}
	has := func(said string) bool {
		word := func(w string) bool { return strings.Contains(text.Lower(said), w) }
		return hasCode(said, letter) || slices.ContainsFunc(signWords[letter], word)
	}
	if has(b.m.ev.Question) {
		return ""
	}
	for _, i := range cl.Citations {
		cit := &b.res.Citations[i]
		s, p := &cit.Sentence, b.m.ev.Passages[cit.Chunk]
		told := p.original
		if labelled && s.End > 0 {
			if told = s.Text; s.Lead != nil {
				told += "\n" + s.Lead.Text
			}
		}
		if has(told) || slices.ContainsFunc(b.m.ev.titles(nil, cit.Chunk), has) {
			return ""
		}
	}
	return letter
}

// nameLetter finds the last capital letter of a claim that stands as a name, or the sign or letter
// that ends it behind a colon. An initial, a unit and a word of one letter that opens a sentence
// are none.
func nameLetter(said string) (letter string, labelled bool) {
	bare := strings.Map(func(r rune) rune {
		if strings.ContainsRune("*_`", r) {
			return -1
		}
		return r
	}, said)
	if at := strings.LastIndex(bare, ": "); at >= 0 {
		if code := codeOf(bare[at+1:]); code != "" && !text.IsUnit(code) || code == "A" {
			return code, true
		}
	}
	words := strings.Fields(bare)
	for i, w := range words {
		code := strings.TrimRight(w, ",;:!?)")
		if i == len(words)-1 {
			code = strings.TrimSuffix(code, ".")
		}
		code = strings.TrimLeft(code, "(")
		r, size := utf8.DecodeRuneInString(code)
		if i == 0 || size < len(code) || !unicode.IsUpper(r) || !unicode.In(r, unicode.Latin, unicode.Greek) {
			continue
		}
		before, colon := words[i-1], strings.HasSuffix(words[i-1], ":")
		if code == "I" || strings.ContainsFunc(before, unicode.IsDigit) || i+1 < len(words) && (colon || strings.HasSuffix(w, ".")) {
			continue
		}
		letter = code
	}
	return letter, false
}
