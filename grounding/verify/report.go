package verify

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

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
	// Markers gives each citation the marker that the answer shows for it, "" for none; nil where it shows none at all.
	Markers []string
	// Places lists those of Told to tell of, with their places.
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

// Written returns the marker of every citation as the model wrote it.
func (r *Result) Written() []string {
	markers := make([]string, len(r.Citations))
	for i := range markers {
		markers[i] = r.Citations[i].Marker
	}
	return markers
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

// Report tells a result in the words of the public report. It points into the
// result and the evidence.
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
	r.findings(&out, v, r.claims(&out, v))
	out.Audit = audit(out.Citations)
	return out
}

// citations tells of the citations that have a number, in order of number and
// each number once, and counts the documents behind those that stand.
func (r *Result) citations(ev Evidence, v View) (out []report.Citation, documents int) {
	order := make([]int, 0, len(r.Citations))
	for i, n := range v.Numbers {
		if n > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return v.Numbers[a] - v.Numbers[b] })
	order = slices.CompactFunc(order, func(a, b int) bool { return v.Numbers[a] == v.Numbers[b] })
	out = make([]report.Citation, len(order))
	used := map[int]bool{}
	var proven map[int]bool
	for k, i := range order {
		out[k] = r.Citations[i].report(ev, v.Numbers[i])
		if out[k].Verified && out[k].Match == report.Located {
			if proven == nil {
				proven = provenBy(r.Claims, v.Numbers)
			}
			out[k].Verified = proven[v.Numbers[i]]
		}
		if v.Markers != nil {
			out[k].Marker = v.Markers[i]
		}
		if r.Citations[i].Stands {
			used[r.Citations[i].Chunk] = true
		}
	}
	return out, len(used)
}

// provenBy are the numbers under which some claims cite, all of them proven ones.
func provenBy(claims []Claim, numbers []int) map[int]bool {
	proven := map[int]bool{}
	for i := range claims {
		cl := &claims[i]
		for _, at := range cl.Citations {
			before, cited := proven[numbers[at]]
			proven[numbers[at]] = (before || !cited) && cl.Supported != nil && *cl.Supported
		}
	}
	return proven
}

func (c *Citation) report(ev Evidence, number int) report.Citation {
	out := report.Citation{
		Number: number, ChunkID: c.ChunkID, Snippet: c.Snippet, Verified: c.Verified, Quoted: c.Quoted, Authors: []string{},
		Match: "none", Similarity: report.Round4(c.Match.Similarity), Heal: c.Heal, Trust: (*report.Trust)(c.Trust),
	}
	if c.Match.Outcome == quote.Verified {
		out.Match = c.Match.Kind // the nearest place of other words is told by similarity and offsets
	}
	if c.Match.Start >= 0 && c.Match.End > c.Match.Start {
		out.Start, out.End = &c.Match.Start, &c.Match.End
	}
	if !c.Quoted {
		out.Snippet = c.Match.Source
	}
	if c.Chunk < 0 {
		out.DocID = optional(&c.DocID)
		return out
	}
	ch := ev.Set.At(c.Chunk)
	out.ChunkID, out.Standing, out.From = ev.Set.Handle(c.Chunk), string(ch.Standing), ch.From
	out.DocID, out.Title, out.URL, out.SourceFilename = optional(&ch.DocID), optional(&ch.Title), optional(&ch.URL), optional(&ch.Filename)
	out.Date, out.Page = optional(&ch.Date), optional(&ch.Page)
	if len(ch.Authors) > 0 {
		out.Authors = ch.Authors
	}
	if ch.Year != 0 {
		out.Year = &ch.Year
	}
	if c.Sentence.End > 0 {
		out.Sentence, out.Link = &c.Sentence.Sentence, optional(new(Link(ch.URL, out.Snippet)))
	}
	if ch.Similarity != nil {
		out.RetrievalSimilarity = new(report.Round4(*ch.Similarity))
	}
	return out
}

// claims tells of the claims that are shown, and returns where each claim of
// the result went: its index in the report, or -1.
func (r *Result) claims(out *report.Report, v View) []int {
	told := Told(r)
	kept := make([]int, len(told))
	for i := range told {
		place, shown := v.Places[i]
		if kept[i] = -1; !shown && !v.All {
			continue
		}
		kept[i] = len(out.Claims)
		c := told[i].report(v.Numbers)
		if shown {
			c.Start, c.End = new(place.Start), new(place.End)
		}
		out.Claims = append(out.Claims, c)
	}
	return kept
}

func (c *Claim) report(numbers []int) report.Claim {
	cited := make([]int, 0, len(c.Citations))
	for _, i := range c.Citations {
		if n := numbers[i]; n > 0 && !slices.Contains(cited, n) {
			cited = append(cited, n)
		}
	}
	return report.Claim{
		Text: c.Text, Path: optional(&c.Path), Citations: cited, Supported: c.Supported, Judgement: c.Outcome, By: c.By, Judge: c.Judge,
		Support: report.Round4(c.Judgement.Support), Risk: report.Round4(c.Judgement.Risk), Confidence: optional(&c.Confidence),
	}
}

// findings tells of the defects. Of what is not shown only the code is told,
// unless everything is.
func (r *Result) findings(out *report.Report, v View, kept []int) {
	for _, f := range r.Findings {
		told := report.Finding{Code: f.Code, Detail: f.Detail}
		hidden := false
		if f.Citation >= 0 {
			if hidden = v.Numbers[f.Citation] == 0; !hidden {
				told.Citation = &v.Numbers[f.Citation]
			}
		}
		if f.Claim >= 0 {
			if kept[f.Claim] >= 0 {
				told.Claim = &kept[f.Claim]
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
		switch {
		case !c.Quoted, c.Number == 0, numbers[i] == 0, c.Number == numbers[i], c.Heal != nil:
			continue
		}
		c.Heal = &report.Heal{Kind: "renumber", From: strconv.Itoa(c.Number), To: strconv.Itoa(numbers[i])}
	}
}

// Link returns a web page's address with a text fragment that opens the page at
// some words of it, "" where the page is not on the web. See
// https://wicg.github.io/scroll-to-text-fragment/.
func Link(page, words string) string {
	u, err := url.Parse(page)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	fields := strings.Fields(words)
	if len(fields) == 0 {
		return ""
	}
	// A directive of many words fails where the page breaks them up; it may
	// name the first and the last ones instead.
	const longest, shown = 12, 4
	directive := encoded(fields)
	if len(fields) > longest {
		directive = encoded(fields[:shown]) + "," + encoded(fields[len(fields)-shown:])
	}
	if !strings.Contains(page, "#") {
		page += "#"
	}
	return page + ":~:text=" + directive
}

// encoded joins words as a part of a text directive, in which a dash and a
// comma have a meaning of their own.
func encoded(words []string) string {
	return strings.NewReplacer("+", "%20", "-", "%2D").Replace(url.QueryEscape(strings.Join(words, " ")))
}
