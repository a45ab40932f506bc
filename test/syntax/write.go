package main

import (
	"fmt"
	"math"
	"os"
	"strings"

	"vouchsafe/grounding/text/syntax"
)

const followsNotice = `# Which tags follow which: the cost of each tag, in the order of the package's tags, behind
# two others ("*": behind any), as a character: "!" is none, each next one a quarter of a bit.
# Made by "go run ./test/syntax -texts FILE" from sentences that people tagged (test/syntax)
# and, without labels, from texts of RAGTruth (MIT), SummEdits (Apache-2.0), FactCG (MIT;
# MuSiQue, CC BY 4.0) and Citation-Integrity (MIT).
`

// write writes the costs of tags; contexts that hardly differ from the shorter one are
// left out.
func (m *model) write(path string) error {
	var out strings.Builder
	out.WriteString(followsNotice)
	fmt.Fprintf(&out, "* * %s\n", costs(m.one[:]))
	for b := range tags {
		fmt.Fprintf(&out, "* %s %s\n", syntax.Tag(b), costs(m.two[b][:]))
	}
	for a := range tags {
		for b := range tags {
			if list := costs(m.behind[a][b][:]); list != costs(m.two[b][:]) {
				fmt.Fprintf(&out, "%s %s %s\n", syntax.Tag(a), syntax.Tag(b), list)
			}
		}
	}
	return os.WriteFile(path, []byte(out.String()), 0o644)
}

// costs writes probabilities as costs.
func costs(list []float64) string {
	const none, most = '!', '~' - '!'
	out := make([]byte, len(list))
	for i, p := range list {
		out[i] = byte(none + min(most, math.Round(-4*math.Log2(p))))
	}
	return string(out)
}
