// Command measure tells what redacting costs: on answers of models with the
// spans that people marked as unsupported, how much of an answer is left when
// the sentences with such spans fail, and how much goes with one sentence of
// an answer that people found good.
//
//	go run ./test/redaction -data answers.jsonl
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/repair"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/internal/answers"
)

func main() {
	data := flag.String("data", "", "answers with marked spans, one JSON object a line")
	flag.Parse()
	if err := run(*data, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

func run(path string, out io.Writer) error {
	var marked, single tally
	for a, err := range answers.Read(path) {
		if err != nil {
			return err
		}
		sentences := claim.Split(a.Response)
		if len(a.Spans) > 0 {
			marked.add(account(a.Response, sentences, touched(a, sentences)))
			continue
		}
		for i := range sentences {
			if sentences[i].Kind == claim.Claim {
				single.add(account(a.Response, sentences, func(k int) bool { return k == i }))
			}
		}
	}
	marked.print(out, "answers with sentences that people marked; those fail")
	single.print(out, "answers that people found good; each of their claims fails in turn")
	return nil
}

// touched tells which sentences a span touches.
func touched(a answers.Answer, sentences []claim.Sentence) func(int) bool {
	at := make([]int, 0, len(a.Response)+1) // byte offset of each code point
	for i := range a.Response {
		at = append(at, i)
	}
	at = append(at, len(a.Response))
	bad := make([]bool, len(sentences))
	for _, s := range a.Spans {
		start, end := at[min(s.Start, len(at)-1)], at[min(s.End, len(at)-1)]
		for i := range sentences {
			bad[i] = bad[i] || sentences[i].Start < end && start < sentences[i].End
		}
	}
	return func(i int) bool { return bad[i] }
}

// account makes the account of an answer of which some sentences failed.
func account(text string, sentences []claim.Sentence, failed func(int) bool) *verify.Result {
	r := &verify.Result{Segments: []verify.Segment{{Text: text}}}
	for i, s := range sentences {
		if s.Kind != claim.Claim && !failed(i) {
			continue
		}
		r.Claims = append(r.Claims, verify.Claim{Start: s.Start, End: s.End, Stands: !failed(i)})
		if failed(i) {
			r.Findings = append(r.Findings, verify.Finding{Code: report.ClaimUnsupported, Claim: len(r.Claims) - 1, Citation: -1})
		}
	}
	return r
}

// tally counts what became of answers and of their claims.
type tally struct {
	answers, cut, alone, little int
	honest, kept                int // claims that stood, in answers that were cut, and those left
}

func (t *tally) add(r *verify.Result) {
	honest := 0
	for i := range r.Claims {
		if r.Claims[i].Stands {
			honest++
		}
	}
	t.answers++
	cut, err := repair.Redact(r, repair.Options{})
	if err != nil {
		if errors.Is(err, repair.ErrTooLittle) {
			t.little++
		}
		return
	}
	kept := 0
	for _, s := range claim.Split(cut.Text()) {
		if s.Kind == claim.Claim {
			kept++
		}
	}
	t.cut++
	t.honest += honest
	t.kept += min(kept, honest)
	if kept >= honest {
		t.alone++
	}
}

func (t *tally) print(out io.Writer, what string) {
	share := func(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
	fmt.Fprintf(out, "%s: %d\n  cut %.1f %%, only what failed goes %.1f %%, too little left %.1f %%; of the claims that stood in those cut %.1f %% are kept\n",
		what, t.answers, share(t.cut, t.answers), share(t.alone, t.answers), share(t.little, t.answers), share(t.kept, t.honest))
}
