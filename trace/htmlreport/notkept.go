package htmlreport

import (
	"regexp"

	"vouchsafe/trace/written"
)

// hashedValue is a JSON string in the place of a text of which a keyed hash and the length were kept, and inWords is what people are told
// of it: what the dashboard's pages say, and no hash.
var (
	hashedValue = regexp.MustCompile(`"hmac-sha256:[0-9a-f]+:(\d+)"`)
	inWords     = regexp.MustCompile(`^\((\d+ characters, )?not kept\)$`)
)

// absent stands in the place of a text of which nothing was kept, not even the length.
const absent = "(not kept)"

// textless reports whether nothing was kept of any text in a trace: of an exchange that was recorded with its texts there is one at least.
func textless(t *written.Trace, sources []Source) bool {
	texts := t.Question + t.Answer
	for i := range t.Claims {
		texts += t.Claims[i].Text
	}
	for _, s := range sources {
		texts += s.Text
	}
	for _, call := range t.Attempts {
		texts += call.Reply
	}
	return texts == ""
}

// tellAbsent says in the place of each text of a trace that it was not kept.
func tellAbsent(t *written.Trace, sources []Source) {
	t.Question, t.Answer = absent, absent
	for i := range t.Claims {
		t.Claims[i].Text = absent
	}
	for i := range t.Citations {
		t.Citations[i].Snippet = absent
	}
	for i := range sources {
		sources[i].Text = absent
	}
	for _, call := range t.Attempts {
		for i := range call.Claims {
			call.Claims[i].Text = absent
		}
	}
}

// notKept reports whether a text is what stands in the place of one that was not kept.
func notKept(text string) bool { return inWords.MatchString(text) }

// forgetPlaces takes places out of a trace that point into texts which were not kept: nothing can be marked in them. It returns the
// sources whose texts were.
func forgetPlaces(t *written.Trace, sources []Source) (kept []Source) {
	for i := range t.Claims {
		if c := &t.Claims[i]; notKept(t.Answer) {
			c.Start, c.End = nil, nil
		}
	}
	gone := map[string]bool{}
	for _, s := range sources {
		if gone[s.ID] = notKept(s.Text); !gone[s.ID] {
			kept = append(kept, s)
		}
	}
	for i := range t.Citations {
		if c := &t.Citations[i]; gone[c.ChunkID] {
			c.Start, c.End, c.Sentence = nil, nil, nil
		}
	}
	return kept
}
