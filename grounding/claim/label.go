package claim

import "strings"

// denyingLabels are words that deny, in front of a colon, all that stands
// behind it: "Wrong: …", "No longer true: …".
var denyingLabels = wordSet("denyingLabels")

// longestLabel is how long such a label is at most, in bytes.
const longestLabel = 48

// deniesBehind reports whether a text begins with such a label.
func deniesBehind(text string) bool {
	head := text[:min(len(text), longestLabel)]
	at := strings.IndexByte(head, ':')
	if wide := strings.Index(head, "："); wide >= 0 && (at < 0 || wide < at) {
		at = wide
	}
	if at < 0 {
		return false
	}
	var room [2 * longestLabel]byte
	label := room[:0]
	for word := range strings.FieldsSeq(strings.Trim(text[:at], " \t\r\n*_#>-\"'")) {
		if len(label) > 0 {
			label = append(label, '_')
		}
		if low, plain := lowered(label, word); plain {
			label = low
		} else {
			label = append(label, strings.ToLower(word)...)
		}
	}
	return denyingLabels[string(label)]
}
