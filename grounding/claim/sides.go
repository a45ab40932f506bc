package claim

// sides is the set of the groups that a word belongs to, of the directions and
// of the scales: two bits for each, the strong group and the weak.
type sides uint16

// ofDirection are the sides of the directions, which come first.
var ofDirection = sides(1)<<(2*len(directions)) - 1

// ofScale are the sides of the scales.
var ofScale = sides(1)<<(2*(len(directions)+len(scales))) - 1 - ofDirection

// ofDuty are the sides of the last scale, of obligation.
var ofDuty = sides(3) << (2 * (len(directions) + len(scales) - 1))

// addSides enters the groups.
func (v *vocabulary) addSides() {
	side := sides(1)
	for _, all := range [...][]scale{directions, scales} {
		for _, s := range all {
			for w := range s.strong {
				v.add(w).sides |= side
			}
			for w := range s.weak {
				v.add(w).sides |= side << 1
			}
			side <<= 2
		}
	}
}

// against are the groups that exclude those of the set.
func (s sides) against() sides {
	const strong = 0x5555
	return s&strong<<1 | s>>1&strong
}
