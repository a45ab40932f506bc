// Package answers reads files of answers in which people marked what the
// sources do not say, for the commands that train and measure on them. It
// judges nothing.
package answers

import (
	"bufio"
	"encoding/json"
	"fmt"
	"iter"
	"os"
)

// Answer is one line of such a file: a model's answer and what it was given.
type Answer struct {
	SourceID     string    `json:"source_id"` // the same for all answers to one prompt
	Question     string    `json:"question"`
	Context      []Passage `json:"context"`
	Response     string    `json:"response"`
	Spans        []Span    `json:"spans"`
	Hallucinated bool      `json:"hallucinated"` // people marked something
}

// Passage is one of the texts that the model was given.
type Passage struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// Span is what people marked of a response, in code points, end exclusive.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// longest is how long a line may be, in bytes.
const longest = 16 << 20

// Read yields the answers of a file, one JSON object a line. The first error
// is the last thing that it yields; it tells the line.
func Read(path string) iter.Seq2[Answer, error] {
	return func(yield func(Answer, error) bool) {
		file, err := os.Open(path)
		if err != nil {
			yield(Answer{}, fmt.Errorf("cannot read answers: %w", err))
			return
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, longest)
		for n := 1; lines.Scan(); n++ {
			var a Answer
			if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
				yield(Answer{}, fmt.Errorf("cannot read answer %d: %w", n, err))
				return
			}
			if !yield(a, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(Answer{}, fmt.Errorf("cannot read answers: %w", err))
		}
	}
}
