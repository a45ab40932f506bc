package verify

import (
	"slices"
	"strconv"

	"vouchsafe/grounding/quote"
	"vouchsafe/grounding/report"
)

// Place is where a claim stands in the rendered content: code points, end
// exclusive.
type Place struct{ Start, End int }

// View says how a result is to be told.
type View struct {
	Index   int
	Verdict report.Verdict
	// Numbers gives each citation its number, 0 for one that is not to be told
	// of: in a client's reply the report speaks of released text only.
	Numbers []int
	// Claims lists the claims to tell of, with their places; a nil Places
	// tells of all claims without places.
	Places map[int]Place
	All    bool // tell of every citation and claim, as the trace and the audit do
}

// All returns the numbers under which every citation is told of, in the order
// in which the model wrote them.
func (r *Result) All() []int {
	numbers := make([]int, len(r.Citations))
	for i := range numbers {
		numbers[i] = i + 1
	}
	return numbers
}

// InOrder numbers the citations that are shown from 1, in order of first use;
// citations of the same words share a number. What is not shown has 0.
func (r *Result) InOrder() []int {
	type place struct{ chunk, start, end int }
	numbers, seen := make([]int, len(r.Citations)), map[place]int{}
	for i := range r.Segments {
		for _, cit := range r.Segments[i].Citations {
			c := &r.Citations[cit]
			at := place{c.Chunk, c.Match.Start, c.Match.End}
			if seen[at] == 0 {
				seen[at] = len(seen) + 1
			}
			numbers[cit] = seen[at]
		}
	}
	return numbers
}

// Report tells a result in the words of the public report.
func (r *Result) Report(ev Evidence, v View) report.Report {
	out := report.Report{
		Index: v.Index, Verdict: v.Verdict, Mode: string(r.Mode),
		Coverage: report.Round4(r.Coverage), Support: report.Round4(r.Support),
		Verifiable: report.Round4(r.Verifiable), Risk: report.Round4(r.Risk), Trust: r.Trust,
		DocumentsRetrieved: ev.Set.Len(), UnansweredAspects: r.Unanswered,
		Claims: make([]report.Claim, 0, len(r.Claims)), Findings: make([]report.Finding, 0, len(r.Findings)),
	}
	if out.UnansweredAspects == nil {
		out.UnansweredAspects = []string{}
	}
	out.Citations, out.DocumentsUsed = r.citations(ev, v)
	kept := r.claims(&out, v)
	r.findings(&out, v, kept)
	out.Audit = audit(out.Citations)
	return out
}

// citations tells of the citations that have a number, in order of number,
// and counts the documents behind those that stand.
func (r *Result) citations(ev Evidence, v View) ([]report.Citation, int) {
	out := make([]report.Citation, 0, len(r.Citations))
	rooms := make([]room, len(r.Citations))
	used := map[int]bool{}
	for n := 1; n <= len(r.Citations); n++ {
		for i := range r.Citations {
			if v.Numbers[i] != n {
				continue
			}
			out = append(out, r.Citations[i].report(ev, n, &rooms[i]))
			if r.Citations[i].Stands {
				used[r.Citations[i].Chunk] = true
			}
			break // citations of the same words share a number
		}
	}
	return out, len(used)
}

// room is what a citation's report points at.
type room struct {
	start, end int
	year       int
	similarity float64
	trust      report.Trust
	link       string
}

func (c *Citation) report(ev Evidence, number int, at *room) report.Citation {
	out := report.Citation{
		Number: number, ChunkID: c.ChunkID, Snippet: c.Snippet, Verified: c.Verified, Quoted: c.Quoted,
		Authors: []string{}, Match: c.kind(), Similarity: report.Round4(c.Match.Similarity), Heal: c.Heal,
	}
	if c.Match.Start >= 0 && c.Match.End > c.Match.Start {
		at.start, at.end = c.Match.Start, c.Match.End
		out.Start, out.End = &at.start, &at.end
	}
	if !c.Quoted {
		out.Snippet = c.Match.Source
	}
	if c.Chunk < 0 {
		if c.DocID != "" {
			out.DocID = &c.DocID
		}
		return out
	}
	ch := ev.Set.At(c.Chunk)
	out.ChunkID = ev.Set.Handle(c.Chunk)
	out.DocID, out.Title, out.URL, out.SourceFilename = optional(&ch.DocID), optional(&ch.Title), optional(&ch.URL), optional(&ch.Filename)
	out.Date, out.Page = optional(&ch.Date), optional(&ch.Page)
	if len(ch.Authors) > 0 {
		out.Authors = ch.Authors
	}
	if ch.Year != 0 {
		at.year = ch.Year
		out.Year = &at.year
	}
	if c.Sentence.End > 0 {
		out.Sentence = &c.Sentence.Sentence
		at.link = Link(ch.URL, out.Snippet)
		out.Link = optional(&at.link)
	}
	if ch.Similarity != nil {
		at.similarity = report.Round4(*ch.Similarity)
		out.RetrievalSimilarity = &at.similarity
	}
	out.Standing = string(ch.Standing)
	if c.Trust != nil {
		at.trust = report.Trust{Tier: c.Trust.Tier, Score: c.Trust.Score, AgeDays: c.Trust.AgeDays}
		out.Trust = &at.trust
	}
	return out
}

// kind is how the snippet stands in its chunk; the nearest place of one that
// does not stand is told by similarity and offsets only.
func (c *Citation) kind() string {
	if c.Match.Outcome != quote.Verified {
		return "none"
	}
	return c.Match.Kind
}

// claims tells of the claims that are shown, and returns where each claim of
// the result went: its index in the report, or -1.
func (r *Result) claims(out *report.Report, v View) []int {
	kept := make([]int, len(r.Claims))
	places := make([]Place, 0, len(v.Places))
	numbers := make([]int, 0, r.carried())
	for i := range r.Claims {
		place, shown := v.Places[i]
		if !shown && !v.All {
			kept[i] = -1
			continue
		}
		kept[i] = len(out.Claims)
		told := r.Claims[i].report()
		told.Citations, numbers = r.Claims[i].numbered(v, numbers)
		if shown {
			places = append(places, place)
			at := &places[len(places)-1]
			told.Start, told.End = &at.Start, &at.End
		}
		out.Claims = append(out.Claims, told)
	}
	return kept
}

// carried is how many citations all claims have together.
func (r *Result) carried() int {
	n := 0
	for i := range r.Claims {
		n += len(r.Claims[i].Citations)
	}
	return n
}

func (c *Claim) report() report.Claim {
	return report.Claim{
		Text: c.Text, Path: optional(&c.Path), Supported: c.Supported, Judgement: c.Outcome, By: c.By, Judge: c.Judge,
		Support: report.Round4(c.Judgement.Support), Risk: report.Round4(c.Judgement.Risk), Confidence: optional(&c.Confidence),
	}
}

// numbered returns the numbers of a claim's citations, each once, at the end of
// a room for those of all claims.
func (c *Claim) numbered(v View, room []int) (own, all []int) {
	from := len(room)
	for _, i := range c.Citations {
		if n := v.Numbers[i]; n > 0 && !slices.Contains(room[from:], n) {
			room = append(room, n)
		}
	}
	return room[from:len(room):len(room)], room
}

// findings tells of the defects. Of what is not shown only the code is told,
// unless everything is.
func (r *Result) findings(out *report.Report, v View, kept []int) {
	for _, f := range r.Findings {
		told := report.Finding{Code: f.Code, Detail: f.Detail}
		hidden := false
		if f.Citation >= 0 {
			if n := v.Numbers[f.Citation]; n > 0 {
				told.Citation = &n
			} else {
				hidden = true
			}
		}
		if f.Claim >= 0 {
			if k := kept[f.Claim]; k >= 0 {
				told.Claim = &k
			} else {
				hidden = true
			}
		}
		if hidden && !v.All {
			told.Detail = ""
		}
		out.Findings = append(out.Findings, told)
	}
}

func audit(citations []report.Citation) report.Audit {
	a := report.Audit{Total: len(citations)}
	for _, c := range citations {
		if c.Verified || c.Heal != nil {
			a.Verified++
		}
	}
	a.Failed = a.Total - a.Verified
	if a.Total > 0 {
		a.PassRate = report.Round4(float64(a.Verified) / float64(a.Total))
	}
	return a
}

// optional points at a string, and nowhere where it is empty.
func optional(s *string) *string {
	if *s == "" {
		return nil
	}
	return s
}

// Numbered reports whether the model numbered some citation itself.
func (r *Result) Numbered() bool {
	return slices.ContainsFunc(r.Citations, func(c Citation) bool { return c.Number != 0 })
}

// Renumber notes, for citations that the model numbered itself, that they are
// shown under another number. numbers[i] is that of citation i, 0 for one that
// is not shown.
func (r *Result) Renumber(numbers []int) {
	for i := range r.Citations {
		c := &r.Citations[i]
		if !c.Quoted || c.Number == 0 || numbers[i] == 0 || c.Number == numbers[i] || c.Heal != nil {
			continue
		}
		c.Heal = &report.Heal{Kind: "renumber", From: strconv.Itoa(c.Number), To: strconv.Itoa(numbers[i])}
	}
}
