package htmlreport

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"vouchsafe/grounding/report"
)

// Period is what a report on a time says: in words, by app and week, and what to do
// next.
type Period struct {
	From, To string // as people write them
	Figures  report.Figures
	Proofs   map[report.Proof]int64
	Weeks    []Week
	Causes   map[report.Code]int64 // failures by CauseOf
	Document string                // whose citations fail most; "" for none
	Deleted  int64                 // exchanges that were deleted on request since From, of all apps and times
}

// Week is a week of an app.
type Week struct {
	App                           string
	Start                         time.Time // a Monday, UTC
	Exchanges, Verified, Failures int64
}

// MondayOf is the beginning of the week that a time lies in, UTC.
func MondayOf(t time.Time) time.Time {
	t = t.UTC().Truncate(24 * time.Hour)
	return t.AddDate(0, 0, -(int(t.Weekday())+6)%7)
}

func (p *Period) values() values {
	told := p.words()
	if p.Deleted > 0 {
		told = append(told, fmt.Sprintf("Since then %s deleted on request, of all apps and times (see Access in the dashboard): those of "+
			"this time are no longer "+
			"in these figures, and a page made before may say otherwise.", counted(p.Deleted, "exchange was", "exchanges were")))
	}
	v := values{"words": told, "next": p.next()}
	var counts []values
	for _, c := range report.AllCounts() {
		if n := p.Figures.Of(c); n > 0 {
			counts = append(counts, values{"name": string(c), "n": grouped(int(n)), "meaning": words().Counts[c]})
		}
	}
	v["weeks"], v["counts"] = p.weeks(), counts
	return v
}

// weeks are the rows of the table: each app's weeks, and all of them together where
// there are several.
func (p *Period) weeks() (out []values) {
	slices.SortFunc(p.Weeks, func(a, b Week) int { return cmp.Or(cmp.Compare(a.App, b.App), a.Start.Compare(b.Start)) })
	sums := map[string]Week{}
	row := func(w Week, week, class string) {
		out = append(out, values{"class": class, "app": cmp.Or(w.App, "of no app"), "week": week, "exchanges": grouped(int(w.Exchanges)),
			"verified": grouped(int(w.Verified)), "failures": grouped(int(w.Failures)), "rate": percent(int(w.Failures), int(w.Verified))})
	}
	for i, w := range p.Weeks {
		row(w, w.Start.Format("2 January 2006"), "")
		sum := sums[w.App]
		sums[w.App] = Week{App: w.App, Exchanges: sum.Exchanges + w.Exchanges, Verified: sum.Verified + w.Verified,
			Failures: sum.Failures + w.Failures}
		last := i+1 == len(p.Weeks) || p.Weeks[i+1].App != w.App
		if last && sum.Exchanges > 0 {
			row(sums[w.App], "all weeks", "sum")
		}
	}
	if len(sums) > 1 {
		f := &p.Figures
		row(Week{App: "all apps", Exchanges: f.Exchanges, Verified: f.Verified, Failures: f.Failures}, "all weeks", "sum")
	}
	return out
}

// words tell the figures.
func (p *Period) words() []string {
	f := &p.Figures
	if f.Exchanges == 0 {
		return []string{fmt.Sprintf("From %s to %s there was no exchange.", p.From, p.To)}
	}
	n := counted
	first := fmt.Sprintf("From %s to %s there %s %s. %s verified", p.From, p.To, was(f.Exchanges), n(f.Exchanges, "exchange", "exchanges"),
		n(f.Verified, "answer was", "answers were"))
	if left := f.Exchanges - f.Verified; left > 0 {
		first += "; " + n(left, "held", "held") + " nothing to verify, or ended early"
	}
	first += "."
	if f.Verified == 0 {
		return []string{first}
	}
	var parts []string
	for _, c := range report.AllCounts() {
		if of := f.Of(c); of > 0 && c.Fails() {
			parts = append(parts, n(of, became[c][0], became[c][1]))
		}
	}
	second := "Of the verified ones, " + n(f.Held,
		"held: as the model wrote it, or after corrections that change no meaning, no check failed",
		"held: as the model wrote them, or after corrections that change no meaning, no check failed")
	if f.Verbatim > 0 {
		second += ", and " + n(f.Verbatim, "was", "were") + " shown in the source’s own words because the policy asks for that"
	}
	second += fmt.Sprintf(". The failure rate is %s: %s did not hold", percent(int(f.Failures), int(f.Verified)),
		n(f.Failures, "answer", "answers"))
	if len(parts) > 0 {
		second += ". " + strings.Join(parts, ", ")
	}
	second += "."
	var backed []string
	for _, proof := range report.Proofs() {
		if p.Proofs[proof] > 0 {
			backed = append(backed, fmt.Sprintf("%s %s", percent(int(p.Proofs[proof]), int(f.Verified)), proofWords[proof]))
		}
	}
	if len(backed) == 0 {
		return []string{first, second}
	}
	return []string{first, second, "How the verified answers are backed: " + strings.Join(backed, "; ") + "."}
}

// counted tells of so many things.
func counted(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(int(n)) + " " + many
}

// was is the verb of so many things.
func was(n int64) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// became tells what became of failures, of one and of several.
var became = map[report.CountsAs][2]string{
	report.AsSaved:      {"was put right when the model was asked again", "were put right when the model was asked again"},
	report.AsChanged:    {"was changed before its user saw it", "were changed before their users saw them"},
	report.AsRefused:    {"was refused", "were refused"},
	report.AsUngrounded: {"reached its user, because the app is only observed", "reached their users, because the app is only observed"},
}

var proofWords = map[report.Proof]string{
	report.OwnWords: "wholly in the sources’ own words", report.Judged: "found to follow from their sources by a second model",
	report.Cited:        "with at least one statement that is cited and not proven",
	report.NoProof:      "with a statement that rests on no citation that holds, or with none",
	report.UnknownProof: "in a way that an earlier version did not record",
}

// mostSteps bounds the advice.
const mostSteps = 5

// CauseOf is that of a failure's findings which is told of: others may follow from it. "" where none is.
func CauseOf(findings []string) report.Code {
	for _, step := range words().Next {
		if slices.Contains(findings, fmt.Sprint(step.Key)) {
			return report.Code(fmt.Sprint(step.Key))
		}
	}
	return ""
}

// adviceOn is what to do about something.
func adviceOn(what string) string {
	i := slices.IndexFunc(words().Next, func(step yaml.MapItem) bool { return step.Key == what })
	return fmt.Sprint(words().Next[i].Value)
}

// next is what to do, the most frequent finding first.
func (p *Period) next() (out []values) {
	codes := slices.SortedFunc(maps.Keys(p.Causes), func(a, b report.Code) int {
		return cmp.Or(cmp.Compare(p.Causes[b], p.Causes[a]), cmp.Compare(a, b))
	})
	step := func(what, advice string) { out = append(out, values{"what": what, "advice": advice}) }
	if f := &p.Figures; 2*f.Skipped > f.Exchanges && f.Verified > 0 {
		step(fmt.Sprintf("%s of %s exchanges held nothing to verify.", grouped(int(f.Skipped)), grouped(int(f.Exchanges))),
			adviceOn("unseen"))
	}
	for _, code := range codes {
		if code != "" && len(out) < mostSteps {
			step(fmt.Sprintf("In %s: %s", plural(int(p.Causes[code]), "failure"),
				strings.TrimSuffix(meaningOf(code), ".")+" ("+string(code)+")."), adviceOn(string(code)))
		}
	}
	if p.Document != "" && len(out) > 0 && len(out) < mostSteps {
		step("“"+shorten(p.Document, 80)+"” is the document whose citations fail most.", adviceOn("documents"))
	}
	if bare := p.Proofs[report.NoProof]; 2*bare > p.Figures.Verified && len(out) < mostSteps {
		step(fmt.Sprintf("%s of %s verified answers have a statement that rests on no citation that holds, or have none.",
			grouped(int(bare)), grouped(int(p.Figures.Verified))), adviceOn("unbacked"))
	}
	if len(out) == 0 && p.Figures.Verified > 0 {
		step("", adviceOn("none"))
	}
	return out
}

func plural(n int, what string) string { return counted(int64(n), what, what+"s") }
