package repair

import "vouchsafe/grounding/claim"

// orders: sentences that number themselves ("First, …", "Then …") are a
// procedure, or a list in words. Where one of them has gone, so do all from
// the first to the last.
func orders(d *document) {
	first, last, gone := -1, -1, false
	end := func() {
		if first < last && gone {
			d.dropRange(first, last+1)
		}
		first, last, gone = -1, -1, false
	}
	pending := false // a sentence behind the last ranked one has gone
	for i := range d.units {
		u := &d.units[i]
		if u.shape == heading || u.listed() || u.shape == row {
			end()
			pending = false
			continue
		}
		if u.cues.ranks && u.shape != code {
			if first < 0 {
				first, pending = i, false
			}
			gone, last = gone || pending || d.gone[i], i
			pending = false
		}
		pending = pending || d.gone[i]
	}
	end()
}

// scopes: a sentence that says what the following is about takes the rest of
// its paragraph with it, or the next one.
func scopes(d *document) {
	swept := 0
	for i := 0; i+1 < len(d.units); i++ {
		u, next := &d.units[i], &d.units[i+1]
		if !d.gone[i] || !u.cues.heads || next.shape == heading {
			continue
		}
		led := d.inBlock[next.block]
		if next.group >= 0 {
			led = d.inGroup[next.group]
		}
		d.dropRange(max(swept, i+1), led.to)
		swept = max(swept, led.to)
	}
}

// leaning: a sentence whose "it" or "therefore" would be read into the
// sentence before goes with the one that it was written for.
func leaning(d *document) {
	for i := 1; i < len(d.units); i++ {
		u := &d.units[i]
		if !d.gone[i-1] || !u.cues.leans || d.units[i-1].shape == heading || u.shape == heading || u.shape == row || u.shape == code {
			continue
		}
		if u.kind == claim.Offer || u.kind == claim.Greeting {
			continue // "I hope this helps."
		}
		d.drop(i)
	}
}

// limiting: what a sentence limits must not stand without it.
func limiting(d *document) {
	swept := len(d.units) // from here on everything has gone for its limits
	for i := len(d.units) - 1; i > 0; i-- {
		if u := &d.units[i]; d.gone[i] && u.cues.limits && u.shape != heading && i <= swept {
			swept = d.limited(i)
		}
	}
}

// limited lets go what a sentence limits: the sentence before it and those
// that this one leans on; all of the paragraph, where it speaks of several
// things; a whole list or table, where it follows one. It returns the first
// that it lets go.
func (d *document) limited(i int) int {
	u, before := &d.units[i], &d.units[i-1]
	switch {
	case before.shape == heading, u.shape == row:
		return i
	case before.group >= 0 && before.group != u.group:
		g := d.inGroup[before.group]
		d.dropRange(g.from, g.to)
		d.drop(d.leadOf(g))
		return g.from
	case u.cues.wide || u.leads && u.shape == para:
		from := d.inBlock[before.block].from
		d.dropRange(from, i)
		return from
	}
	k := i - 1
	for d.drop(k); k > 0 && d.units[k].cues.leans && d.units[k-1].shape != heading; {
		k--
		d.drop(k)
	}
	return k
}

// answers: a yes or no must not stand where what bound it has gone.
func answers(d *document) {
	last := -1
	for i := range d.units {
		u := &d.units[i]
		switch {
		case u.shape == heading:
			last = -1
		case u.cues.affirms && u.kind == claim.Claim:
			last = i
		case last >= 0 && d.gone[i] && (u.cues.limits || u.cues.bound):
			d.drop(last)
		}
	}
}

// questions: a question goes with its answer, and a lead-over with what it led
// over to.
func questions(d *document) {
	for i := len(d.units) - 2; i >= 0; i-- {
		u, next := &d.units[i], &d.units[i+1]
		asks := u.kind == claim.Question && next.shape != heading
		over := u.kind == claim.Transition && u.block == next.block
		if (asks || over) && d.gone[i+1] {
			d.drop(i)
		}
	}
}
