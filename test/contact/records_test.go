package contact

import (
	"cmp"
	"testing"
)

// asked is a question with passages of several records, and answers to it.
type asked struct {
	Titles, Passages []string
	Question         string
	Answers          []struct{ Label, Reply, Question string }
}

// TestAnswersOverSeveralRecordsAreNoWorse counts the answers that pass whole: copies, titles, retellings and declines of a
// stranger's, and as many that mix records, swap parties, drop conditions or deny what the sources tell.
func TestAnswersOverSeveralRecordsAreNoWorse(t *testing.T) {
	passNoWorse(t, askedIn(t, "records.jsonl"), map[string]int{"honest balanced": 118, "honest strict": 93, "false balanced": 46, "false strict": 6})
}

// TestAnswersOverHandbooksAreNoWorse counts the same of another stranger's answers over 25 collections (2026-11-30, evening): markers in
// every place, headings, tables, declines beside answers, comparisons; as many with a lie in any of them.
func TestAnswersOverHandbooksAreNoWorse(t *testing.T) {
	passNoWorse(t, askedIn(t, "answers.jsonl"), map[string]int{"honest balanced": 111, "honest strict": 47, "false balanced": 41, "false strict": 4})
}

// askedIn are the answers of a file, each with its passages and its question.
func askedIn(t *testing.T, file string) (rows []shape) {
	for _, q := range readRows[asked](t, file) {
		for _, a := range q.Answers {
			rows = append(rows, shape{Passages: q.Passages, Titles: q.Titles, Question: cmp.Or(a.Question, q.Question), Reply: a.Reply, Label: a.Label})
		}
	}
	return rows
}
