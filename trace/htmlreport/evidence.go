package htmlreport

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
)

// citations are those that carry no claim and that stand, or do not, with what
// the answer quotes beside what the source says.
func (a *article) citations(stand bool) (out []values) {
	for i := range a.Report.Citations {
		c := &a.Report.Citations[i]
		if a.shown[c.Number] || stands(c) != stand {
			continue
		}
		v := values{
			"findings": a.findings(func(f report.Finding) bool { return f.Citation != nil && *f.Citation == c.Number }),
			"evidence": a.evidence(c.Number),
		}
		if c.Snippet != "" {
			v["quote"] = a.quoted(c)
		}
		out = append(out, v)
	}
	return out
}

// stands tells whether a citation is verified or was made good by a heal.
func stands(c *report.Citation) bool {
	return c.Verified || c.Heal != nil && c.Heal.Kind != "renumber"
}

// quoted are a citation's words, those marked that the source has not.
func (a *article) quoted(c *report.Citation) any {
	place := a.place(c)
	if c.Verified || place == nil {
		return c.Snippet
	}
	return differing(c.Snippet, string(place), "wrong")
}

// place is the stretch of the source that a citation points at, or nil.
func (a *article) place(c *report.Citation) []rune {
	source := a.texts[c.ChunkID]
	if c.Start == nil || c.End == nil || *c.Start < 0 || *c.End <= *c.Start || *c.End > len(source) {
		return nil
	}
	return source[*c.Start:*c.End]
}

// evidence is one citation's source, with the place marked. A citation that was
// shown already is referred to.
func (a *article) evidence(n int) values {
	i := slices.IndexFunc(a.Report.Citations, func(c report.Citation) bool { return c.Number == n })
	if i < 0 {
		return values{}
	}
	c := &a.Report.Citations[i]
	v := values{"anchor": a.citationAnchor(n), "marker": a.marker(c), "again": a.shown[n], "shown": !a.shown[n]}
	if a.shown[n] {
		return v
	}
	a.shown[n] = true
	v["name"], v["address"], v["about"] = nameOf(c), webAddress(c.URL), a.about(c)
	if c.Link != nil && c.URL != nil && *c.Link != *c.URL {
		v["link"] = webAddress(c.Link)
	}
	a.passage(c, v)
	state(c, v)
	return v
}

// nameOf is what a citation's source is called.
func nameOf(c *report.Citation) string {
	if c.Title != nil {
		return *c.Title
	}
	return "Source " + c.ChunkID
}

// webAddress is where a source is, where that is a web address: no other scheme is
// ever linked to.
func webAddress(address *string) string {
	if address == nil {
		return ""
	}
	u, err := url.Parse(*address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return ""
	}
	return u.String()
}

// about tells more of a source: file, page, id, how far it is to be trusted.
func (a *article) about(c *report.Citation) (facts []string) {
	tell := func(fact string) { facts = append(facts, shorten(fact, 120)) }
	if f := c.SourceFilename; f != nil && *f != nameOf(c) {
		tell(*f)
	}
	if page := a.pages[c.ChunkID]; page != "" {
		tell("page " + page)
	}
	if c.ChunkID != "" && c.Title != nil {
		tell(c.ChunkID)
	}
	if c.Standing == "stale" || c.Standing == "fallback" {
		tell(c.Standing)
	}
	if c.Trust != nil {
		tell(fmt.Sprintf("trust %.2f", c.Trust.Score))
	}
	return facts
}

// around is how much of a source is shown on either side of a place, in code
// points.
const around = 220

// passage is the source sentence of a citation, with the model's quote marked in
// it, below the heading or lead-in that governs the sentence.
func (a *article) passage(c *report.Citation, v values) {
	source, place := a.texts[c.ChunkID], a.place(c)
	if len(source) == 0 {
		return
	}
	if place == nil {
		v["excerpt"] = excerptOf(source, 0, 0)
		return
	}
	start, end, s := *c.Start, *c.End, c.Sentence
	whole := s != nil && s.Start >= 0 && s.Start <= start && s.End >= end && s.End <= len(source)
	if whole {
		start, end = s.Start, s.End
	}
	excerpt := excerptOf(source, start, end)
	excerpt["quote"] = any(string(place))
	if !c.Verified && c.Snippet != "" && c.Quoted {
		excerpt["quote"] = differing(string(place), c.Snippet, "right")
	}
	if whole {
		excerpt["sentence"], excerpt["head"], excerpt["tail"] = true, string(source[start:*c.Start]), string(source[*c.End:end])
	}
	if whole && s.Lead != nil {
		v["lead"] = s.Lead.Text
	}
	v["excerpt"] = excerpt
}

// excerptOf is what stands around a stretch of a source; of none it is the
// source's beginning.
func excerptOf(source []rune, start, end int) values {
	from, to := wordEdge(source, start-around, -1), wordEdge(source, end+around, 1)
	return values{
		"before": string(source[from:start]), "after": string(source[end:to]), "cut before": from > 0, "cut after": to < len(source),
	}
}

// state tells how the citation fared, and what a heal changed.
func state(c *report.Citation, v values) {
	v["class"], v["sign"], v["words"] = "open", "·", words().Matches["cited"]
	switch {
	case c.Verified:
		v["class"], v["sign"], v["words"] = "ok", "✓", words().Matches[c.Match]
	case c.Heal != nil:
		v["class"], v["sign"], v["words"] = "healed", "✓", words().Heals[c.Heal.Kind]
	case c.Quoted: // told above what the source says: that is no fault of the source
		v["class"], v["sign"], v["words"], v["above"] = "bad", "✕", words().Matches["unfound"], true
	case c.Match == report.Located:
		v["words"] = words().Matches["nearest"]
	}
	if c.Quoted {
		v["similarity"] = fmt.Sprintf("Similarity %.4f.", c.Similarity)
	}
	if c.Heal != nil {
		v["healed"], v["from"], v["to"] = true, differing(c.Heal.From, c.Heal.To, "wrong"), differing(c.Heal.To, c.Heal.From, "right")
		if notKept(c.Heal.From) || notKept(c.Heal.To) {
			v["from"], v["to"] = c.Heal.From, c.Heal.To
		}
	}
}

// Bounds on looking for what comes nearest.
const (
	maxNearest   = 40   // claims for which all sources are searched
	leastNearest = 0.25 // of the claim's words: below it nothing is near
)

// Nearest finds, for claims without a citation that stands, the words of the
// sources that come nearest, so that people see what a claim departs from. prepare
// makes a source's text ready.
func Nearest(claims []report.Claim, sources []Source, prepare func(text string) *verify.Passage) (out []Place) {
	for i := range claims {
		if len(claims[i].Citations) > 0 || len(out) == maxNearest {
			continue
		}
		best, place := leastNearest, Place{Claim: i}
		for _, s := range sources {
			start, end, score, _ := claim.Locate(claims[i].Text, prepare(s.Text).Source())
			if score > best {
				best, place.Source, place.Start, place.End = score, s.ID, start, end
			}
		}
		if best > leastNearest {
			out = append(out, place)
		}
	}
	return out
}

// preparing makes texts ready, each once.
func preparing() func(string) *verify.Passage {
	made := map[string]*verify.Passage{}
	return func(text string) *verify.Passage {
		if made[text] == nil {
			made[text] = verify.NewPassage(text, nil)
		}
		return made[text]
	}
}

// differing is a text with the stretch marked by a part in which it departs from another one: what both begin and end with
// is the same, word for word.
func differing(text, other, part string) []any {
	a, b := token.FindAllString(text, -1), token.FindAllString(other, -1)
	from, to, end := 0, len(a), len(b)
	for from < min(to, end) && a[from] == b[from] {
		from++
	}
	for to > from && end > from && a[to-1] == b[end-1] {
		to, end = to-1, end-1
	}
	stretched := strings.Join(a[from:to], "")
	word := strings.TrimSpace(stretched)
	if word == "" {
		return []any{text}
	}
	before, after, _ := strings.Cut(stretched, word)
	return []any{strings.Join(a[:from], "") + before, stretch{part, values{"text": word}}, after + strings.Join(a[to:], "")}
}

// token is a word, a run of white space, or a single sign.
var token = regexp.MustCompile(`[\pL\p{Nd}\pM]+|[\s\pZ\x{85}]+|(?s:.)`)

// wordEdge is where the word at a place ends, looked for near it: forwards, or backwards where step is -1.
func wordEdge(text []rune, at, step int) int {
	at = min(max(0, at), len(text))
	for i := at; i > 0 && i < len(text) && max(i-at, at-i) < 40; i += step {
		if unicode.IsSpace(text[i+(step-1)/2]) {
			return i
		}
	}
	return at
}
