package claim

import "fmt"

// Words behind "whichever" choose the one that is more of something, or less.
var (
	chooseMore = set("later last latter latest greater greatest higher highest larger largest longer longest more most")
	chooseLess = set("earlier first former earliest sooner soonest lower lowest smaller smallest shorter shortest less least fewer")
)

// otherChoice finds "whichever is later" for "whichever comes first".
func (r *reading) otherChoice(w *window) (code, detail string) {
	mine, more := r.whole().choice()
	theirs, theirsMore := w.choice()
	if mine == "" || theirs == "" || more == theirsMore {
		return "", ""
	}
	return CodeNegation, fmt.Sprintf("the claim says whichever is %q, the quoted words %q", mine, theirs)
}

var whichever = hash(stem([]byte("whichever")))

// choice returns the word by which a "whichever" of the window chooses, and whether
// it chooses the more.
func (w *window) choice() (word string, more bool) {
	const reach = 4
	for i := range w.tokens {
		if w.tokens[i].stem != whichever {
			continue
		}
		for k := i + 1; k < min(i+1+reach, len(w.tokens)); k++ {
			if word := w.word(k); chooseMore[word] || chooseLess[word] {
				return word, chooseMore[word]
			}
		}
	}
	return "", false
}
