package text

import (
	"slices"
	"strconv"
	"strings"
)

// decimal is a number as digits and the place of the point, so that "1.10" and
// "1,1" and "11e-1" come out alike and no precision is lost to floats.

// canonical writes digits with a point (or none) without needless zeros.
func canonical(number string) string {
	whole, fraction, _ := strings.Cut(number, ".")
	whole = strings.TrimLeft(whole, "0")
	fraction = strings.TrimRight(fraction, "0")
	if whole == "" {
		whole = "0"
	}
	if fraction == "" {
		return whole
	}
	return whole + "." + fraction
}

// written writes a computed value as a canonical decimal, without what floating point
// adds to it.
func written(value float64) string {
	const places = 9
	return canonical(strconv.FormatFloat(value, 'f', places, 64))
}

// maxShift bounds the power of ten that is written out.
const maxShift = 400

// shift multiplies a canonical decimal by ten to the power of n.
func shift(number string, n int) string {
	if n == 0 || n > maxShift || n < -maxShift {
		return number
	}
	whole, fraction, _ := strings.Cut(number, ".")
	digits, point := whole+fraction, len(whole)+n
	if point < 0 {
		digits, point = strings.Repeat("0", -point)+digits, 0
	}
	if point >= len(digits) {
		return canonical(digits + strings.Repeat("0", point-len(digits)))
	}
	return canonical(digits[:point] + "." + digits[point:])
}

// separators takes out what can only separate thousands, and writes the Arabic
// separators as the Latin ones.
var separators = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "\u2009", "", "'", "", "’", "", "٬", ",", "٫", ".")

// readings interprets digits with separators. Where a lone separator before
// three digits can be either ("1,234", "1.234"), value is the reading that
// English gives it and alt the other one; else alt is empty.
func readings(core string) (value, alt string) {
	if strings.Trim(core, "0123456789.,") != "" {
		core = separators.Replace(core)
	}
	comma, point := strings.Count(core, ","), strings.Count(core, ".")
	switch {
	case comma == 0 && point == 0:
		return canonical(core), ""
	case comma > 0 && point > 0:
		if strings.LastIndex(core, ",") > strings.LastIndex(core, ".") {
			return canonical(strings.Replace(strings.ReplaceAll(core, ".", ""), ",", ".", 1)), ""
		}
		return canonical(strings.ReplaceAll(core, ",", "")), ""
	case comma > 1:
		return canonical(strings.ReplaceAll(core, ",", "")), ""
	case point > 1:
		return canonical(strings.ReplaceAll(core, ".", "")), ""
	}
	return lone(core, comma == 1)
}

// lone reads digits with a single separator.
func lone(core string, comma bool) (value, alt string) {
	asPoint := canonical(strings.Replace(core, ",", ".", 1))
	at := strings.IndexAny(core, ".,")
	if len(core)-at-1 != 3 || at > 3 || core[0] == '0' {
		return asPoint, ""
	}
	grouped := canonical(core[:at] + core[at+1:])
	if comma {
		return grouped, asPoint
	}
	return asPoint, grouped
}

// Figure writes digits with separators as the language reads them: without marks between
// thousands, the decimals behind a point. What the language does not read stays as it is.
func (l Language) Figure(digits string) string {
	if !strings.ContainsAny(digits, ".,'") {
		return digits
	}
	thousands := l.WordList("thousands")
	decimal := ","
	for _, mark := range thousands {
		if mark == "," {
			decimal = "."
		}
	}
	for _, mark := range thousands {
		whole, fraction, found := strings.Cut(digits, decimal)
		if groups := strings.Split(whole, mark); len(groups) > 1 && areThousands(groups) {
			digits = strings.Join(groups, "")
			if found {
				digits += "." + fraction
			}
			return digits
		}
	}
	if strings.Count(digits, decimal) == 1 && len(thousands) > 0 && strings.Trim(digits, "0123456789"+decimal) == "" {
		return strings.Replace(digits, decimal, ".", 1)
	}
	return digits
}

// areThousands reports whether digits are parted into three, but for the first of them.
func areThousands(groups []string) bool {
	for i, group := range groups {
		if len(group) > 3 || i > 0 && len(group) < 3 || strings.Trim(group, "0123456789") != "" {
			return false
		}
	}
	return groups[0] != "" && groups[0][0] != '0'
}

// SpacesThousands reports whether the language parts thousands by spaces.
func (l Language) SpacesThousands() bool { return slices.Contains(l.WordList("thousands"), "_") }
