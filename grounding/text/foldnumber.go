package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// wordJoints are the characters of ASCII that may join a word to what stands behind
// it, or belong to its end; all characters beyond ASCII may.
var wordJoints = [utf8.RuneSelf]bool{'\'': true, '^': true, '#': true, '+': true, '-': true}

// joint reads what joins two parts of a token, or belongs to its end.
func (f *folder) joint() bool {
	r, size := f.runeAt(f.pos)
	switch {
	case size == 0 || r < utf8.RuneSelf && !wordJoints[r] && !f.endsInDigit():
		return false
	case IsApostrophe(r):
		return f.apostrophe(size)
	case Raised(r) != 0:
		return f.raised()
	case r == '^':
		return f.caret()
	case f.endsInDigit():
		return f.inNumber(r, size) || f.spacedRange() || f.percent() || f.closing(r, size)
	}
	return f.closing(r, size)
}

// join adds folded characters that stand for n bytes.
func (f *folder) join(as string, n int) bool {
	f.out = append(f.out, as...)
	f.pos += n
	return true
}

// elidedWords are the articles and pronouns that lose their vowel before a word;
// the word behind them stands on its own.
var elidedWords = WordSet("elided")

// IsApostrophe reports whether a character serves as an apostrophe.
func IsApostrophe(r rune) bool { return strings.ContainsRune("'’‘ʼ＇′‛", r) }

// apostrophe reads an apostrophe inside a word or between thousands.
func (f *folder) apostrophe(size int) bool {
	if f.endsInDigit() {
		return f.digitAt(f.pos+size) && f.join("'", size)
	}
	if !f.letterAt(f.pos + size) {
		return false
	}
	elides := elidedWords[string(f.out[f.last().at:])]
	f.join("'", size)
	if elides {
		f.gap = GapElision
		return false
	}
	return true
}

// isDash reports whether a character is a hyphen, a dash or a minus sign.
func isDash(r rune) bool {
	return r == '-' || r >= '‐' && r <= '―' || r > '―' && strings.ContainsRune("−﹘﹣－⁃", r)
}

// inNumber reads a separator between two digits, or a Han scale: 45億6000万.
func (f *folder) inNumber(r rune, size int) bool {
	switch {
	case !f.digitAt(f.pos + size):
		return false
	case isDash(r) || r == '~' || r == '〜':
		return f.join("-", size)
	case strings.ContainsRune(".,:/", r):
		return f.join(string(r), size)
	}
	_, scale := Scale(string(r))
	return scale && ScriptOfRune(r) == Han && f.join(string(r), size)
}

// spacedRange reads a dash with spaces around it between two numbers of one line:
// "16 – 61" is one number as "16–61" is.
func (f *folder) spacedRange() bool {
	at := f.spacesTo(f.pos)
	r, size := f.runeAt(at)
	if !isDash(r) || at == f.pos && f.digitAt(at+size) {
		return false
	}
	to := f.spacesTo(at + size)
	return f.digitAt(to) && f.join("-", to-f.pos)
}

// percent reads a percent sign, in a sign or in words, behind a number.
func (f *folder) percent() bool {
	if strings.HasPrefix(f.src[f.pos:], ")%") { // (3.5)% is a loss
		return f.join(")%", len(")%"))
	}
	at := f.nextWord(f.pos)
	if r, size := f.runeAt(at); (r >= utf8.RuneSelf || !letterByte(byte(r))) && percents[string(r)] {
		return f.join("%", at+size-f.pos)
	}
	first := f.wordEnd(at)
	if first == at || measureOf(f.src[at:first])&shares == 0 {
		return false
	}
	word := Fold(f.src[at:first])
	behind := f.nextWord(first)
	second := f.wordEnd(behind)
	both := word + "_" + Fold(f.src[behind:second])
	switch heading := f.src[at:first] == "Percent" && f.src[at-1] == '\n'; {
	case heading, points[word], points[both]:
		return false
	case percents[both]:
		return f.join("%", second-f.pos)
	}
	return percents[word] && f.join("%", first-f.pos)
}

// nextWord returns the byte behind spaces and at most one line break.
func (f *folder) nextWord(at int) int {
	at = f.spacesTo(at)
	if at < len(f.src) && f.src[at] == '\n' {
		return f.spacesTo(at + 1)
	}
	return at
}

// wordEnd returns the byte behind the word at a byte, as far as a word for percent
// may go.
func (f *folder) wordEnd(at int) int {
	const longest = 24 // bytes
	for end := at; end < at+longest; {
		if end < len(f.src) && letterByte(f.src[end]) {
			end++
			continue
		}
		r, size := f.runeAt(end)
		if !unicode.IsLetter(r) {
			return end
		}
		end += size
	}
	return at
}

// closing reads a sign at the end of a word or number: 65+, C#, BBB-, HER2−.
func (f *folder) closing(r rune, size int) bool {
	next, _ := f.runeAt(f.pos + size)
	if unicode.IsLetter(next) || unicode.IsDigit(next) {
		return false
	}
	switch r {
	case '#':
		return !f.endsInDigit() && f.join("#", size)
	case '+':
		return next != '/' && f.join("+", size)
	case '−':
		return f.join("-", size)
	case '-':
		return next != '-' && next != '\n' && f.isGrade() && f.join("-", size)
	}
	return false
}

// isGrade reports whether the token at hand is a short word in capitals, behind which
// a hyphen is a minus.
func (f *folder) isGrade() bool {
	const longest = 8 // bytes
	word := f.src[f.last().Start:f.pos]
	return len(word) <= longest && strings.ToUpper(word) == word && strings.ToLower(word) != word
}

// caret reads a power in ASCII: 10^6, m^2.
func (f *folder) caret() bool {
	minus := f.src[f.pos:min(len(f.src), f.pos+2)] == "^-"
	switch {
	case minus && f.digitAt(f.pos+2):
		return f.join(f.power()+"-", 2)
	case f.digitAt(f.pos + 1):
		return f.join(f.power(), 1)
	}
	return false
}

// power is what sets raised digits off from what they raise: x² is folded as x2,
// 10⁶ as 10^6.
func (f *folder) power() string {
	if f.endsInDigit() {
		return "^"
	}
	return ""
}

// raised reads raised digits that are a power or part of a unit or an ion. All others
// are marks of footnotes.
func (f *folder) raised() bool {
	plain, size := f.raisedRun()
	if f.endsInDigit() && !f.isBase() || !f.endsInDigit() && !f.isRaisable(plain) {
		return false
	}
	return f.join(f.power()+plain, size)
}

// raisedRun returns the raised digits and signs at hand, and how many bytes they take.
func (f *folder) raisedRun() (plain string, size int) {
	for {
		r, n := f.runeAt(f.pos + size)
		if Raised(r) == 0 {
			return plain, size
		}
		plain, size = plain+string(rune(Raised(r))), size+n
	}
}

// isBase reports whether the token at hand is a number that can be raised to a power:
// no year, no date and no code.
func (f *folder) isBase() bool {
	number := string(f.out[f.last().at:])
	points := strings.Count(number, ".")
	year := len(number) == len("2006") && points == 0 && (number[0] == '1' || number[0] == '2')
	return !year && points < 2 && strings.Trim(number, "0123456789.,-") == ""
}

// isRaisable reports whether raised digits belong to the word in front of them: it is
// a single letter, a unit, or an ion.
func (f *folder) isRaisable(digits string) bool {
	word := f.src[f.last().Start:f.pos]
	if len(word) == 1 {
		return !f.behindSymbol() // not the C of °C
	}
	exponent := digits == "2" || digits == "3" || digits[0] == '-'
	return exponent && IsUnitSymbol(word) || len(word) == 2 && strings.ContainsAny(digits, "+-")
}

// amount reads a number with what stands in front of it: a comparison, a minus, a
// currency.
func (f *folder) amount() bool {
	const most = 3 // signs
	at, lead := f.pos, ""
	for n := 0; !f.digitAt(at); n++ {
		as, size := f.leads(at)
		if as == "" || n == most {
			return false
		}
		lead, at = lead+as, at+size
	}
	f.begin(TokenDigit)
	f.join(lead, at-f.pos)
	f.rest()
	return true
}

// leads reads one sign in front of a number, and the spaces behind a comparison; as
// is "" for any other.
func (f *folder) leads(at int) (as string, size int) {
	r, size := f.runeAt(at)
	switch {
	case r == '.':
		if at > f.pos || !f.behindWord() {
			as = "."
		}
	case isDash(r):
		if at > f.pos || f.isMinus(r, size) {
			as = "-"
		}
	case r == '$' || unicode.Is(unicode.Sc, r):
		as = foldSign(r)
	case r == '(' && at > f.pos: // $(12) is a loss
		as = "("
	default:
		if as, size = f.comparison(at); as != "" {
			size = f.spacesTo(at+size) - at
		}
	}
	return as, size
}

// isMinus reports whether a dash that may lead a number is no hyphen and no dash of a
// range of amounts: £5 – £10.
func (f *folder) isMinus(r rune, size int) bool {
	if f.digitAt(f.pos + size) {
		return r == '−' || !f.behindWord()
	}
	afterNumber := f.gap&^GapSpace == 0 && len(f.tokens) > 0 && f.last().Flags&TokenDigit != 0
	return !f.behindWord() && !afterNumber
}

// leadSigns are the signs that bound or mark the number behind them.
var leadSigns = WordSet("number_leads")

// comparison reads a sign of comparison.
func (f *folder) comparison(at int) (as string, size int) {
	r, size := f.runeAt(at)
	rest := f.src[at:]
	switch {
	case strings.HasPrefix(rest, "<="):
		return "≤", 2
	case strings.HasPrefix(rest, ">="):
		return "≥", 2
	case leadSigns[foldSign(r)] && !strings.HasPrefix(rest, "~~"):
		return foldSign(r), size
	}
	return "", 0
}
