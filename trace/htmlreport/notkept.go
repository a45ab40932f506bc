package htmlreport

import (
	"regexp"

	"vouchsafe/trace/audit"
)

// hashedValue is a JSON string in the place of a text of which a keyed hash and the length were kept, and inWords is what people are told
// of it: what the dashboard's pages say, and no hash.
var (
	hashedValue = regexp.MustCompile(`"hmac-sha256:[0-9a-f]+:(\d+)"`)
	inWords     = regexp.MustCompile(`^\(\d+ characters, not kept\)$`)
)

// legible is a trace with every hash in it put into words.
func legible(line []byte) []byte {
	return hashedValue.ReplaceAll(line, []byte(`"($1 characters, not kept)"`))
}

// notKept reports whether a text is what stands in the place of one that was not kept.
func notKept(text string) bool { return inWords.MatchString(text) }

// forgetPlaces takes places out of a trace that point into texts which were not kept: nothing can be marked in them. It returns the
// sources whose texts were.
func forgetPlaces(t *audit.Stored, sources []Source) (kept []Source) {
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
