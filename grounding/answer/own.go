package answer

import "strings"

// Headings are how the texts begin that a gateway adds to a request: its instruction, and
// its list of passages. Where guard and gateway, or two gateways, meet on one call, each
// knows by them the text of the other, which is nobody's prompt.
var Headings = func() []string {
	heading, _, _ := strings.Cut(textOf("common"), "\n")
	return []string{heading + "\n", indexHeading, indexOfOne}
}()

// indexHeading stands above a list of several passages; indexOfOne begins a list of one.
const (
	indexHeading = "Source ids:\n"
	indexOfOne   = `c1 begins "`
)
