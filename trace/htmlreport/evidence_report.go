package htmlreport

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"vouchsafe/grounding/report"
	"vouchsafe/policy"
	"vouchsafe/trace/written"
)

// Evidence is what a report on one exchange says besides.
type Evidence struct {
	Policy json.RawMessage // the rules of that day; nil where they were not kept
	Hash   string          // of them, as the trace names it
}

// another reports whether the policy is not the one that the trace names.
func (e *Evidence) another() bool { return len(e.Policy) > 0 && policy.HashOf(e.Policy) != e.Hash }

// Written is what the model wrote in one attempt, and its reader did not get.
type Written struct {
	Attempt    int // from 1
	Statements []Statement
	Findings   []report.Finding // that belong to no statement
}

// Statement is one of these statements, with what was found wrong with it; else Words say how it came out.
type Statement struct {
	Text     string
	Findings []report.Finding
	Words    string
}

// replaces reports whether an answer with this verdict is other than the model first
// wrote it: then what was found speaks of what the model wrote.
func replaces(v report.Verdict) bool {
	return slices.Contains([]report.Verdict{report.Quoted, report.Redacted, report.Marked, report.Repaired}, v)
}

// writtenOf are the statements of a trace's attempts that were not delivered.
func writtenOf(t *written.Trace) (out []Written) {
	shown := map[string]bool{}
	for i := range t.Claims {
		shown[t.Claims[i].Text] = true
	}
	for n, call := range t.Attempts {
		w := Written{Attempt: n + 1}
		of := make([][]report.Finding, len(call.Claims))
		var loose []report.Finding
		for _, f := range call.Findings {
			if f.Claim != nil && *f.Claim >= 0 && *f.Claim < len(of) {
				of[*f.Claim] = append(of[*f.Claim], f)
			} else {
				loose = append(loose, f)
			}
		}
		failed := failedByCitation(call.Claims, of)
		for _, f := range loose {
			if i := claimCiting(call.Claims, failed, f.Citation); i >= 0 {
				of[i] = append(of[i], f)
			} else {
				w.Findings = append(w.Findings, f)
			}
		}
		for i := range call.Claims {
			c := &call.Claims[i]
			if !shown[c.Text] || c.Text == absent && len(of[i]) > 0 {
				j := judged(c, of[i])
				words := j.words + "."
				if j.class == "ok" && len(w.Findings) == 0 {
					words = "Nothing was found wrong with this one alone."
				}
				w.Statements = append(w.Statements, Statement{c.Text, of[i], words})
			}
		}
		if len(w.Statements)+len(w.Findings) > 0 {
			out = append(out, w)
		}
	}
	return out
}

// failedByCitation are the claims that failed with no finding of their own: for a citation that does not stand, which a claim
// does not name.
func failedByCitation(claims []report.Claim, of [][]report.Finding) (out []int) {
	for i := range claims {
		if s := claims[i].Supported; s != nil && !*s && len(of[i]) == 0 {
			out = append(out, i)
		}
	}
	return out
}

// claimCiting is the one of some claims at which a citation stands, between those of the claims before and behind; -1 where
// that is none, or may be another.
func claimCiting(claims []report.Claim, some []int, citation *int) int {
	at := -1
	for _, i := range some {
		fits := citation != nil
		for j := range claims {
			for _, n := range claims[j].Citations {
				fits = fits && (j == i || (n < *citation) == (j < i))
			}
		}
		if fits && at >= 0 {
			return -1
		} else if fits {
			at = i
		}
	}
	return at
}

// lead tells in plain words what happened.
func lead(t *written.Trace) string {
	by := ""
	if t.User != "" {
		by = ", for the user " + t.User
	}
	if t.Conversation != "" {
		by += ", in the conversation " + t.Conversation
	}
	text := fmt.Sprintf("On %s the app %s%s put the question below to the model %s, with %s. ",
		t.Timestamp.UTC().Format("2 January 2006, 15:04:05 MST"), t.App, by, t.Model, sourcesGiven(t))
	if id, how := t.TakenFrom(); id != "" {
		text += fmt.Sprintf("The model was not asked for it: the answer is %s %s, whose page tells what the model wrote. ", how, id)
	}
	if n := len(t.Choices); n > 0 {
		return text + fmt.Sprintf("The reply has %d choices. Each came out by itself, and is told by itself; the exchange counts as the "+
			"worst of them.", n)
	}
	return text + outcome(t)
}

// outcome tells in plain words how an answer came out.
func outcome(t *written.Trace) string {
	if t.Verdict == report.Failed && t.Answer != "" {
		return "The exchange ended before the answer did. What the user had been shown by then is below."
	}
	text := sayingOf(t.Verdict).Meaning
	if n := unchecked(t.Claims); n > 0 && t.Verdict.CountsAs(false).Verified() {
		text += fmt.Sprintf(" That is said of the others: the policy asks for no support of %s among what was shown, which nobody "+
			"checked.", plural(n, "statement"))
	}
	if says := words().Proofs[proofOf(t)]; t.Verdict.CountsAs(false).Verified() && t.Verdict != report.Refused {
		text += " " + says
	}
	return text
}

// unchecked counts the claims that nobody checked.
func unchecked(claims []report.Claim) (n int) {
	for i := range claims {
		if claims[i].By == report.ByNobody {
			n++
		}
	}
	return n
}

func sourcesGiven(t *written.Trace) string {
	var sources []json.RawMessage
	_ = json.Unmarshal(t.Chunks, &sources) // what is none is of none
	if len(sources) == 1 {
		return "one passage as its source"
	}
	return fmt.Sprintf("%d passages as its sources", len(sources))
}

// rules tell a policy in plain words; nil where its text cannot be read.
func rules(text json.RawMessage) []string {
	var p policy.Policy
	if len(text) == 0 || json.Unmarshal(text, &p) != nil {
		return nil
	}
	r := words().Rules
	out := []string{r["mode"][string(p.Mode)], r["claims"][string(p.Verify.Claims)], r["open"][string(p.Verify.Open)]}
	if p.Mode == policy.Enforce {
		times := "An answer that fails is not asked for again."
		if n := p.Repair.Attempts; n > 0 {
			times = fmt.Sprintf("Where an answer fails the model is told what failed and asked again, at most %s.", plural(n, "time"))
		}
		out = append(out, times, r["on_failure"][string(p.OnFailure)])
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// values are the parts of the page that tell of an exchange's rules.
func (e *Evidence) values() values {
	if e.another() {
		return values{"another": words().AnotherPolicy}
	}
	v := values{"policy": rules(e.Policy)}
	if len(e.Policy) > 0 {
		v["text"], v["file"] = indented(e.Policy), attachment("application/json", e.Policy)
	}
	return v
}

// indented is JSON for people.
func indented(text json.RawMessage) string {
	var v any
	if json.Unmarshal(text, &v) != nil {
		return string(text)
	}
	out, _ := json.MarshalIndent(v, "", "  ") // what was read can be written
	return string(out)
}

// Check is how a report is checked without the gateway: the record that it tells of, which the
// page holds, and a signed statement of its hash.
type Check struct {
	Record []byte        // JSON
	File   string        // what it is saved as
	About  string        // what it is
	ID     string        // of the trace, where the record is one
	Filed  written.Filed // whether the file of traces says the same
	Now    string        // that in words; "" for those of Filed
	// Recount is how figures are counted again by hand, from the file of traces; "" where the record is no figures.
	Recount string
	Made    time.Time
	By      string // who had the report made
	Seal    *Seal  // nil where the installation signs nothing
}

// Seal is the signature under a report's statement.
type Seal struct {
	Statement string // see Check.Statement
	Signature string // of the statement's bytes, Ed25519, base64
	PublicKey string // PEM
	KeyID     string
}

// Statement is what is signed: that such a report was made of a record with this hash, by whom,
// and when. id is that of the trace, where the record is one.
func (c *Check) Statement(what, id string) string {
	text, _ := json.Marshal(struct {
		Statement string        `json:"statement"`
		QueryID   string        `json:"query_id,omitempty"`
		SHA256    string        `json:"sha256"`
		Made      string        `json:"made"`
		By        string        `json:"made_by"`
		Filed     written.Filed `json:"file_of_traces,omitempty"`
	}{"vouchsafe " + what, id, hashOf(c.Record), c.Made.UTC().Format(time.RFC3339), c.By, c.Filed}) // texts cannot fail
	return string(text)
}

func (c *Check) values() values {
	v := values{
		"hash": hashOf(c.Record), "file": c.File, "record": attachment("application/json", c.Record), "about": c.About,
		"made": c.Made.UTC().Format(time.RFC1123), "by": c.By,
	}
	if c.ID != "" {
		v["filed"] = values{"command": againstFile(c.ID, c.File), "file": c.File, "now": c.now()}
	}
	if c.Recount != "" {
		v["recount"] = values{"command": c.Recount, "now": c.now()}
	}
	if s := c.Seal; s != nil {
		v["seal"] = values{
			"statement": s.Statement, "signature": s.Signature, "key": strings.TrimSpace(s.PublicKey), "id": s.KeyID,
			"statement file": attachment("application/json", []byte(s.Statement)),
			"signature file": attachment("text/plain", []byte(s.Signature+"\n")),
			"key file":       attachment("application/x-pem-file", []byte(s.PublicKey)),
		}
	}
	return v
}

// now tells what came of holding the record against the file of traces.
func (c *Check) now() string { return cmp.Or(c.Now, words().Filed[c.Filed]) }

// Recount counts the exchanges of a time again from the files of traces, at a shell, by what they count as.
func Recount(app string, since, until time.Time) string {
	const form = "2006-01-02T15:04:05.000Z"
	of := fmt.Sprintf(`.timestamp >= %q and .timestamp < %q`, since.UTC().Format(form), until.UTC().Format(form))
	if app == "" {
		of += ` and ((.app // "") | endswith(":shadow") | not)` // which no figure of all apps counts
	} else {
		name, _ := json.Marshal(app) // a text cannot fail
		of += " and .app == " + string(name)
	}
	return `grep -hs '^{"query_id"' rag_trace.jsonl* | jq -r '` +
		strings.ReplaceAll("select("+of+") | .counts_as", "'", `'\''`) + `' | sort | uniq -c`
}

// againstFile holds a saved trace against its line in the files of traces, at a shell.
func againstFile(id, file string) string {
	return fmt.Sprintf(`grep -hs '^{"query_id":"%s"' rag_trace.jsonl* | sed -E 's/,"n":[0-9]+,"prev":"[0-9a-f]+"}$/}/' | tr -d '\n' | cmp - %s`, id, file)
}

// attachment is a file that the page itself holds, as the address of a link.
func attachment(kind string, data []byte) string {
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data)
}
