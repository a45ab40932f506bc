package answer

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
)

// Headings are how the texts begin that a gateway adds to a request: its instruction, and
// its list of passages. Where guard and gateway, or two gateways, meet on one call, each
// knows by them the text of the other, which is nobody's prompt.
var Headings = func() []string {
	heading, _, _ := strings.Cut(textOf("common"), "\n")
	return []string{heading + "\n", indexHeading, indexOfOne}
}()

// numberTold is how an instruction tells the sign before the numbers of sentences, as it
// stands in a request: other gateways escape letters.
var numberTold = regexp.MustCompile(`begins with its number, a (\\u[0-9a-fA-F]{4}|[^\x00-\x7f])\.`)

// ToldSign is the sign before the numbers of sentences that a gateway's instruction in a
// request tells, as it stands there; "" where none does.
func ToldSign(body []byte) string {
	if m := numberTold.FindSubmatch(body); m != nil {
		return string(m[1])
	}
	return ""
}

// WithoutNumbers returns a request without the numbers that a gateway wrote before its
// sentences, given their sign as it stands there: of each number the first. What an
// earlier answer says with them stays.
func WithoutNumbers(body []byte, sign string) []byte {
	if sign == "" {
		return body
	}
	var out []byte
	seen := map[int]bool{}
	for {
		before, behind, found := bytes.Cut(body, []byte(sign))
		out = append(out, before...)
		if !found {
			return out
		}
		digits := len(behind) - len(bytes.TrimLeft(behind, "0123456789"))
		n, err := strconv.Atoi(string(behind[:digits]))
		if written := err == nil && !seen[n] && bytes.HasPrefix(behind[digits:], []byte(" ")); written {
			seen[n], behind = true, behind[digits+1:]
		} else {
			out = append(out, sign...)
		}
		body = behind
	}
}

// indexHeading stands above a list of several passages; indexOfOne begins a list of one.
const (
	indexHeading = "Source ids:\n"
	indexOfOne   = `c1 begins "`
)
