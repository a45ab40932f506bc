package contact

import "testing"

// TestFiguresOfAStrangerAreNoWorse counts the answers that pass whole, honest and with a figure that is another's.
func TestFiguresOfAStrangerAreNoWorse(t *testing.T) {
	passNoWorse(t, readRows[shape](t, "figures.jsonl"), map[string]int{"honest balanced": 159, "honest strict": 5, "false balanced": 46, "false strict": 0})
}
