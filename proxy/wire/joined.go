package wire

import (
	"bytes"

	"vouchsafe/proxy/wire/prompt"
)

// WithoutJoined returns a request without the texts that a gateway joined to its messages,
// each behind a Fence and under one of some headings, of which the first is an
// instruction's: each to the end of its string. A part that holds nothing else keeps the
// rule of the Fence. It reports whether there was an instruction; a request without one
// keeps its bytes.
func WithoutJoined(body []byte, headings []string) ([]byte, bool) {
	if !bytes.Contains(body, asJoined(headings[0])) {
		return body, false
	}
	out := bytes.Clone(body)
	for _, heading := range headings {
		out = cutJoined(out, asJoined(heading))
	}
	return out, true
}

// asJoined is a joined text's beginning as it stands in a JSON string.
func asJoined(heading string) []byte {
	text := quote(heading)
	return []byte(headed + text[1:len(text)-1])
}

func cutJoined(body, begin []byte) []byte {
	var out []byte
	for {
		at := bytes.Index(body, begin)
		if at < 0 {
			return append(out, body...)
		}
		end := prompt.ClosingQuote(view(body), at)
		if whole := at > 0 && body[at-1] == '"'; whole {
			at += len(headed)
		} else if before := body[:at]; bytes.HasSuffix(before, []byte(`\n\n`)) && !bytes.HasSuffix(before, []byte(`\\n\n`)) {
			at -= len(`\n\n`) // two line ends, neither of them a backslash and an n
		}
		out, body = append(out, body[:at]...), body[end:]
	}
}
