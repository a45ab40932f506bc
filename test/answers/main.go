// Command measure tells what each built-in policy lets through: of answers
// that people found good, of answers in which they marked something that the
// passages do not say, and of good answers in which one number was changed.
// The answers cite nothing, so each claim is held against all passages: what a
// gateway gets from a model that was asked for quotes is easier to tell.
//
//	go run ./test/answers -data answers.jsonl
//
// A line is {"question", "context": [{"id", "text"}], "response",
// "hallucinated": bool}.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/internal/answers"
	"vouchsafe/policy"
	"vouchsafe/trace/audit"
)

// share counts how many of some answers a policy let through.
type share struct{ passed, of int }

func (s share) String() string {
	return fmt.Sprintf("%.1f %% of %d", 100*float64(s.passed)/float64(max(s.of, 1)), s.of)
}

// row is what one policy did.
type row struct{ clean, marked, changed share }

func main() {
	data := flag.String("data", "", "answers, one JSON object a line")
	flag.Parse()
	if err := run(*data, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

func run(path string, out io.Writer) error {
	names := []string{policy.BuiltinLenient, policy.BuiltinBalanced, policy.BuiltinStrict, policy.BuiltinPynucleus}
	rows := make([]row, len(names))
	for a, err := range answers.Read(path) {
		if err != nil {
			return err
		}
		for i, name := range names {
			if err := rows[i].add(name, a); err != nil {
				return err
			}
		}
	}
	table := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(table, "policy\tgood answers let through\tanswers with something marked\tgood answers with a number changed")
	for i, name := range names {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", name, rows[i].clean, rows[i].marked, rows[i].changed)
	}
	if err := table.Flush(); err != nil {
		return fmt.Errorf("cannot write the table: %w", err)
	}
	return nil
}

// add decides on an answer, and on one with a number changed.
func (r *row) add(name string, a answers.Answer) error {
	ok, err := passes(name, a)
	if err != nil {
		return err
	}
	if a.Hallucinated {
		r.marked.count(ok)
		return nil
	}
	r.clean.count(ok)
	changed, found := otherNumber(a.Response)
	if !found {
		return nil
	}
	a.Response = changed
	ok, err = passes(name, a)
	r.changed.count(ok)
	return err
}

func (s *share) count(passed bool) {
	s.of++
	if passed {
		s.passed++
	}
}

// passes reports whether a policy would let an answer through.
func passes(name string, a answers.Answer) (bool, error) {
	p, _ := policy.Builtin(name)
	type passage struct {
		ID   string `json:"chunk_id"`
		Text string `json:"text"`
	}
	var chunks []passage
	for _, c := range a.Context {
		chunks = append(chunks, passage{c.ID, c.Text})
	}
	line, err := json.Marshal(map[string]any{"question": a.Question, "chunks": chunks, "answer": a.Response})
	if err != nil {
		return false, fmt.Errorf("cannot write a line: %w", err)
	}
	item, err := audit.Line(line, audit.Options{Policy: p, All: true, Now: time.Unix(1_700_000_000, 0), Prepare: prepare})
	if err != nil {
		return false, fmt.Errorf("cannot audit an answer: %w", err)
	}
	return item.Verdict != report.Ungrounded, nil
}

func prepare(text string) *verify.Passage {
	return verify.NewPassage(text, nil)
}

// otherNumber changes the last digit of the first number of two digits or
// more: years, doses, amounts, and no numbers of list items.
func otherNumber(s string) (string, bool) {
	for at := 1; at < len(s); at++ {
		ends := at+1 == len(s) || s[at+1] < '0' || s[at+1] > '9'
		if isDigit(s[at]) && isDigit(s[at-1]) && ends {
			return s[:at] + string('0'+(s[at]-'0'+3)%10) + s[at+1:], true
		}
	}
	return s, false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
