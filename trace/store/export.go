package store

import (
	"context"
	"fmt"
)

// exportPage is how many traces are read at a time.
const exportPage = 200

// Export hands every whole trace that a filter chooses to a function, newest
// first, and ends with its error if it has one. Limit and Cursor of the filter
// are not heeded; memory does not grow with the number of traces.
func (s *Store) Export(ctx context.Context, f Filter, each func(trace []byte) error) error {
	f.Limit, f.Cursor = exportPage, ""
	for {
		traces, next, err := readPage(ctx, s.db, f)
		var lines [][]byte
		if err == nil {
			lines, err = readWhole(ctx, s.db, bodiesOf(traces))
		}
		if err != nil {
			return fmt.Errorf("cannot export traces: %w", err)
		}
		for _, line := range lines {
			if err := each(line); err != nil {
				return err
			}
		}
		if next == "" {
			return nil
		}
		f.Cursor = next
	}
}

func bodiesOf(traces []found) (out []body) {
	for _, t := range traces {
		out = append(out, t.body)
	}
	return out
}
