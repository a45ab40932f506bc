package answer

// given is what has become whole of a reply that is still being written.
type given struct {
	waiting []Answer
	taken   int // segments given so far
}

// Next returns the next sentence that is whole as an answer of its own: its
// segments, their citations and problems. False where none is waiting.
func (g *given) Next() (Answer, bool) {
	if len(g.waiting) == 0 {
		return Answer{}, false
	}
	a := g.waiting[0]
	g.waiting = g.waiting[1:]
	return a, true
}

// Taken returns how many segments Next has given or will give at once.
func (g *given) Taken() int { return g.taken }
