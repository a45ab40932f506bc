package text

import (
	"bytes"
	"maps"
	"strings"
)

// units are the symbols of units that are recognised behind a number, in their
// exact case: "mg" and "Mg" are nine powers of ten apart. unitWords are units that
// are written out, folded.
var (
	units     = WordSet("units")
	unitWords = WordSet("unit_words")
)

// IsUnit reports whether a word, as written, is a unit: exact case for symbols,
// any case for words.
func IsUnit(word string) bool { return units[normaliseMicro(word)] || unitWords[Fold(word)] }

// IsUnitSymbol reports whether a word is a unit symbol in exactly this case.
func IsUnitSymbol(word string) bool { return units[normaliseMicro(word)] }

// CaseMatters reports whether another unit is spelt like this one but for its
// case (mg and Mg), so that case must not be folded away.
func CaseMatters(word string) bool { return caseful[strings.ToLower(normaliseMicro(word))] }

// caseful holds the lower-case spellings that more than one unit shares, and cased the unit
// of each other one.
var caseful, cased = func() (map[string]bool, map[string]string) {
	out, seen := map[string]bool{}, map[string]string{}
	for unit := range units {
		low := strings.ToLower(unit)
		if other, ok := seen[low]; ok && other != unit && low != "l" && low != "ml" && low != "dl" && low != "cl" && low != "µl" {
			out[low] = true
		}
		seen[low] = unit
	}
	maps.DeleteFunc(seen, func(low, _ string) bool { return out[low] })
	return out, seen
}()

// UnitLike is the only unit that is spelt like a word in lower case: "kW" for "kw". It is
// the word itself where there is none, or the word is a letter.
func UnitLike(word string) string {
	if unit := cased[word]; len(word) > 1 && unit != "" {
		return unit
	}
	return word
}

// normaliseMicro writes the Greek mu as the micro sign and the Ohm sign as the Greek
// omega, which the table uses.
func normaliseMicro(word string) string {
	if IsASCII(word) {
		return word
	}
	return unitForms.Replace(word)
}

var unitForms = strings.NewReplacer("\u03bc", "\u00b5", "\u2126", "\u03a9")

// currencies maps signs and words, folded, to ISO 4217 codes.
var currencies = Pairs("currencies")

// Currency returns the ISO code of a currency sign or word, else "".
func Currency(word string) string {
	var room [32]byte
	return currencies[string(AppendFold(room[:0], word))]
}

// scales maps scale words, folded and without a final point, to powers of ten.
var scales = powersOf("scales")

// Scale returns the power of ten of a scale word (thousand, Mio., млрд).
func Scale(word string) (power int, ok bool) {
	var room [32]byte
	power, ok = scales[string(bytes.TrimSuffix(AppendFold(room[:0], word), []byte(".")))]
	return power, ok
}

// percents are the written forms of the percent sign, points those of percentage
// points, basisPoints those of their hundredths, folded.
var (
	percents = WordSet("percents")
	points   = WordSet("percentage_points")

	basisPoints = WordSet("basis_points")
)
