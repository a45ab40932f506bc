package verify

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/quote"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// hearsay is what the evidence makes of a line.
type hearsay int

const (
	untold   hearsay = iota // no source says so
	altered                 // one says so but for some of its tokens
	gainsaid                // one says otherwise
	idleLine                // it says nothing
	nearLine                // all that it says stands together in one place
	ownLine                 // a source has it as it stands
)

// blocks looks the lines of blocks up in the evidence.
type blocks struct {
	m      *material
	told   map[uint32]bool     // what forms of the words of the evidence share
	shares []uint64            // which words of the question its sentences have
	whole  map[string][]source // its lines, by what they say
	looked int                 // lines that lines of blocks were held against
}

// lines looks the lines of blocks up.
func (m *material) lines() *blocks {
	if m.blocks == nil {
		m.blocks = &blocks{m: m}
	}
	return m.blocks
}

// ordered reports whether the question orders a program, whose names are its own.
func (b *blocks) ordered() bool { return b.m.ev.Orders != nil && b.m.ev.Orders(b.m.ev.Question) }

// sought is a line with what it is looked up by.
type sought struct {
	line
	words  *statement
	signed []string // what of it is neither words nor figures
	tokens []string
	lead   *statement // what leads it in
	denied bool       // which forbids it
	single bool       // it says no more than a word or a figure
}

func seek(l line, lead *statement) *sought {
	s := &sought{line: l, words: readStatement(spaced(l.said)), lead: lead, denied: forbids(lead)}
	for _, token := range tokensOf(l.said) {
		if s.tokens = append(s.tokens, strings.ToLower(token)); isSigned(token) {
			s.signed = append(s.signed, strings.ToLower(token))
		}
	}
	s.single = len(s.words.words)+len(s.words.figures()) <= 1 && len(s.signed) == 0
	return s
}

// source is where a line is told.
type source struct {
	chunk int
	*sourceLine
}

// tell looks a line up in the evidence.
func (b *blocks) tell(s *sought) (best hearsay, at source) {
	if !slices.ContainsFunc(tokensOf(s.said), func(token string) bool { return len(token) > 1 || token[0] < 'a' || token[0] > 'z' }) {
		return idleLine, at
	}
	for _, at := range b.alike(s.said) {
		if b.looked++; b.tellIn(s, at) == ownLine {
			return ownLine, at
		}
	}
	for _, chunk := range b.m.ev.Set.Usable() {
		lines := b.m.ev.Passages[chunk].lines()
		if b.looked += len(lines); b.looked > mostLines || b.m.ev.stopped() {
			break
		}
		for _, l := range lines {
			if t := b.tellIn(s, source{chunk, l}); t > best {
				best, at = t, source{chunk, l}
			}
		}
		if best == ownLine {
			break
		}
	}
	return best, at
}

// alike are the lines of the evidence that say what a line does: most of what is copied is found so at once.
func (b *blocks) alike(said string) []source {
	if b.whole == nil {
		b.whole = map[string][]source{}
		for _, chunk := range b.m.ev.Set.Usable() {
			for _, l := range b.m.ev.Passages[chunk].lines() {
				bare := strings.Trim(l.said, edges)
				b.whole[bare] = append(b.whole[bare], source{chunk, l})
			}
		}
	}
	return b.whole[strings.Trim(said, edges)]
}

// mostLines bounds how many lines of the evidence the lines of an answer's blocks are held against. A block beyond is not judged.
const mostLines = 3_000_000

const edges = " `*_.,;:\"'$"

// tellIn tells what one place makes of a line.
func (b *blocks) tellIn(s *sought, at source) hearsay {
	const fewest = 3 // tokens of a run that says by itself what it is of
	p, bare := b.m.ev.Passages[at.chunk], strings.Trim(s.said, edges)
	whole := strings.Trim(at.said, edges) == bare
	copied := whole || stands(at.said, bare)
	if !copied && !s.mayStand(p.lowered()[at.Start:at.End]) || hidden(at.said) != "" || text.Asks(at.said) {
		return untold
	}
	said := p.says(at.sourceLine)
	agrees := s.agrees(said, at.forbidden)
	inline := !at.alone && len(s.tokens) > 1 && codeIn(at.said, func(code string) bool { return code == bare })
	switch {
	case copied && !agrees:
		return gainsaid
	case whole && at.alone:
		if s.above != "" && at.above != "" && s.above != at.above {
			return untold
		}
		return ownLine
	case whole:
		if carried, _ := b.m.hearing.Copies(s.said, p.Source()); !carried {
			return untold
		}
		return ownLine
	case inline, copied && b.speaksOf(s, said, len(s.tokens) < fewest):
		return ownLine
	case b.nearTo(s, at, said):
		return nearLine
	case len(s.words.words) > 1 && s.words.against(said, nil) == turned:
		return gainsaid
	case at.alone && differs(s.tokens, at.said), codeIn(at.said, func(code string) bool { return differs(s.tokens, code) }):
		return altered
	}
	return untold
}

// mayStand reports whether a text in lower case has the beginning of a word, or a figure, of a line.
func (s *sought) mayStand(in string) bool {
	const letters = 4
	return slices.ContainsFunc(s.tokens, func(token string) bool {
		token = strings.TrimLeft(token, "-_")
		return strings.Contains(in, token[:text.ByteOf(token, letters)])
	})
}

// agrees reports whether the words of a line stand under the operators under which a source has them.
func (s *sought) agrees(said *statement, forbidden bool) bool {
	for _, w := range s.words.words {
		w.denied = w.denied != (s.denied != forbidden)
		if at := said.find(&w); at >= 0 && !said.words[at].same(&w) {
			return false
		}
	}
	return true
}

// codeIn reports whether some inline code of a text fits.
func codeIn(said string, fits func(code string) bool) bool {
	return slices.ContainsFunc(answer.Code(said), func(c answer.CodeRegion) bool { return fits(strings.Trim(said[c.Start:c.End], "` ")) })
}

// differs reports whether a line is a source's but for at most half of its tokens.
func differs(tokens []string, source string) bool {
	theirs, other := tokensOf(source), 0
	if len(theirs) != len(tokens) {
		return false
	}
	for i := range theirs {
		if strings.ToLower(theirs[i]) != tokens[i] {
			other++
		}
	}
	return other > 0 && 2*other <= len(tokens)
}

// nearTo reports whether all that a line says stands in one place, under the same operators.
func (b *blocks) nearTo(s *sought, at source, said *statement) bool {
	if !s.agrees(said, at.forbidden) {
		return false
	}
	lower := strings.ToLower(at.said)
	if slices.ContainsFunc(s.signed, func(token string) bool { return !stands(lower, token) }) {
		return false
	}
	if c := s.words.in(said, nil); c.missing > c.found+len(s.words.figures())+len(s.signed)+1 {
		return false // whatever governs it
	}
	place := b.m.ev.Passages[at.chunk].around(at.Start, at.End)
	if place.Chunk = at.chunk; at.alone && at.above != "" {
		place.Lead = &report.Stretch{Text: at.above}
	}
	if at.alone {
		place.Text = at.said
	}
	around, found := b.m.ev.surroundings(&place), len(s.signed)
	for i := range s.words.words {
		switch w := &s.words.words[i]; {
		case said.find(w) >= 0:
			found++
		case around.find(w) < 0 && !b.mayAsk(w):
			return false
		}
	}
	for _, n := range s.words.figures() {
		switch {
		case said.has(n):
			found++
		case around.lacks(n):
			return false
		}
	}
	if found == 0 || at.alone && !isOrdered(s.tokens, lower) || (s.single || len(s.lead.words) > 0) && !b.speaksOf(s, said.with(around), s.single) {
		return false
	}
	if letter, _ := nameLetter(s.said); letter != "" && !hasCode(place.Text, letter) {
		return false
	}
	ours, theirs := text.Read(spaced(s.said)), text.Read(spaced(place.Text))
	return !misplacedIn(theirs, ours) && !slices.ContainsFunc(nearness, func(same func(said, source *text.Text, s *SourceSentence) bool) bool {
		return !same(ours, theirs, &place)
	})
}

// isOrdered reports whether those of some tokens that a text has stand there in their order.
func isOrdered(tokens []string, in string) bool {
	at := 0
	for _, token := range tokens {
		if !stands(in, token) {
			continue
		}
		next := strings.Index(in[at:], token)
		if next < 0 {
			return false
		}
		at += next + len(token)
	}
	return true
}

// mayAsk reports whether a word is one of the question's, of everyday language, and of no source's:
// what the question calls something.
func (b *blocks) mayAsk(w *term) bool {
	return b.m.asked().find(w) >= 0 && text.Listed(w.fold) && !b.inSources(w)
}

// inSources reports whether some source has a word.
func (b *blocks) inSources(w *term) bool {
	if b.told == nil {
		b.told = map[uint32]bool{}
		for _, s := range b.m.ev.statementsOf(b.m.ev.Set.Usable()) {
			for i := range s.words {
				b.told[s.words[i].lemma] = true
			}
		}
	}
	return b.told[w.lemma]
}

// speaksOf reports whether a place speaks of what leads a line in: it has the words of that which some source has.
// Of a line without such a lead it has to speak of what was asked, and none more.
func (b *blocks) speaksOf(s *sought, said *statement, asked bool) bool {
	known := false
	for i := range s.lead.words {
		if w := &s.lead.words[i]; b.inSources(w) {
			if known = true; said.find(w) < 0 {
				return false
			}
		}
	}
	if known || !asked {
		return true
	}
	ours := b.shared(said)
	if b.shares == nil {
		for _, of := range b.m.ev.statementsOf(b.m.ev.Set.Usable()) {
			b.shares = append(b.shares, b.shared(of))
		}
	}
	return ours != 0 && !slices.ContainsFunc(b.shares, func(theirs uint64) bool { return theirs&ours == ours && theirs != ours })
}

// shared are the words of the question that a statement has, as bits.
func (b *blocks) shared(said *statement) (out uint64) {
	for i := range b.m.asked().words[:min(len(b.m.asked().words), 64)] {
		if said.find(&b.m.asked().words[i]) >= 0 {
			out |= 1 << i
		}
	}
	return out
}

// blockFound is what the evidence makes of a block.
type blockFound struct {
	told []source    // of its lines that a source tells
	near bool        // not all of them in its own words
	open string      // the first line that no source tells
	code report.Code // of what is false, or nowhere to be found
	why  string
	says bool // a line that no source tells has a finite verb
}

// block looks the lines of a block below a lead-in up, which may be cited.
func (b *blocks) block(said, leadIn string, cited bool) (found blockFound) {
	const mostBroken = 16 // lines of which one of a source may have become
	lead, lines, whole := readSpoken(leadIn), linesOf(said), line{}
	if 1 < len(lines) && len(lines) <= mostBroken {
		for _, l := range lines {
			whole.said += " " + l.said
		}
		whole.said = strings.TrimSpace(whole.said)
		if t, at := b.tell(seek(whole, lead)); t == ownLine {
			return blockFound{told: []source{at}}
		}
	}
	for _, l := range lines {
		for _, l := range members(l) {
			b.look(&found, l, lead, leadIn, cited)
			if found.why != "" {
				return found
			}
		}
	}
	return found
}

// unmarked is a line without citation markers.
func unmarked(said string) string {
	out, from := "", 0
	for at := range said {
		if n := text.MarkerLength(said[at:]); n > 0 {
			out, from = out+strings.TrimRight(said[from:at], " "), at+n
		}
	}
	return out + said[from:]
}

// members parts a line of names and values, such as an object of JSON on one line.
func members(l line) (out []line) {
	all := strings.Split(l.said, ",")
	named := func(part string) bool { return strings.Count(part, ":")+strings.Count(part, "=") == 1 }
	if len(all) < 2 || slices.ContainsFunc(all, func(part string) bool { return !named(part) }) {
		return []line{l}
	}
	for _, part := range all {
		out = append(out, line{l.Span, strings.TrimSpace(part), l.above})
	}
	return out
}

// look takes in what the evidence makes of a line.
func (b *blocks) look(found *blockFound, l line, lead *statement, leadIn string, cited bool) {
	if b.looked > mostLines {
		found.code, found.why = report.ClaimUnsupported, "the answer is too long to be judged"
		return
	}
	s := seek(l, lead)
	t, at := b.tell(s)
	for _, bare := range [...]string{unmarked(l.said), strings.TrimLeft(unmarked(l.said), "#/-+*;%!<>$ ")} { // a comment, a prompt, a changed line
		if t == ownLine || t == idleLine || bare == l.said {
			continue
		}
		l.said = bare
		s = seek(l, lead)
		if again, there := b.tell(s); again > t {
			t, at = again, there
		}
	}
	switch t {
	case ownLine, nearLine:
		found.told, found.near = append(found.told, at), found.near || t == nearLine
	case gainsaid, altered:
		if !b.ordered() {
			found.code, found.why = report.ClaimUnsupported, fmt.Sprintf("the source says %.150q", at.said)
			return
		}
		fallthrough
	case untold:
		if found.open == "" {
			found.open = l.said
		}
		found.code, found.why = b.invents(s, cited)
		if found.why == "" && !b.ordered() {
			found.says = found.says || claim.States(l.said)
			b.refute(found, strings.TrimSpace(leadIn+" "+spaced(l.said)))
		}
	}
}

// codeTags are what inline code stands between in HTML.
var codeTags = strings.NewReplacer("<code>", "`", "</code>", "`", "<kbd>", "`", "</kbd>", "`", "<tt>", "`", "</tt>", "`")

// inProse tells what inline code in a claim is that no source has so.
func (b *blocks) inProse(said string) (code report.Code, why string) {
	if !strings.ContainsAny(said, "`<") {
		return "", ""
	}
	none := &statement{}
	said = codeTags.Replace(said)
	for _, c := range answer.Code(said) {
		s := seek(line{said: strings.Trim(said[c.Start:c.End], "` ")}, none)
		switch t, at := b.tell(s); {
		case b.ordered():
		case t == altered:
			return report.ClaimEntity, fmt.Sprintf("the source says %.150q", at.said)
		case t == untold:
			if code, why = b.invents(s, true); why != "" {
				return code, why
			}
		}
	}
	return "", ""
}

// refute takes in what speaks against a line as against any other sentence.
func (b *blocks) refute(found *blockFound, said string) {
	for _, chunk := range b.m.ev.Set.Usable() {
		b.looked += len(b.m.ev.Passages[chunk].lines())
	}
	j := b.m.hearing.Judge(said, b.m.everything(), claim.Rules{MaxRisk: 1})
	if i := slices.IndexFunc(j.Findings, func(f claim.Finding) bool { return f.Code != claim.CodeUnsupported }); i >= 0 {
		found.code, found.why = report.Code(j.Findings[i].Code), j.Findings[i].Detail
	}
}

// quotedCode matches a comment to its line's end, or a string, whatever the language.
var quotedCode = regexp.MustCompile("(?:#|//|--|/\\*|<!--|;)(.+)|\"([^\"]*)\"|'([^']*)'|`([^`]*)`")

// invents tells of a figure, a path or a name in a line that no source has, nor the question; a figure stands with
// what it is of. The names of code that was asked for are its own.
func (b *blocks) invents(s *sought, cited bool) (code report.Code, why string) {
	for _, n := range s.words.figures() {
		if alone := len(n.Value) < 2 && n.Unit == ""; !(b.ordered() && (alone || b.m.asked().has(n))) && !b.has(b.subjects(s, n), n) {
			return report.ClaimNumber, fmt.Sprintf("no source has %q for %.100q", n.Text, s.said)
		}
	}
	said := s.said
	if b.ordered() {
		said = strings.Join(slices.Concat(quotedCode.FindAllString(said, -1)), " ")
	}
	label := labelOf(said)
	for _, token := range tokensOf(said) {
		if !b.mayStand(token, label, cited || b.ordered()) {
			return report.ClaimEntity, fmt.Sprintf("no source has %q", token)
		}
	}
	return "", ""
}

// subjects are the words of a line that some source has, without those of a figure's unit.
func (b *blocks) subjects(s *sought, n text.Number) []term {
	return slices.DeleteFunc(slices.Clone(s.words.words), func(w term) bool {
		return text.IsUnit(w.fold) || strings.Contains(text.Fold(n.Text), w.fold) || !b.inSources(&w)
	})
}

// has reports whether some line of the evidence has a figure and, where words are given, one of these words: the line
// may have the word itself, or the sentence in front of the line, or a title of the passage.
func (b *blocks) has(words []term, n text.Number) bool {
	for _, chunk := range b.m.ev.Set.Usable() {
		p := b.m.ev.Passages[chunk]
		lines := p.lines()
		b.looked += len(lines)
		for k, l := range lines {
			if !p.says(l).has(n) {
				continue
			}
			told := p.says(l)
			if k > 0 && !l.alone {
				told = told.with(p.says(lines[k-1]))
			}
			for _, title := range b.m.ev.titles(nil, chunk) {
				told = told.with(readStatement(title))
			}
			if len(words) == 0 || slices.ContainsFunc(words, func(w term) bool { return told.find(&w) >= 0 }) {
				return true
			}
		}
	}
	return false
}

// labelOf is the name in front of a value, "" for none.
func labelOf(said string) string {
	at := strings.IndexAny(said, ":=>")
	if at < 0 || strings.TrimSpace(said[at+1:]) == "" || len(tokensOf(said[:at])) > 3 {
		return ""
	}
	return said[:at]
}

// mayStand reports whether a token may stand in a line that no source tells: a source or the question has it, or it is a
// word of a program or, where that may be, of everyday language; or it only names what stands behind it.
func (b *blocks) mayStand(token, label string, everyday bool) bool {
	if isSigned(token) {
		lower := strings.ToLower(token)
		has := func(s string) bool { return stands(s, lower) }
		return has(strings.ToLower(b.m.ev.Question)) || slices.ContainsFunc(b.m.ev.Set.Usable(), func(i int) bool { return has(b.m.ev.Passages[i].lowered()) })
	}
	const short = 4 // letters
	for word := range strings.FieldsSeq(spaced(token)) {
		fold := text.Fold(word)
		unspaced := text.ScriptOf(fold).Unspaced()
		named := stands(label, token) && !unicode.IsUpper([]rune(word)[0])
		switch {
		case named, !strings.ContainsFunc(word, unicode.IsLetter), everyday && text.Listed(fold), words["program"][fold], b.m.knows(fold):
		case unspaced && !strings.ContainsFunc(fold, func(r rune) bool { return !b.m.knows(string(r)) }):
		case !unspaced && utf8.RuneCountInString(word) < short && strings.ToLower(word) == word:
		default:
			return false
		}
	}
	return true
}

// stands reports whether nothing speaks against a block, and sources tell all of it where the rules want that.
func (f blockFound) stands(r *Rules) bool {
	return f.why == "" && (f.open == "" || !r.proven()) && (!f.near || !r.HoldOpen)
}

// block judges a block of code. It reports whether that may be shown.
func (w *walk) block(r remark, citations []int) bool {
	signed := slices.ContainsFunc(citations, func(i int) bool { return !w.res.Citations[i].Below })
	audit := w.m.rules.AgainstAll
	found := w.m.lines().block(r.said, leadOf(w.above), signed || audit)
	switch {
	case len(found.told) == 0 && found.open == "" && found.why == "":
		w.remarks.talks = true
		return true
	case found.why != "":
	case !found.stands(&w.m.rules):
		found.code, found.why = report.TextUnaccounted, fmt.Sprintf("no source says %.150q", found.open)
	case found.open != "" && !signed && !audit && (found.says || !w.vouching.cites()):
		found.code, found.why = report.ClaimUncited, "no citation"
	}
	switch {
	case found.why != "" && signed:
		w.res.fail(r.claim(), found.code, found.why)
		return false
	case found.why != "" && found.code != report.ClaimUncited:
		return w.remarks.unvouched(r, report.TextUnaccounted, found.why)
	case found.why != "":
		return w.remarks.unvouched(r, found.code, found.why)
	case !signed && found.open != "" && !audit:
		leave(r.claim(), w.res)
		return true
	}
	return w.tellBlock(r, &found, citations)
}

// tellBlock takes a block for a claim that sources tell, or leave open.
func (w *walk) tellBlock(r remark, found *blockFound, citations []int) bool {
	index := len(w.res.Claims)
	w.res.Claims = append(w.res.Claims, r.claim())
	cl := &w.res.Claims[index]
	cl.under, cl.By, cl.together = w.above, report.ByWords, found.open == ""
	if cl.Judgement = (claim.Judgement{Outcome: claim.Carried, Support: 1}); found.near || found.open != "" {
		cl.Judgement.Outcome, cl.By = claim.Open, report.ByRisk
	} else {
		cl.Supported = new(true)
	}
	cl.Outcome = report.Outcome(cl.Judgement.Outcome)
	for _, i := range citations {
		if cit := &w.res.Citations[i]; cit.Quoted && cit.Stands || w.placed(i, found.told) {
			cl.Citations = append(cl.Citations, i)
		}
	}
	if len(cl.Citations) == 0 && found.open != "" {
		w.judging.gathering.gather(cl, citations)
	}
	cl.Cited = len(cl.Citations) > 0
	cl.Stands, cl.Sources = cl.Cited || len(citations) == 0, w.res.sources(cl)
	return cl.Stands
}

// placed gives an inline citation the place in its chunk that tells a line.
func (w *walk) placed(citation int, told []source) bool {
	cit := &w.res.Citations[citation]
	at := slices.IndexFunc(told, func(s source) bool { return slices.Contains(cit.among, s.chunk) })
	if cit.Quoted || cit.Chunk < 0 || at < 0 {
		return false
	}
	s := told[at]
	p := w.m.ev.Passages[s.chunk]
	start := utf8.RuneCountInString(p.original[:s.Start])
	end := start + utf8.RuneCountInString(p.original[s.Start:s.End])
	cit.Chunk, cit.Verified, cit.Stands = s.chunk, true, true
	cit.Match = quote.Result{Outcome: quote.Verified, Kind: report.Located, Similarity: 1, Start: start, End: end, Source: p.original[s.Start:s.End]}
	w.res.moves++
	w.m.ev.sentence(cit)
	return true
}
