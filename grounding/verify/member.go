package verify

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

// A member of an answer in the client's own form has a value: figures, or a few words. A sentence
// that is cited for it has to hold the value, in the unit that the member's name says. Where the
// words of the name stand with another value of the kind and not with this one, the source tells
// it of something else. What is left is open: words do not prove what a value is of.

// member is a leaf with what its value is looked up by.
type member struct {
	ownschema.Leaf
	names   []string        // what the value is of: the words of its name, folded, without its unit's and those of the names beside it
	beside  []string        // in a row, the words of the values beside it
	rivals  [][]string      // the values in words beside it
	fellows []member        // the values of the same array
	figures [][]text.Number // of a value that is nothing else: each in all that it may mean
	words   []string        // of a value of words, folded
	limit   int             // its name says that it is the least (-1) or the most (1)
	denied  bool            // its name denies: "not covered"
	binds   bool            // a word of its name binds two others: "safe in pregnancy"
	told    string          // the value together with the name
}

// citedWords are the words that are cited for a leaf, and the numbers in them.
type citedWords struct {
	said    string
	numbers []text.Number
}

// memberOf reads a leaf. cited are the words that are cited for it.
func memberOf(leaf ownschema.Leaf, beside []ownschema.Leaf, cited citedWords) member {
	m := member{Leaf: leaf}
	own, above := withoutRate(strings.Fields(ownschema.Spaced(leaf.Key))), nameAbove(leaf)
	unit, unitAbove := m.readFigures(own, above, cited)
	name := folds(strings.Join(slices.Concat(above[:len(above)-unitAbove], own[:len(own)-unit]), " "))
	for i, fold := range name {
		switch {
		case words["least"][fold]:
			m.limit = -1
		case words["most"][fold]:
			m.limit = 1
		case text.Unknown.IsNegator(fold):
			m.denied = i+1 < len(name) // "invoice_no" has a number
		case text.English.Class(fold).Has(text.Stop):
			m.binds = true
		default:
			m.names = append(m.names, fold)
		}
	}
	if unit < len(own) {
		m.told = strings.Join(own[:len(own)-unit], " ") + ": "
	}
	if len(m.figures) == 0 {
		m.words = folds(leaf.Text)
		m.denied = m.denied != slices.ContainsFunc(m.words, text.Unknown.IsNegator)
		m.told += leaf.Text
	} else {
		m.told += m.figures[0][0].Text
	}
	row := len(beside) == 1 || inRow(leaf.Path)
	for _, other := range beside {
		if theirs := folds(ownschema.Spaced(other.Key)); other.Key != leaf.Key {
			m.names = slices.DeleteFunc(m.names, func(w string) bool { return slices.Contains(theirs, w) })
		}
		values := folds(other.Text)
		switch figure := onlyFigures(other); {
		case other.Text == leaf.Text:
		case other.Key == leaf.Key:
			m.fellows = append(m.fellows, memberOf(other, nil, cited))
		case !other.Short && len(values) > mostBeside:
		case row && (!figure || len(other.Text) == len("2020")): // a year
			m.beside = append(m.beside, values...)
			fallthrough
		case !figure:
			m.rivals = append(m.rivals, values)
		}
	}
	return m
}

// withoutRate are the words of a name without those by which its value counts: "kg per bag".
func withoutRate(name []string) []string {
	at := slices.IndexFunc(name, func(word string) bool { return strings.EqualFold(word, "per") })
	if at <= 0 || at+1 == len(name) {
		return name
	}
	return slices.Concat(name[:at], name[at+2:])
}

// mostBeside is how many words a value has that says what another one is of.
const mostBeside = 4

// inRow reports whether a leaf stands in an object of an array.
func inRow(path string) bool {
	above := strings.TrimSuffix(parent(path), "/")
	return above != "" && !strings.ContainsFunc(above[strings.LastIndexByte(above, '/')+1:], unicode.IsLetter)
}

// nameAbove are the words of the name of the object that holds a leaf.
func nameAbove(leaf ownschema.Leaf) []string {
	tokens := slices.DeleteFunc(strings.Split(leaf.Path, "/"), func(token string) bool { return strings.Trim(token, "0123456789") == "" })
	if len(tokens) < 2 {
		return nil
	}
	return strings.Fields(ownschema.Spaced(tokens[len(tokens)-2]))
}

// isFigure reports whether a leaf is a number, as JSON has them or as a text that is nothing else.
func isFigure(leaf ownschema.Leaf) bool {
	const most = 15 // digits that a floating-point number tells apart
	return leaf.Number || len(leaf.Text) <= most && strings.Trim(leaf.Text, "0123456789.") == "" && strings.Trim(leaf.Text, ".") == leaf.Text
}

var partOfDate = regexp.MustCompile(`^(?:\d{4}-(?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))$`)

// readFigures reads a value that is nothing but figures, and tells how many words at the end of the
// name, or of the one above it, are its unit.
func (m *member) readFigures(name, above []string, cited citedWords) (unit, unitAbove int) {
	const endOfYear = 4
	switch said := strings.TrimSpace(m.Text); {
	case partOfDate.MatchString(said):
		value := said
		if strings.IndexByte(said, '-') != endOfYear {
			value = "--" + said
		}
		m.figures = [][]text.Number{{{Kind: text.Date, Text: said, Value: value}}}
	case isFigure(m.Leaf):
		return m.readNumber(name, above, cited)
	default:
		rest, from := "", 0
		for _, n := range text.Numbers(said) {
			rest, from = rest+said[from:n.Start], n.End
			m.figures = append(m.figures, []text.Number{n})
		}
		if strings.ContainsFunc(rest+said[from:], func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			m.figures = nil
		}
	}
	return 0, 0
}

// readNumber reads a JSON number, which may be one of the unit that a name ends with.
func (m *member) readNumber(name, above []string, cited citedWords) (unit, unitAbove int) {
	digits := m.Text
	if amount, err := strconv.ParseFloat(m.Text, 64); err == nil {
		digits = strconv.FormatFloat(amount, 'f', -1, 64)
	}
	var readings []text.Number
	if readings, unit = measuredAs(digits, name, cited); unit == 0 {
		readings, unitAbove = measuredAs(digits, above, cited)
	}
	if unit+unitAbove == 0 {
		bare := text.Number{Text: digits, Value: strings.TrimPrefix(digits, "-"), Negative: strings.HasPrefix(digits, "-"), Kind: text.Plain}
		share := bare
		share.Kind, share.Unit = text.Percent, "%"
		readings = []text.Number{bare, share}
	}
	m.figures = [][]text.Number{readings}
	return unit, unitAbove
}

// measuredAs are the readings of a number with the unit at the end of a name, and of how many words that is.
func measuredAs(digits string, name []string, cited citedWords) (readings []text.Number, unit int) {
	if len(name) == 0 {
		return nil, 0
	}
	last := text.Fold(name[len(name)-1])
	switch {
	case bound(last) && !inMinutes(digits+" "+last, cited), len(last) == 1 && isNameIn(cited, last):
		return nil, 0 // "min" is spelt like a unit, and so is the C of a vitamin
	}
	for k := 0; k < len(name) && unit == 0; k++ {
		for _, spelled := range spellings(name[k:], cited) {
			whole := digits + " " + spelled
			if read := text.Numbers(whole); len(read) == 1 && read[0].End == len(whole) {
				readings, unit = append(readings, read[0]), len(name)-k
			}
		}
	}
	return readings, unit
}

// isNameIn reports whether a letter stands by itself in a text, and is no figure's unit there.
func isNameIn(cited citedWords, letter string) bool {
	measures := func(n text.Number) bool { return strings.EqualFold(strings.TrimLeft(n.Unit, "°"), letter) }
	return slices.Contains(folds(cited.said), letter) && !slices.ContainsFunc(cited.numbers, measures)
}

// inMinutes reports whether a text has a figure in the unit of time that it is given in.
func inMinutes(figure string, cited citedWords) bool {
	want, have := text.Numbers(figure), cited.numbers
	for i := range have {
		bears := have[i].Unit != "" && claim.Bears(&have[i], &want[0], text.Unknown) || i > 0 && sumsTo(&have[i-1], &have[i], &want[0])
		if len(want) == 1 && bears {
			return true
		}
	}
	return false
}

// spellings are how the unit at the end of a member's name may be written in a text.
func spellings(ending []string, cited citedWords) (out []string) {
	plain, figures := slices.Clone(ending), cited.numbers
	for i, word := range plain {
		plain[i] = text.UnitLike(strings.ToLower(word))
		if at := slices.IndexFunc(figures, func(n text.Number) bool { return strings.EqualFold(strings.TrimLeft(n.Unit, "°"), word) }); at >= 0 {
			plain[i] = figures[at].Unit
		}
	}
	out = append(out, strings.Join(plain, " "))
	if letter := plain[len(plain)-1]; len(ending) == 1 && len(letter) == 1 {
		out = append(out, "°"+strings.ToUpper(letter), strings.ToUpper(letter))
	}
	return out
}

// onlyFigures reports whether a leaf is nothing but figures, as numbers, amounts, dates and times are.
func onlyFigures(leaf ownschema.Leaf) bool {
	m := member{Leaf: leaf}
	m.readFigures(nil, nil, citedWords{})
	return len(m.figures) > 0
}

// bound reports whether a word of a member's name says the least or the greatest.
func bound(word string) bool { return words["least"][word] || words["most"][word] }

// hasNumber reports whether a text states a JSON number's value.
func hasNumber(said, number string) bool {
	bare := text.Number{Kind: text.Plain, Text: number, Value: number}
	return slices.ContainsFunc(text.Numbers(said), func(n text.Number) bool {
		return n.SameValue(bare) || n.High != "" && n.High == number
	})
}
