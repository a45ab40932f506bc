package claim

// alignment lays a claim against a part of the quoted words: its tokens in their order,
// each against the like of it.
type alignment struct {
	first, end int // the part of the claim
	from, to   int // and that of the window
	matched    int
	places     [longestPart]int8 // by token of the claim: its place in the part plus one, 0 for none
}

// at returns the token of the window that the claim's ith is laid against, -1 for none.
func (a *alignment) at(i int) int {
	if a.places[i-a.first] == 0 {
		return -1
	}
	return a.from + int(a.places[i-a.first]) - 1
}

// has reports whether the part has a stem.
func (a *alignment) has(w *window, stem uint32) bool { return hasStem(w.tokens[a.from:a.to], stem) }

// longestPart is how many tokens a part of the claim may have, and longestOther one of
// the window, of which the rest is not looked at.
const longestPart, longestOther = 40, 64

// align finds the most tokens that two stretches have in one order.
func align(mine, theirs []token, from int) (a alignment) {
	theirs = theirs[:min(len(theirs), longestOther)]
	var common [longestPart + 1][longestOther + 1]int8
	for i := len(mine) - 1; i >= 0; i-- {
		for k := len(theirs) - 1; k >= 0; k-- {
			if mine[i].stem == theirs[k].stem {
				common[i][k] = common[i+1][k+1] + 1
			} else {
				common[i][k] = max(common[i+1][k], common[i][k+1])
			}
		}
	}
	a.from, a.to, a.matched = from, from+len(theirs), int(common[0][0])
	for i, k := 0, 0; i < len(mine) && k < len(theirs); {
		switch {
		case mine[i].stem == theirs[k].stem:
			a.places[i] = int8(k + 1)
			i, k = i+1, k+1
		case common[i+1][k] >= common[i][k+1]:
			i++
		default:
			k++
		}
	}
	return a
}
