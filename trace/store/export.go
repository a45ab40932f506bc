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
		page, err := s.List(ctx, f)
		if err != nil {
			return err
		}
		if err := s.exportPage(ctx, page, each); err != nil {
			return err
		}
		if page.Next == "" {
			return nil
		}
		f.Cursor = page.Next
	}
}

func (s *Store) exportPage(ctx context.Context, page Page, each func(trace []byte) error) error {
	if len(page.Traces) == 0 {
		return nil
	}
	ids := make([]any, len(page.Traces))
	for i, t := range page.Traces {
		ids[i] = t.ID
	}
	found, err := s.bodies(ctx, `t.id IN (`+questions(len(ids))+`)`, ids)
	if err != nil {
		return fmt.Errorf("cannot export traces: %w", err)
	}
	lines, err := s.whole(ctx, found)
	if err != nil {
		return fmt.Errorf("cannot export traces: %w", err)
	}
	for _, line := range lines {
		if err := each(line); err != nil {
			return err
		}
	}
	return nil
}
