package layout

// maxLook bounds how many heads are looked at for a second one of a number.
const maxLook = 256

// countUp follows a list from its first head. With apart only heads that a
// blank line or a rule sets off are followed, the first excepted.
//
// A list inside a passage starts anew; its heads are passed over. Of two heads
// of one number with nothing but text between them the later one is the app's:
// what a passage says stands in front of the passage that follows it.
func countUp(p *page, heads []head, apart bool) []head {
	if apart {
		heads = apartHeads(p, heads)
	}
	left := map[int]int{}
	for i := range heads {
		left[heads[i].num]++
	}
	run := heads[:1:1]
	base, inner, doubled := heads[0].num, -1, false
	left[base]--
	for i := 1; i < len(heads); i++ {
		h := heads[i]
		next := run[len(run)-1].num + 1
		left[h.num]--
		switch {
		case h.num == base:
			inner = base + 1
		case h.num == inner && (h.num != next || left[h.num] > 0):
			inner++
		case h.num != next:
		case inner < 0 && secondAhead(heads[i+1:], next, base):
			doubled = true
		default:
			h.doubled, doubled = doubled, false
			run = append(run, h)
		}
	}
	return run
}

// apartHeads keeps the first head and those that something sets off.
func apartHeads(p *page, heads []head) []head {
	kept := heads[:1:1]
	for _, h := range heads[1:] {
		if setOff(p, h.line) {
			kept = append(kept, h)
		}
	}
	return kept
}

// secondAhead tells whether another head of number n follows before the next
// number, and before a list starts anew.
func secondAhead(heads []head, n, base int) bool {
	for i := range heads[:min(len(heads), maxLook)] {
		switch heads[i].num {
		case n:
			return true
		case n + 1, base:
			return false
		}
	}
	return false
}
