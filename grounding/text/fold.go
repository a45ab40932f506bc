package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// folder turns a shown text into tokens of folded characters in one pass. A token is
// a word, a number with all that belongs to it ("≤ $5.50", "5–10", "12 %"), one
// character of a script without spaces, or a sign that states something.
type folder struct {
	src     string
	pos     int // the byte that is read next
	out     []byte
	tokens  []Token
	gap     Gap        // what separates since the last token
	strikes TokenFlags // TokenStruck while words are struck out
	latin   bool       // the token at hand has a Latin letter
	foreign bool       // the token at hand has another letter
}

// run folds the whole text.
func (f *folder) run() {
	for f.pos < len(f.src) {
		c := f.src[f.pos]
		switch {
		case c == ' ':
			f.separate(GapSpace, 1)
		case letterByte(c) && f.plainWord():
		case isAlnum(c):
			f.token()
		case c < utf8.RuneSelf:
			if gap := parting[c]; gap != 0 && f.breaksAt(f.pos+1) {
				f.separate(gap, 1)
			} else {
				f.sign(rune(c), 1)
			}
		default:
			f.wide()
		}
	}
}

// parting is what the commonest signs part where white space stands behind them: there
// they can be nothing else.
var parting = func() (gaps [utf8.RuneSelf]Gap) {
	for _, c := range ",.;:!?\n" {
		gaps[c] = (&folder{src: string(c)}).gapOf(c, 1)
	}
	return gaps
}()

// plainWord reads a word of two letters of ASCII or more that nothing is joined to: most are.
func (f *folder) plainWord() bool {
	end := f.pos + 1
	for end < len(f.src) && letterByte(f.src[end]) {
		end++
	}
	if end == f.pos+1 || end < len(f.src) && (f.src[end] >= utf8.RuneSelf || isDigitByte(f.src[end]) || wordJoints[f.src[end]]) {
		return false
	}
	f.begin(0)
	t := f.last()
	if f.src[f.pos] < 'a' {
		t.Flags |= TokenCapital
	}
	f.out = append(f.out, f.src[f.pos:end]...)
	for i := int(t.at); i < len(f.out); i++ {
		f.out[i] |= 'a' - 'A'
	}
	f.pos, t.End = end, uint32(end)
	return true
}

// breaksAt reports whether a space, a line break or the end stands at a byte.
func (f *folder) breaksAt(at int) bool {
	return at >= len(f.src) || f.src[at] == ' ' || f.src[at] == '\n'
}

func isDigitByte(c byte) bool { return c-'0' <= 9 }

func isAlnum(c byte) bool { return letterByte(c) || isDigitByte(c) }

// wide reads a character beyond ASCII outside a token.
func (f *folder) wide() {
	r, size := f.runeAt(f.pos)
	switch {
	case ScriptOfRune(r).Unspaced():
		f.character(r, size)
	case unicode.IsLetter(r) && !IsApostrophe(r):
		f.token()
	case unicode.Is(unicode.M, r):
		f.pos += size // a mark on nothing
	default:
		f.sign(r, size)
	}
}

// runeAt returns the character at a byte, and 0 at the end.
func (f *folder) runeAt(at int) (r rune, size int) {
	if at >= len(f.src) {
		return 0, 0
	}
	if c := f.src[at]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(f.src[at:])
}

// digitAt reports whether a digit stands at a byte. In a shown text it is ASCII.
func (f *folder) digitAt(at int) bool { return at < len(f.src) && isDigitByte(f.src[at]) }

// letterAt reports whether a letter stands at a byte.
func (f *folder) letterAt(at int) bool {
	r, _ := f.runeAt(at)
	return unicode.IsLetter(r)
}

// spacesTo returns the byte behind the spaces at a byte.
func (f *folder) spacesTo(at int) int {
	for {
		r, size := f.runeAt(at)
		if r != ' ' && (r < utf8.RuneSelf || !unicode.Is(unicode.Zs, r)) {
			return at
		}
		at += size
	}
}

// endsInDigit reports whether the last folded character is a digit.
func (f *folder) endsInDigit() bool { return len(f.out) > 0 && isDigitByte(f.out[len(f.out)-1]) }

// last returns the token that was begun last.
func (f *folder) last() *Token { return &f.tokens[len(f.tokens)-1] }

// behindWord reports whether nothing stands between the place at hand and a word or
// number in front of it.
func (f *folder) behindWord() bool {
	return f.gap == 0 && len(f.tokens) > 0 && f.last().Flags&(TokenUnspaced|TokenSign) == 0
}

// separate notes a separator of n bytes.
func (f *folder) separate(g Gap, n int) {
	f.gap |= g
	f.pos += n
}

// begin starts a token.
func (f *folder) begin(flags TokenFlags) {
	f.tokens = append(f.tokens, Token{Start: uint32(f.pos), at: uint32(len(f.out)), Gap: f.gap, Flags: flags | f.strikes})
	f.gap, f.latin, f.foreign = 0, false, false
}

// token reads a word or a number: letters, digits and what joins them.
func (f *folder) token() {
	if r, _ := f.runeAt(f.pos); unicode.IsUpper(r) {
		f.begin(TokenCapital)
	} else {
		f.begin(0)
	}
	f.rest()
}

// rest reads the rest of a token and ends it.
func (f *folder) rest() {
	for f.letters() || f.digits() || f.joint() {
	}
	t := f.last()
	t.End = uint32(f.pos)
	if f.foreign && (f.latin || f.behindSymbol()) {
		f.unmask(t)
	}
	if len(f.out)-int(t.at) == 1 && f.out[t.at] == 'x' && f.betweenNumbers() {
		f.out = append(f.out[:t.at], "×"...) // 2.3 x 1.8
		t.Flags |= TokenSign
	}
}

// behindSymbol reports whether nothing stands between the last token and a sign in
// front of it.
func (f *folder) behindSymbol() bool {
	n := len(f.tokens)
	return n > 1 && f.last().Gap == 0 && f.tokens[n-2].Flags&TokenSign != 0
}

// betweenNumbers reports whether the last token stands between two numbers.
func (f *folder) betweenNumbers() bool {
	n := len(f.tokens)
	return n > 1 && f.tokens[n-2].Flags&TokenDigit != 0 && f.digitAt(f.spacesTo(f.pos))
}

// letters reads a run of letters.
func (f *folder) letters() bool {
	from := f.pos
	for f.pos < len(f.src) {
		end := f.pos
		for end < len(f.src) && letterByte(f.src[end]) {
			end++
		}
		if end > f.pos {
			at := len(f.out)
			f.out = append(f.out, f.src[f.pos:end]...)
			for i := at; i < len(f.out); i++ {
				f.out[i] |= 'a' - 'A' // they are all letters
			}
			f.pos, f.latin = end, true
			continue
		}
		r, size := f.runeAt(f.pos)
		if size < 2 || !f.letter(r) {
			break
		}
		f.pos += size
	}
	return f.pos > from
}

// letterFold is what a letter or mark beyond ASCII is folded to.
type letterFold struct {
	is    bool // it is part of a word
	lossy bool // texts leave it out or write another letter
	latin bool
	plain string
}

// Letters that are folded to others: equal ones, and those that many leave out or
// write otherwise.
var (
	equalLetters = Pairs("letter_folds")
	lossyLetters = Pairs("lossy_folds")
)

// commonFolds are the folds of the first characters of Unicode, with the alphabets of
// Latin, Greek, Cyrillic, Hebrew and Arabic.
var commonFolds = func() (table [0x700]letterFold) {
	for r := range table {
		table[r] = foldLetter(rune(r))
	}
	return table
}()

// foldLetter tells what a character is folded to.
func foldLetter(r rune) letterFold {
	switch {
	case IsVowelSign(r):
		return letterFold{is: true, lossy: true}
	case IsApostrophe(r), ScriptOfRune(r).Unspaced(), !unicode.In(r, unicode.L, unicode.M):
		return letterFold{}
	}
	lower := string(unicode.ToLower(r))
	latin := ScriptOfRune(r) == Latin
	if plain, ok := equalLetters[lower]; ok {
		return letterFold{is: true, latin: latin, plain: plain}
	}
	if plain, ok := lossyLetters[lower]; ok {
		return letterFold{is: true, latin: latin, plain: plain, lossy: true}
	}
	return letterFold{is: true, latin: latin, plain: lower}
}

// letter adds a letter beyond ASCII.
func (f *folder) letter(r rune) bool {
	var fold letterFold
	if int(r) < len(commonFolds) {
		fold = commonFolds[r]
	} else {
		fold = foldLetter(r)
	}
	if fold.lossy {
		f.last().Flags |= TokenLossy
	} else if fold.is {
		f.latin, f.foreign = f.latin || fold.latin, f.foreign || !fold.latin
	}
	f.out = append(f.out, fold.plain...)
	return fold.is
}

// IsVowelSign reports whether a character is an Arabic or Hebrew vowel sign, which
// texts usually leave out.
func IsVowelSign(r rune) bool {
	return r >= 0x591 && r <= 0x670 && unicode.Is(unicode.Mn, r)
}

// unmask writes the letters of a word of TokenMixed scripts as the Latin letters they
// look like.
func (f *folder) unmask(t *Token) {
	folded := string(f.out[t.at:])
	if plain := Skeleton(folded); plain != folded {
		if f.latin {
			t.Flags |= TokenMixed
		}
		f.out = append(f.out[:t.at], plain...)
	}
}

// digits reads a run of digits.
func (f *folder) digits() bool {
	from := f.pos
	for f.digitAt(f.pos) {
		f.pos++
	}
	if f.pos == from {
		return false
	}
	f.last().Flags |= TokenDigit
	f.out = append(f.out, f.src[from:f.pos]...)
	return true
}

// counters are the signs of Japanese that count months and places: 1か月, 1ヶ月.
var counters = WordSet("counters")

// character adds a letter of a script without spaces, with the marks on it, as a
// token of its own.
func (f *folder) character(r rune, size int) {
	counts := f.gap == 0 && f.endsInDigit() && counters[string(r)]
	f.begin(TokenUnspaced)
	if counts {
		r = 'ヶ'
	}
	f.out = utf8.AppendRune(f.out, r)
	f.pos += size
	for {
		r, size = f.runeAt(f.pos)
		if size == 0 || !unicode.Is(unicode.M, r) {
			break
		}
		f.out = utf8.AppendRune(f.out, r)
		f.pos += size
	}
	f.last().End = uint32(f.pos)
}

// sign reads a character that is no letter and no digit, outside a token.
func (f *folder) sign(r rune, size int) {
	if kind, ok := signGaps[r]; ok && r >= utf8.RuneSelf {
		f.separate(kind, size)
		return
	}
	switch {
	case Raised(r) != 0:
		_, size = f.raisedRun()
		f.separate(GapOther, size) // the mark of a footnote
	case r == '[' && MarkerLength(f.src[f.pos:]) > 0:
		f.separate(GapOther, MarkerLength(f.src[f.pos:]))
	case f.amount():
	case isDash(r):
		f.dash(r, size)
	case strings.HasPrefix(f.src[f.pos:], "~~"):
		f.strike()
	case strings.HasPrefix(f.src[f.pos:], "+/-"):
		f.statement("±", len("+/-"))
	case f.states(r, size):
		if as, n := f.comparison(f.pos); as != "" {
			f.statement(as, n)
			return
		}
		f.statement(foldSign(r), size)
	case unicode.In(r, unicode.No, unicode.Nl):
		f.fraction(r, size)
	default:
		f.separate(f.gapOf(r, size), size)
	}
}

// TokenSign adds a token for a sign that states something.
func (f *folder) statement(as string, n int) {
	f.begin(TokenSign)
	f.out = append(f.out, as...)
	f.pos += n
	f.last().End = uint32(f.pos)
}

// fraction reads a number of one character that is no digit: ½.
func (f *folder) fraction(r rune, size int) {
	f.begin(TokenDigit)
	f.out = append(f.out, strings.ReplaceAll(foldSign(r), "⁄", "/")...)
	f.pos += size
	f.last().End = uint32(f.pos)
}

// dash tells a hyphen from a dash.
func (f *folder) dash(r rune, size int) {
	next, _ := f.runeAt(f.pos + size)
	doubled := r == '-' && (next == '-' || f.pos > 0 && f.src[f.pos-1] == '-')
	if f.behindWord() && !doubled && r != '—' && r != '―' {
		f.separate(GapHyphen, size)
		return
	}
	f.separate(GapDash, size)
}

// maxStruck bounds, in bytes, what is TokenStruck out in one go.
const maxStruck = 2000

// strike begins or ends what two tildes strike out; three are a fence around code.
func (f *folder) strike() {
	n := len("~~")
	for f.pos+n < len(f.src) && f.src[f.pos+n] == '~' {
		n++
	}
	if n == len("~~") {
		rest := f.src[f.pos+n : min(len(f.src), f.pos+n+maxStruck)]
		if f.strikes == 0 && strings.Contains(rest, "~~") {
			f.strikes = TokenStruck
		} else {
			f.strikes = 0
		}
	}
	f.separate(GapOther, n)
}
