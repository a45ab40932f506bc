package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// A sentence carries only in its own context. Below the name of another record, or behind a sentence on another, true words say
// something untrue: "DVDs: They can be renewed twice" of books.

// recordName is what names a passage among others.
type recordName struct {
	passage *Passage // nil until it is asked for
	title   []string // the words of its title
	first   []string // those that its first sentence begins with; nil until they are asked for
}

// mostRecords is how many passages are told apart, the first.
const mostRecords = 64

// recordName is the name of one of the first passages.
func (m *material) recordName(i int) *recordName {
	if m.records == nil {
		m.records = make([]recordName, min(len(m.ev.Passages), mostRecords))
	}
	if m.records[i].passage == nil {
		p, title := m.ev.Passages[i], namingWords(m.ev.Set.At(i).Title)
		said := strings.TrimSpace(p.original)
		head, _, several := strings.Cut(said, "\n")
		for _, line := range [...]string{head, said[strings.LastIndexByte(said, '\n')+1:]} {
			if len(title) == 0 && several && len(line) <= mostName && !endsWhole(line) {
				title = namingWords(line)
			}
		}
		m.records[i] = recordName{p, title, nil}
	}
	return &m.records[i]
}

// begins are the words that the first sentence begins with.
func (r *recordName) begins() []string {
	if sentences := r.passage.Sentences(); r.first == nil && len(sentences) > 0 {
		r.first = subjectWordsIn(r.passage.original[sentences[0].Start:sentences[0].End], subjectWords)
	}
	return r.first
}

// head are the words of a title that the first sentence has, too.
func (r *recordName) head() []string {
	if len(r.title) == 0 || len(r.passage.Sentences()) == 0 {
		return nil
	}
	s := r.passage.sentences[0]
	first := namingWords(r.passage.original[s.Start:min(s.End, s.Start+longestSaid)])
	return slices.DeleteFunc(slices.Clone(r.title), func(w string) bool { return !slices.Contains(first, w) })
}

// mostName and mostTold bound the bytes of a name, and of a text that tells of one; mostAlike is how many tell a copy.
const mostName, mostTold, mostAlike = 100, 400, 12

// namingWords are the words and figures of a text that may name something.
func namingWords(s string) (out []string) {
	read := text.Read(s)
	for _, w := range read.Words {
		if !read.Class(w).Has(empty) {
			out = append(out, w.Fold)
		}
	}
	return out
}

// among reports whether all of some words stand among others.
func among(words, others []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(others, w) })
}

// unmixed fails a claim below or behind the name of another record than its own, or that leans on what its source does not.
func (w *walk) unmixed(index int) {
	cl := &w.res.Claims[index]
	if !cl.Stands || len(cl.Citations) == 0 || len(w.m.ev.Passages) == 0 {
		return
	}
	below := func(above string) bool {
		name := w.judging.backing.otherRecord(cl, above, func(r *recordName) []string { return r.title }, true)
		if name != "" {
			w.refute(index, -1, report.ClaimEntity, fmt.Sprintf("it is told of %.100q, its source speaks of something else", name))
		}
		return name != ""
	}
	for _, g := range cl.under {
		if g.rank < highestItem && g.rank != tableHead && below(g.said) {
			return
		}
	}
	if below(labelBefore(cl.Text)) {
		return
	}
	before := w.frame.before
	if name := (leaning{&w.judging.backing}).otherSubject(cl, before); name != "" {
		w.refute(index, -1, report.ClaimEntity, fmt.Sprintf("it is told of %.100q, its source speaks of something else", name))
		return
	}
	if name := cmp.Or(w.judging.backing.otherSection(cl), w.judging.backing.otherOwner(cl, before)); name != "" {
		w.refute(index, -1, report.ClaimEntity, fmt.Sprintf("its source says it of %q", name))
		return
	}
	if before == nil {
		return
	}
	if name := w.judging.backing.otherRecord(cl, before.said, func(r *recordName) []string { return r.head() }, false); name != "" {
		w.refute(index, -1, report.ClaimEntity, fmt.Sprintf("it stands behind %.100q, its source speaks of something else", name))
	} else if w.judging.backing.leansElsewhere(cl, before) {
		w.refute(index, -1, report.ClaimUnsupported, "it leans on another sentence than its source does")
	}
}

// labelBefore is what stands in front of a sentence's colon, "" where nothing short does.
func labelBefore(said string) string {
	at := strings.IndexAny(said[:min(len(said), mostName)], ":：")
	return said[:max(0, at)]
}

// otherRecord is a text above or in front of a claim if it names another record than the claim's own: as a title only with words of
// that record's title, else with all words that only that record's head has, where the claim has none of its own record's.
func (b *backing) otherRecord(cl *Claim, above string, nameOf func(*recordName) []string, title bool) string {
	if above == "" || len(above) > mostTold {
		return ""
	}
	own, ours, chunks := []string(nil), []string(nil), map[int]bool{}
	for _, i := range cl.Citations[:min(len(cl.Citations), few)] {
		if at := b.res.Citations[i].Chunk; at >= 0 && at < mostRecords && !chunks[at] {
			chunks[at] = true
			own, ours = append(own, b.m.recordName(at).title...), append(ours, nameOf(b.m.recordName(at))...)
		}
	}
	if len(own) == 0 {
		return ""
	}
	said := namingWords(above)
	if len(said) == 0 || among(said, own) {
		return ""
	}
	claimed, named := namingWords(cl.Text), func(w string) bool { return slices.Contains(said, w) && !slices.Contains(own, w) }
	for i := range min(len(b.m.ev.Passages), mostRecords) {
		other := b.m.recordName(i)
		if chunks[i] || !slices.ContainsFunc(other.title, named) {
			continue
		}
		name := slices.DeleteFunc(slices.Clone(nameOf(other)), func(w string) bool { return slices.Contains(own, w) })
		its := slices.DeleteFunc(slices.Clone(ours), func(w string) bool { return slices.Contains(nameOf(other), w) })
		spoken := func(w string) bool { return slices.Contains(claimed, w) || slices.Contains(said, w) }
		behind := !title && len(name) > 0 && among(name, said) && len(its) > 0 && !slices.ContainsFunc(its, spoken) && !b.turnsTo(cl, claimed, i)
		if (behind || title && among(said, other.title)) && !b.tellOf(chunks, name) {
			return above
		}
	}
	return ""
}

// turnsTo reports whether a claim begins with a subject of its own, of which another record says nothing: "The bisque firing …"
// behind a sentence on a glaze.
func (b *backing) turnsTo(cl *Claim, words []string, record int) bool {
	return len(words) > 0 && b.m.rules.Leans != nil && !strings.Contains(b.m.ev.Passages[record].lowered(), words[0]) && !b.m.rules.Leans(cl.Text)
}

// tellOf reports whether some chunks have all words of a name.
func (b *backing) tellOf(chunks map[int]bool, name []string) bool {
	for at := range chunks {
		lower := b.m.ev.Passages[at].lowered()
		if !slices.ContainsFunc(name, func(word string) bool { return !strings.Contains(lower, word) }) {
			return true
		}
	}
	return false
}

// subjectWords is how many words of a sentence may give its subject.
const subjectWords = 4

// subjectWordsIn are the first words of a text that may name something, a letter behind a noun with them: "Plan A".
func subjectWordsIn(said string, most int) (out []string) {
	read := text.Read(said[:min(len(said), mostTold)])
	for i, w := range read.Words {
		letter := i > 0 && w.End-w.Start == 1 && w.Flags&text.Capital != 0
		if len(out) < most && (letter || !read.Class(w).Has(empty)) {
			out = append(out, w.Fold)
		}
	}
	return out
}

// leaning looks for the subjects of claims that lean.
type leaning struct{ of *backing }

// subject is what gives a source sentence its subject.
type subject struct {
	names  []string // the title, the heading, and what each sentence up to the one that it leans on begins with
	around []string // all words of these
	above  []text.Sentence
	rank   int // of the heading
}

// subjectOf is what gives a source sentence its subject.
func (l leaning) subjectOf(s *SourceSentence) (out subject) {
	p := l.of.m.ev.Passages[s.Chunk]
	out.names = namingWords(l.of.m.ev.Set.At(s.Chunk).Title)
	sections := sectionsOf(p)
	at, _ := slices.BinarySearchFunc(sections, s.span.Start+1, func(s section, at int) int { return cmp.Compare(s.start, at) })
	for at--; at >= 0; at-- {
		if h := sections[at]; out.rank == 0 || h.rank < out.rank {
			out.names, out.rank = append(out.names, h.name...), max(h.rank, 1)
		}
	}
	out.around = slices.Clone(out.names)
	sentences := p.Sentences()
	k, _ := slices.BinarySearchFunc(sentences, s.span.Start, func(o text.Sentence, at int) int { return cmp.Compare(o.End, at+1) })
	for from := k; k >= 0 && k < len(sentences) && k > from-mostAbove; k-- {
		said := p.original[sentences[k].Start:sentences[k].End]
		out.above, out.around = append(out.above, sentences[k]), append(out.around, subjectWordsIn(said, mostTold)...)
		if k == 0 || !l.of.m.rules.Leans(said) {
			out.names = append(out.names, subjectWordsIn(said, subjectWords)...)
			break
		}
	}
	return out
}

// otherSubject is the text that gives a leaning copy another subject than the copy has in its source, "" for none. The texts
// asked are the headings and labels above the copy and the sentence in front of it, or the question where there is neither. Such a
// text names another record or section, and nothing that the copy leans on in its source.
func (l leaning) otherSubject(cl *Claim, before *spoken) string {
	said := strings.TrimRight(strings.TrimLeft(cl.Text, " -*•"), " .*")
	copied := slices.IndexFunc(cl.Citations, func(i int) bool { return strings.Contains(l.of.res.Citations[i].Sentence.Text, said) })
	if copied < 0 || l.of.m.rules.Leans == nil || len(cl.Text) > mostTold || !l.of.m.rules.Leans(cl.Text) {
		return ""
	}
	s := &l.of.res.Citations[cl.Citations[copied]].Sentence
	if s.End == 0 {
		return ""
	}
	own := l.subjectOf(s)
	var fronts []string
	for _, g := range cl.under {
		if g.rank != tableHead {
			fronts = append(fronts, g.said)
		}
	}
	switch {
	case before != nil:
		fronts = append(fronts, before.said)
	case len(fronts) == 0:
		fronts = append(fronts, l.of.m.ev.Question)
	}
	for _, front := range fronts {
		if said := subjectWordsIn(front, mostTold); len(front) <= mostTold && l.namesOther(s, &own, said, before) {
			return front
		}
	}
	return ""
}

// namesOther reports whether some words name the subject of another place than that of a source sentence.
func (l leaning) namesOther(s *SourceSentence, own *subject, said []string, before *spoken) bool {
	known := make(map[string]bool, len(said))
	for _, w := range said {
		known[w] = true
	}
	has := func(w string) bool { return known[w] }
	digits := func(w string) bool { return strings.ContainsFunc(w, unicode.IsDigit) }
	differs := func(other, around []string, whole bool) bool {
		if !slices.ContainsFunc(other, has) {
			return false
		}
		name, its := notAmong(other, around), notAmong(own.names, other)
		switch {
		case len(name) == 0 || len(its) == 0 || !has(name[0]) || slices.ContainsFunc(its, has):
			return false
		case whole:
			return among(notAmong(other, own.names), said)
		}
		alike := slices.ContainsFunc(its, digits) || !slices.ContainsFunc(name, func(w string) bool { return has(w) && digits(w) })
		return alike && l.nameLike(name[0]) && slices.ContainsFunc(its, l.nameLike)
	}
	around := own.around
	if s.Chunk < mostRecords {
		around = append(slices.Clip(around), l.of.m.recordName(s.Chunk).begins()...)
	}
	for i, p := range l.of.m.ev.Passages[:min(len(l.of.m.ev.Passages), mostRecords)] {
		switch record := l.of.m.recordName(i); {
		case i == s.Chunk:
		case differs(record.title, around, true), differs(record.begins(), around, false):
			return true
		}
		for _, h := range sectionsOf(p) {
			if (i != s.Chunk || h.rank == own.rank) && differs(h.name, own.around, true) {
				return true
			}
		}
	}
	if before == nil {
		return false
	}
	for _, o := range before.sources {
		leantOn := func(at text.Sentence) bool {
			return o.Chunk == s.Chunk && o.span.Start < at.End && o.span.End > at.Start
		}
		if !slices.ContainsFunc(own.above, leantOn) && differs(subjectWordsIn(o.Text, subjectWords), own.around, false) {
			return true
		}
	}
	return false
}

// nameLike reports whether a word in small letters is a letter, has a digit, or never stands so in the sources.
func (l leaning) nameLike(word string) bool {
	if len(word) == 1 || strings.ContainsFunc(word, unicode.IsDigit) {
		return true
	}
	key := " " + word
	if _, known := l.of.capitals[key]; !known {
		l.of.alwaysCapital(key)
		l.of.capitals[key] = !slices.ContainsFunc(l.of.m.ev.Passages, func(p *Passage) bool { return strings.Contains(p.original, word) })
	}
	return l.of.capitals[key]
}

// leansElsewhere reports whether a claim leans on the sentence in front of it for what its source names itself: "They can be
// renewed" of "Books can be renewed", behind one on DVDs; or where words have to prove, its source leans on another sentence.
func (b *backing) leansElsewhere(cl *Claim, before *spoken) bool {
	begin := cl.Text[:min(len(cl.Text), mostAlike)]
	begins := len(cl.Citations) > 0 && strings.HasPrefix(b.res.Citations[cl.Citations[0]].Sentence.Text, begin)
	if begins && !b.m.rules.proven() || b.m.rules.Leans == nil || !b.m.rules.Leans(cl.Text) {
		return false // nothing is left out in front of a copy
	}
	around := before.said
	for _, g := range cl.under {
		around += "\n" + g.said
	}
	beside, said := readStatement(around), readStatement(cl.Text)
	for _, i := range cl.Citations[:1] {
		s := &b.res.Citations[i].Sentence
		source, lost := readStatement(s.Text), 0
		for lost < len(source.words) && said.find(&source.words[lost]) < 0 {
			lost++
		}
		missing := func(t term) bool { return beside.find(&t) < 0 }
		switch {
		case s.Chunk < 0 || s.End == 0 || lost == len(source.words):
			return false
		case lost > 0:
			none := !slices.ContainsFunc(source.words[:lost], func(t term) bool { return !missing(t) })
			return none && said.in(source, nil).missing == 0 || b.m.rules.proven() && slices.ContainsFunc(source.words[:lost], missing)
		case !b.m.rules.proven() || !b.m.rules.Leans(s.Text):
			return false
		}
		sentences := b.m.ev.Passages[s.Chunk].Sentences()
		k, _ := slices.BinarySearchFunc(sentences, s.span.Start, func(o text.Sentence, at int) int { return cmp.Compare(o.End, at+1) })
		for from := k; k > 0 && k > from-mostAbove; {
			k--
			at := sentences[k]
			if slices.ContainsFunc(before.sources, func(o SourceSentence) bool {
				return o.Chunk == s.Chunk && o.span.Start < at.End && o.span.End > at.Start
			}) {
				return false
			}
			if antecedent := b.m.ev.Passages[s.Chunk].original[at.Start:at.End]; !b.m.rules.Leans(antecedent) {
				return !b.begins(antecedent, beside)
			}
		}
	}
	return false
}

// begins reports whether what stands around a claim has the first two words of a sentence, as the head of a record has: its subject.
func (b *backing) begins(sentence string, beside *statement) bool {
	const subject = 2
	words := readStatement(sentence).words
	return len(words) >= subject && !slices.ContainsFunc(words[:subject], func(t term) bool { return beside.find(&t) < 0 })
}

// section is a stretch of a passage below a heading.
type section struct {
	start int      // of the heading
	rank  int      // of its signs
	name  []string // its words
}

// mostSections is how many sections of a passage are told apart, the first.
const mostSections = 64

// sectionsOf are the sections of a passage.
func sectionsOf(p *Passage) []section {
	p.sectionOnce.Do(func() {
		for _, s := range p.Sentences() {
			if said := p.original[s.Start:s.End]; s.Block == text.Title && len(said) <= mostName && len(p.sections) < mostSections {
				p.sections = append(p.sections, section{s.Start, len(said) - len(strings.TrimLeft(said, "#")), namingWords(said)})
			}
		}
	})
	return p.sections
}

// otherSection is the heading below which a claim's source stands, where the claim, or what stands above it, names a section beside it
// in that one's place, "" else.
func (b *backing) otherSection(cl *Claim) string {
	cited := &b.res.Citations[cl.Citations[0]].Sentence
	if cited.End == 0 || len(cl.Text) > mostTold {
		return ""
	}
	p := b.m.ev.Passages[cited.Chunk]
	sections := sectionsOf(p)
	at, _ := slices.BinarySearchFunc(sections, cited.span.Start+1, func(s section, at int) int { return cmp.Compare(s.start, at) })
	if at == 0 || len(sections) < 2 {
		return ""
	}
	own, source := sections[at-1], namingWords(p.original[cited.span.Start:cited.span.End])
	told := [][]string{namingWords(cl.Text)}
	for _, g := range cl.under {
		told = append(told, namingWords(g.said))
	}
	for _, other := range sections {
		name, its := notAmong(other.name, own.name), notAmong(own.name, other.name)
		if other.rank != own.rank || len(name) == 0 || len(its) == 0 || among(name, source) {
			continue
		}
		instead := func(said []string) bool { return among(name, said) && len(notAmong(its, said)) == len(its) }
		if slices.ContainsFunc(told, instead) {
			return strings.Join(own.name, " ")
		}
	}
	return ""
}

// otherOwner is the person or thing of which the source says what a claim says, where the claim, or the sentence in front that it leans
// on, names another one, of which no source says so; "" else.
func (b *backing) otherOwner(cl *Claim, before *spoken) string {
	leans := before != nil && b.m.rules.Leans != nil && b.m.rules.Leans(cl.Text)
	// A copy without a label in front of it names the person or thing that its source names.
	if len(cl.Text) > mostTold || cl.Outcome == report.Carried && !leans && labelBefore(cl.Text) == "" {
		return ""
	}
	whole := text.Read(cl.Text)
	named := b.namesIn(whole)
	if len(named) == 0 {
		if !leans {
			return ""
		}
		return b.toldOf(cl, whole, b.namesIn(text.Read(before.said)))
	}
	if clauses := clausesOf(whole); len(clauses) > 1 {
		for _, clause := range clauses {
			read := text.ReadAs(clause, whole.Language())
			if whose := b.toldOf(cl, read, b.namesIn(read)); whose != "" {
				return whose
			}
		}
	}
	return b.toldOf(cl, whole, named)
}

// toldOf is the owner of a claim's source sentence, for a part of the claim that has some names; "" where that part names the owner.
func (b *backing) toldOf(cl *Claim, said *text.Text, named []string) string {
	if len(named) == 0 {
		return ""
	}
	own := readBut(said, idle().affirming)
	most, chunk, at := 0, -1, 0
	for _, c := range b.cites(cl) {
		for k := range min(len(b.m.ev.Passages[c].Sentences()), mostSentences) {
			if n := b.m.ev.Passages[c].tells(k, own, named); n > most {
				most, chunk, at = n, c, k
			}
		}
	}
	all := len(own.figures())
	for i := range own.words {
		all += count(!slices.Contains(named, own.words[i].fold))
	}
	if most == 0 || 5*most < 3*all {
		return ""
	}
	p := b.m.ev.Passages[chunk]
	sentence := p.lowered()[p.sentences[at].Start:p.sentences[at].End]
	if !slices.ContainsFunc(named, func(n string) bool { return !strings.Contains(sentence, n) }) {
		return ""
	}
	owner, whose := b.ownerOf(chunk, at, named, own)
	others := notAmong(named, owner)
	if len(whose) == 0 || len(others) == 0 || slices.ContainsFunc(others, func(n string) bool { return strings.Contains(sentence, n) }) {
		return ""
	}
	best := b.toldBest(others, named, own, chunk)
	full := len(others) > 1 && len(whose) > 1
	if best < 0 || best >= most || 2*best < most && !full || most == 1 && (all > 1 || !full) {
		return ""
	}
	return strings.Join(whose, " ")
}

// toldBest counts the words and figures of a statement, names apart, that the best sentence has of those which the sources tell
// of some of its names; -1 for none, and where one names the passage that the claim cites.
func (b *backing) toldBest(names, named []string, own *statement, cited int) int {
	best, looked := -1, 0
	hasName := func(s string) bool { return slices.ContainsFunc(names, func(n string) bool { return stands(s, n) }) }
	for c, p := range b.m.ev.Passages {
		titled := hasName(strings.ToLower(b.m.ev.Set.At(c).Title))
		if titled && c == cited {
			return -1
		}
		if !titled && !slices.ContainsFunc(names, func(n string) bool { return strings.Contains(p.lowered(), n) }) {
			continue
		}
		within := titled
		for k, s := range p.Sentences() {
			if looked++; looked > mostSentences || b.m.ev.stopped() {
				return -1
			}
			within = titled || hasName(p.lowered()[s.Start:s.End]) || within && len(b.namesIn(text.Read(p.original[s.Start:s.End]))) == 0
			if within {
				best = max(best, p.tells(k, own, named))
			}
		}
	}
	return best
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// tells counts the words and figures of a statement, names apart, that the kth sentence has.
func (p *Passage) tells(k int, own *statement, names []string) (n int) {
	source := p.statement(k)
	for i := range own.words {
		if w := &own.words[i]; !slices.Contains(names, w.fold) && source.find(w) >= 0 {
			n++
		}
	}
	for _, f := range own.figures() {
		n += count(!source.lacks(f))
	}
	return n
}

// ownerOf returns the names in a source sentence, or in the next sentence above it that has a name of the claim's or a name that
// the claim lacks, else in the title; and those of them that the claim lacks.
func (b *backing) ownerOf(chunk, k int, named []string, own *statement) (names, whose []string) {
	p := b.m.ev.Passages[chunk]
	for from := k; k >= -1 && k > from-mostAbove; k-- {
		said := b.m.ev.Set.At(chunk).Title
		if k >= 0 {
			said = p.original[p.sentences[k].Start:p.sentences[k].End]
		}
		names = b.namesIn(text.Read(said))
		whose = slices.DeleteFunc(notAmong(names, named), func(n string) bool { return own.find(&term{fold: n}) >= 0 })
		if len(whose) > 0 || slices.ContainsFunc(names, func(n string) bool { return slices.Contains(named, n) }) {
			break
		}
	}
	return names, whose
}

// notAmong are the words of a list that another has not.
func notAmong(words, others []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return slices.Contains(others, w) })
}

// namesIn are the words of the names in a text: where all nouns have a capital, of those of several words.
func (b *backing) namesIn(read *text.Text) (out []string) {
	for _, n := range read.Names() {
		several := strings.Contains(n.Text, " ")
		single := !n.Code && read.Language() != text.German && (!n.First || b.alwaysCapital(n.Text))
		if several || single || n.Code && strings.ContainsFunc(n.Text, unicode.IsDigit) {
			for _, w := range read.Words {
				if n.Start <= w.Start && w.End <= n.End && text.Unknown.Month(w.Fold) == 0 && !read.Class(w).Has(text.Weekday) {
					out = append(out, w.Fold)
				}
			}
		}
	}
	return out
}

// alwaysCapital reports whether a word stands in the sources, and never in small letters.
func (b *backing) alwaysCapital(word string) bool {
	if always, known := b.capitals[word]; known {
		return always
	}
	has := func(word string) bool {
		return slices.ContainsFunc(b.m.ev.Passages, func(p *Passage) bool { return strings.Contains(p.original, word) })
	}
	if b.capitals == nil {
		b.capitals = map[string]bool{}
	}
	b.capitals[word] = has(word) && !has(strings.ToLower(word))
	return b.capitals[word]
}
