package claim

import lexis "vouchsafe/grounding/text"

// portions are percentages that one word says too.
var portions = map[string]string{"50": "half", "25": "quarter", "20": "fifth", "10": "tenth"}

// inShare reports whether the evidence says a percentage of the claim as a part
// in words: "by about half" for "by roughly 50%". Half of what has a unit, "half
// an hour", is no share.
func inShare(n lexis.Number, in []area, ev Evidence) bool {
	part, ok := portions[n.Value]
	if !ok || n.Kind != lexis.Percent || n.High != "" || n.Negative {
		return false
	}
	for _, a := range in {
		src := ev.Sources[a.source]
		for p := src.first(hash(stem([]byte(part)))); p >= 0; p = src.next[p] {
			t := &src.tokens[p]
			if int(t.start) >= a.start && int(t.end) <= a.end && src.uncounted(int(p), part) && !src.measures(int(p)) {
				return true
			}
		}
	}
	return false
}

// measures reports whether a unit stands behind token i, an article between.
func (s *Source) measures(i int) bool {
	for k := i + 1; k < len(s.tokens) && k <= i+2; k++ {
		if lexis.IsUnit(s.text[s.tokens[k].start:s.tokens[k].end]) {
			return true
		}
	}
	return false
}
