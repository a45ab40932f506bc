package htmlreport

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vouchsafe/grounding/report"
)

func (r *Row) anchor() string { return "row-" + strconv.Itoa(r.Line) }

func (a *article) anchor() string { return a.Row.anchor() + a.within }

// verdict is the row's verdict, and beside it the one that it is compared with.
func (r *Row) verdict() values {
	is := sayingOf(r.Report.Verdict)
	if r.Error != "" {
		is = sayingOf(unreadable)
	}
	if r.Was == "" {
		return values{"is": is}
	}
	return values{"was": sayingOf(r.Was), "is": is}
}

// article is one answer with its claims and sources. It knows which citations it
// has shown.
type article struct {
	*Row
	within string            // the anchor of the article that it is a part of, "" for none
	texts  map[string][]rune // of the sources, by id
	pages  map[string]string
	shown  map[int]bool // by citation number
}

func newArticle(r *Row) *article {
	a := &article{Row: r, texts: map[string][]rune{}, pages: map[string]string{}, shown: map[int]bool{}}
	for _, s := range r.Sources {
		a.texts[s.ID], a.pages[s.ID] = []rune(s.Text), s.Page
	}
	return a
}

func (a *article) values(alone bool) values {
	v := values{
		"anchor": a.anchor(), "heading": "Line " + strconv.Itoa(a.Line), "id": shorten(a.ID, 200), "verdict": a.verdict(),
		"error": a.Error, "up": !alone,
	}
	if a.Hash != "" {
		v["heading"] = "Exchange"
	}
	if !alone { // alone, it stands among the facts
		v["hash"] = a.Hash
	}
	if a.Error == "" {
		v["answer"] = a.answer()
	}
	return v
}

// answer is the body of the article. Claims show citations first, and of the
// rest those that fail.
func (a *article) answer() values {
	if len(a.Each) > 0 {
		return values{"lead": a.Lead, "question": a.Question, "each": a.each()}
	}
	r := &a.Report
	v := values{"lead": a.Lead, "question": a.Question, "whole": true, "text": a.marked(), "shares": a.figures(),
		"claims": a.claims(), "written": a.written()}
	v["shown"], v["beside"] = "Answer", "Statements and their sources"
	if a.Hash != "" {
		v["shown"] = "What the user was shown"
		if r.Verdict == report.Refused {
			v["beside"] = "What the model wrote, and the user was not shown, beside its sources"
		}
	}
	if a.Hash == "" || !replaces(r.Verdict) {
		// those of others stand beside them
		v["findings"] = a.findings(func(f report.Finding) bool { return f.Claim == nil && (f.Citation == nil || a.shown[*f.Citation]) })
	}
	if a.Choices > 1 {
		v["choices"] = "The reply has " + grouped(a.Choices) + " choices; shown is the worst, number " + grouped(r.Index+1) + "."
	}
	v["failing"] = a.citations(false)
	v["further"] = a.citations(true)
	v["aspects"] = r.UnansweredAspects
	return v
}

// each are the choices, each with what is said of it alone.
func (a *article) each() (out []values) {
	for i := range a.Each {
		one := newArticle(&a.Each[i])
		one.within = "-choice-" + strconv.Itoa(i+1)
		out = append(out, values{
			"anchor": one.anchor(), "heading": fmt.Sprintf("Choice %d of %d", i+1, len(a.Each)), "verdict": one.verdict(),
			"answer": one.answer(),
		})
	}
	return out
}

// written is what the model wrote, and its reader did not get.
func (a *article) written() (out []values) {
	for _, w := range a.Written {
		if len(w.Statements) == 0 && !replaces(a.Report.Verdict) {
			continue // they were shown, or stand beside their sources, below what was found
		}
		out = append(out, values{"attempt": strconv.Itoa(w.Attempt), "findings": w.Findings, "statements": w.Statements})
	}
	return out
}

// marked is the answer with its claims marked, each followed by the numbers of its citations; what a user was
// shown is told to the letter, and followed by nothing. Places that do not fit the text are passed over.
func (a *article) marked() (out []any) {
	text, at := []rune(a.Answer), 0
	for i := range a.Report.Claims {
		c := &a.Report.Claims[i]
		if c.Start == nil || c.End == nil || *c.Start < at || *c.End <= *c.Start || *c.End > len(text) {
			continue
		}
		claim := values{"class": judged(c, a.ofClaim(i)).class, "text": string(text[*c.Start:*c.End]), "marks": a.marks(i, c)}
		out = append(out, string(text[at:*c.Start]), stretch{"claim in answer", claim})
		at = *c.End
	}
	return append(out, string(text[at:]))
}

// marks are the numbers of a claim's citations, as links.
func (a *article) marks(index int, c *report.Claim) (out []values) {
	if a.Hash != "" {
		return nil
	}
	for _, n := range c.Citations {
		out = append(out, values{"anchor": a.citationAnchor(n), "text": strconv.Itoa(n)})
	}
	if out == nil && judged(c, nil).class != "ok" {
		out = []values{{"anchor": a.claimAnchor(index), "text": "no source"}}
	}
	return out
}

// marker names a citation: by the marker that stands for it in the answer, or by its number where none does.
func (a *article) marker(c *report.Citation) string {
	switch {
	case a.Hash == "":
		return "[" + strconv.Itoa(c.Number) + "]"
	case c.Marker != "" && strings.Contains(a.Answer, c.Marker):
		return c.Marker
	}
	return "source " + strconv.Itoa(c.Number)
}

func (a *article) claimAnchor(i int) string    { return a.anchor() + "-s" + strconv.Itoa(i+1) }
func (a *article) citationAnchor(n int) string { return a.anchor() + "-c" + strconv.Itoa(n) }

// figures are the shares of the whole answer.
func (a *article) figures() (out []Fact) {
	r := &a.Report
	figure := func(label, value string) { out = append(out, Fact{label, value}) }
	if r.Audit.Total == 0 {
		figure("citations", "none")
	} else {
		good, corrected := 0, 0
		for i := range r.Citations {
			if c := &r.Citations[i]; stands(c) {
				good++
				corrected += map[bool]int{false: 1}[c.Verified]
			}
		}
		told := strconv.Itoa(good) + " of " + strconv.Itoa(r.Audit.Total)
		if corrected > 0 {
			told += ", " + strconv.Itoa(corrected) + " of them corrected"
		}
		figure("citations that stand", told)
	}
	if len(r.Claims) > 0 {
		figure("statements with a source", share(r.Coverage))
	}
	if r.IdealOverlap != nil {
		figure("agreement with the ideal answer", share(*r.IdealOverlap))
	}
	if r.Trust != nil {
		figure("trust in the sources", r.Trust.Level)
	}
	return out
}

func leftOpen(c *report.Claim) bool {
	return c.By != report.ByNobody && (c.Judgement == report.Open || c.Judgement == report.Unjudged || c.Supported == nil)
}

// findings are those that belong to one place.
func (a *article) findings(here func(report.Finding) bool) (out []report.Finding) {
	for _, f := range a.Report.Findings {
		if here(f) {
			out = append(out, f)
		}
	}
	return out
}

// ofClaim are the findings on a claim.
func (a *article) ofClaim(i int) []report.Finding {
	return a.findings(func(f report.Finding) bool { return f.Claim != nil && *f.Claim == i })
}

// claims are shown each beside the evidence for it, or what can be said of one
// without a citation that stands: the words of the sources that come nearest.
func (a *article) claims() (out []values) {
	for i := range a.Report.Claims {
		c := &a.Report.Claims[i]
		findings := a.ofClaim(i)
		j := judged(c, findings)
		v := values{
			"anchor": a.claimAnchor(i), "class": j.class, "text": c.Text, "sign": j.sign, "words": j.words,
			"because":  because(c, a.Report.Verdict),
			"findings": findings,
		}
		if c.By != report.ByNobody && j.sign != beside {
			v["support"] = share(c.Support)
		}
		if leftOpen(c) && j.sign != beside {
			v["risk"] = share(c.Risk)
		}
		if c.Path != nil {
			v["path"] = *c.Path
		}
		if len(c.Citations) == 0 && c.By != report.ByNobody {
			v["near"], v["nothing"] = a.nearest(i), "No citation that stands: there is none, or it fails."
			if j.class == "ok" {
				v["nothing"] = "Cites nothing; held against all sources."
			}
		}
		var shown []values
		for _, n := range c.Citations {
			shown = append(shown, a.evidence(n))
		}
		v["evidence"] = shown
		out = append(out, v)
	}
	return out
}

func (a *article) nearest(claim int) (out []values) {
	for _, n := range a.Nearest {
		source := a.texts[n.Source]
		if n.Claim == claim && n.Start >= 0 && n.End > n.Start && n.End <= len(source) {
			excerpt := excerptOf(source, n.Start, n.End)
			excerpt["quote"] = string(source[n.Start:n.End])
			out = append(out, values{"source": shorten(n.Source, 120), "excerpt": excerpt})
		}
	}
	return out
}

// judgement is how a claim came out: its class, which is a style of underline as
// well as a colour, a sign that stands for the class, and words.
type judgement struct{ class, sign, words string }

// besides are findings of a claim against whose words nothing speaks, each under its sign.
var besides = map[report.Code]string{
	report.WrongChunk:      "Told in the own words of another passage than it cites",
	report.TextUnaccounted: "No claim by its form; neither the question nor a source says it",
}

const beside = "!"

func judged(c *report.Claim, found []report.Finding) judgement {
	failed := c.Supported != nil && !*c.Supported
	if k := slices.IndexFunc(found, func(f report.Finding) bool { return besides[f.Code] != "" }); failed && k >= 0 {
		return judgement{"open", beside, besides[found[k].Code]}
	}
	switch {
	case c.By == report.ByNobody:
		return judgement{"open", "?", "Checked by nobody"}
	case c.Judgement == report.QuotedOutcome:
		return judgement{"ok", "❝", "The source’s own words"}
	case c.Judgement == report.Carried && !failed:
		return judgement{"ok", "✓", "Told in the source’s own words"}
	case c.Judgement == report.Refuted:
		return judgement{"bad", "✕", "Refuted by the source’s words"}
	case leftOpen(c) && failed:
		return judgement{"bad", "✕", "Not proven by words, and failed"}
	case c.By == report.ByJudge && c.Supported != nil:
		return judgement{"ok", "✓", "Follows from the source, says the judge"}
	case leftOpen(c):
		return judgement{"open", "?", "Not proven by words"}
	case failed:
		return judgement{"bad", "✕", "Not carried by the sources"}
	}
	return judgement{"ok", "✓", "Carried by the sources"}
}

// because tells why a claim passed, or did not, that words could not decide, and
// whose the words of a quotation are not.
func because(c *report.Claim, became report.Verdict) string {
	switch {
	case c.Judgement == report.QuotedOutcome:
		return " They stand in the place of what the model wrote."
	case c.By == report.ByNobody:
		return " The policy asks for no source of it."
	case !leftOpen(c):
		return ""
	case c.Judge != nil:
		return fmt.Sprintf(" The judge %s gave it %.2f.", c.Judge.Name, c.Judge.Score)
	case c.Supported != nil && !*c.Supported:
		return ""
	case became == report.Refused:
		return " Its estimated risk is within what the policy allows; the answer was refused for something else."
	}
	return " It passed because its estimated risk is within what the policy allows."
}
