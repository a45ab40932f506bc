package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// signGaps are the punctuation marks whose kind matters.
var signGaps = func() map[rune]Gap {
	out := map[rune]Gap{}
	for key, kind := range map[string]Gap{"stop_signs": GapStop, "ask_signs": GapAsk, "semi_signs": GapSemi, "comma_signs": GapComma,
		"dots_signs": GapDots, "cell_signs": GapCell, "slash_signs": GapSlash} {
		for sign := range WordSet(key) {
			out[[]rune(sign)[0]] = kind
		}
	}
	return out
}()

// gapOf tells what kind of separator a character is that states nothing.
func (f *folder) gapOf(r rune, size int) Gap {
	switch {
	case r == '\t':
		return GapSpace | GapCell
	case strings.ContainsRune("\n\r\v\f\u0085\u2028\u2029", r):
		return GapSpace | GapBreak
	case unicode.IsSpace(r):
		return GapSpace
	case r == '_' && f.behindWord() && f.letterAt(f.pos+size):
		return GapHyphen
	case strings.HasPrefix(f.src[f.pos:], "..."):
		return GapDots
	}
	if kind, ok := signGaps[r]; ok {
		return kind
	}
	if kind, ok := signGaps[[]rune(foldSign(r))[0]]; ok {
		return kind
	}
	return GapOther
}

// Signs that state something: anywhere, or but at the start of a line, where they
// are bullets.
var (
	stating       = WordSet("stating_signs")
	statingInside = WordSet("stating_inside")
)

// states reports whether a sign states something.
func (f *folder) states(r rune, size int) bool {
	switch {
	case r == '*':
		return f.multiplies(size)
	case statingInside[string(r)]:
		return f.gap&GapBreak == 0 && len(f.tokens) > 0
	case stating[string(r)], unicode.Is(unicode.Sc, r), r >= 0x80 && unicode.Is(unicode.Sm, r):
		return true
	}
	return r >= 0x80 && stating[foldSign(r)]
}

// multiplies reports whether an asterisk stands between two numbers.
func (f *folder) multiplies(size int) bool {
	afterNumber := f.gap&^GapSpace == 0 && len(f.tokens) > 0 && f.last().Flags&TokenDigit != 0
	return afterNumber && f.digitAt(f.spacesTo(f.pos+size))
}

// foldSign writes a sign in its plain form.
func foldSign(r rune) string {
	if plain, ok := plainSigns[r]; ok {
		return plain
	}
	return norm.NFKC.String(string(r))
}

// plainSigns are the plain forms of the signs of ASCII and of the blocks of punctuation.
var plainSigns = func() map[rune]string {
	out := map[rune]string{}
	for _, block := range [][2]rune{
		{0, 0xbf}, {0x2010, 0x205e}, {0x20a0, 0x20c0}, {0x2190, 0x22ff}, {0x3001, 0x303f}, {0xfe30, 0xfe6f}, {0xff01, 0xff65},
	} {
		for r := block[0]; r <= block[1]; r++ {
			out[r] = norm.NFKC.String(string(r))
		}
	}
	for sign, plain := range Pairs("sign_folds") {
		out[[]rune(sign)[0]] = plain
	}
	return out
}()
