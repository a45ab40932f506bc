package contact

import "testing"

// asked is a question with passages of several records, and answers to it.
type asked struct {
	Titles, Passages []string
	Question         string
	Answers          []struct{ Label, Reply string }
}

// TestAnswersOverSeveralRecordsAreNoWorse counts the answers that pass whole: copies, titles, retellings and declines of a
// stranger's, and as many that mix records, swap parties, drop conditions or deny what the sources tell.
func TestAnswersOverSeveralRecordsAreNoWorse(t *testing.T) {
	var rows []shape
	for _, q := range readRows[asked](t, "records.jsonl") {
		for _, a := range q.Answers {
			rows = append(rows, shape{Passages: q.Passages, Titles: q.Titles, Question: q.Question, Reply: a.Reply, Label: a.Label})
		}
	}
	passNoWorse(t, rows, map[string]int{"honest balanced": 118, "honest strict": 93, "false balanced": 49, "false strict": 6})
}
