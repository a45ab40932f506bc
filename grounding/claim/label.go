package claim

import "strings"

// denyingLabels are words that deny, in front of a colon, all that stands
// behind it: "Wrong: …", "No longer true: …".
var denyingLabels = set(`wrong false untrue incorrect myth misconception not_true not_so not_correct not_the_case no_longer_true no_longer_valid
	falsch unwahr irrtum mythos nicht_wahr nicht_richtig nicht_mehr_gültig faux mythe pas_vrai
	falso mito no_es_cierto no_es_verdad non_è_vero errado não_é_verdade onjuist onwaar fabel niet_waar неверно миф неправда`)

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
