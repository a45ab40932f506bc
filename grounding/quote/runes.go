package quote

import (
	"unicode"

	lexis "vouchsafe/grounding/text"
)

// separators are the punctuation marks beyond ASCII that separate tokens and
// whose kind matters.
var separators = map[rune]gap{
	'。': gapStop, '｡': gapStop, '．': gapStop, '！': gapStop, '؟': gapAsk, '？': gapAsk, '۔': gapStop, '¿': gapOther, '¡': gapOther,
	'；': gapSemi, '؛': gapSemi, '、': gapComma, '،': gapComma, '…': gapDots, '⋯': gapDots, '·': gapOther,
	'•': gapOther, '‣': gapOther, '◦': gapOther,
	'“': gapOther, '”': gapOther, '„': gapOther, '«': gapOther, '»': gapOther, '‹': gapOther, '›': gapOther, '「': gapOther, '」': gapOther,
	'『': gapOther, '』': gapOther, '（': gapOther, '）': gapOther, '【': gapOther, '】': gapOther, '《': gapOther,
	'》': gapOther, '｜': gapCell, '│': gapCell, '／': gapSlash,
	'†': gapOther, '‡': gapOther, '\ufffd': gapOther,
}

// inside maps the separators within numbers that ASCII writes otherwise: the
// Arabic decimal and thousands separators, the full-width point.
var inside = map[rune]byte{'٫': '.', '٬': ',', '．': '.'}

// isMark reports whether a rune changes the letter before it: a combining mark,
// or the voicing marks behind half-width kana.
func isMark(r rune) bool { return unicode.Is(unicode.M, r) || r == 'ﾞ' || r == 'ﾟ' }

// raise returns the raised form of a digit or sign, or 0.
func raise(r rune) rune {
	const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹"
	switch {
	case r == '-':
		return '⁻'
	case r == '+':
		return '⁺'
	case r < '0' || r > '9':
		return 0
	}
	return []rune(digits)[r-'0']
}

// isEmoji reports whether a rune is a picture that states something inside a
// line: a light, a medal, a flag, an arrow, a curve.
func isEmoji(r rune) bool {
	switch {
	case r >= 0x1f1e6 && r <= 0x1f1ff, r >= 0x1f534 && r <= 0x1f53d, r >= 0x1f7e0 && r <= 0x1f7eb, r >= 0x1f947 && r <= 0x1f949:
		return true
	case r == '📈', r == '📉', r == '⚫', r == '⚪', r == '⬆', r == '⬇', r == '➡', r == '⬅', r == '➕', r == '➖':
		return true
	}
	return false
}

// isDash reports whether a rune is a hyphen, a dash or a minus sign.
func isDash(r rune) bool {
	return r >= '‐' && r <= '―' || r == '−' || r == '﹘' || r == '﹣' || r == '－' || r == '⁃'
}

// isApostrophe reports whether a rune serves as an apostrophe.
func isApostrophe(r rune) bool {
	return r == '’' || r == '‘' || r == 'ʼ' || r == '＇' || r == '′' || r == '‛'
}

// isVowelSign reports whether a rune is an Arabic or Hebrew vowel sign, which
// texts usually leave out.
func isVowelSign(r rune) bool {
	return r >= '\u064b' && r <= '\u0652' || r == '\u0670' || r >= '\u0591' && r <= '\u05bd' || r == '\u05bf' ||
		r == '\u05c1' || r == '\u05c2' || r == '\u05c4' || r == '\u05c5'
}

// isUnspaced reports whether a rune belongs to a script that does not separate
// words by spaces, so that each character is a token.
func isUnspaced(r rune) bool {
	if r < 0xe00 {
		return false
	}
	if r >= 0x4e00 && r <= 0x9fff {
		return true
	}
	return r < 0xf00 || // Thai, Lao
		r >= 0x1000 && r < 0x10a0 || // Myanmar
		r >= 0x1780 && r < 0x1800 || // Khmer
		r >= 0x3005 && r <= 0x3007 || r >= 0x3041 && r <= 0x30ff || r >= 0x31f0 && r <= 0x31ff || // kana
		unicode.Is(unicode.Han, r)
}

// twinTable is the Latin twins of Cyrillic and Greek small letters by their offset,
// for speed.
var twinTable = func() (table [0x530 - 0x250]rune) {
	for i := range table {
		if r := rune(i + 0x250); unicode.IsLower(r) {
			table[i] = lexis.Twin(r)
		}
	}
	return table
}()

// lookAlike returns the Latin letter that a small letter looks like, or 0.
func lookAlike(r rune) rune {
	if r < 0x250 || r >= 0x530 {
		return 0
	}
	return twinTable[r-0x250]
}

// isPlain reports whether a rune is a letter of one of the common alphabets or
// scripts that NFKC leaves as it is where no combining mark follows.
func isPlain(r rune) bool {
	switch {
	case r < 0xc0:
		return false
	case r <= 0x17e:
		return r != '×' && r != '÷' && r != 'Ĳ' && r != 'ĳ' && r != 'Ŀ' && r != 'ŀ' && r != 'ŉ'
	case r < 0x391:
		return false
	case r <= 0x3c9:
		return r != 0x3a2
	case r >= 0x400 && r <= 0x481, r >= 0x48a && r <= 0x52f:
		return true
	case r >= 0x621 && r <= 0x63a, r >= 0x641 && r <= 0x64a:
		return true
	case r >= 0x3041 && r <= 0x3096, r >= 0x30a1 && r <= 0x30fa:
		return true
	case r >= 0x4e00 && r <= 0x9fa5, r >= 0xac00 && r <= 0xd7a3:
		return true
	}
	return false
}
