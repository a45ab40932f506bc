package text

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// everyRune calls check with all characters of Unicode.
func everyRune(check func(r rune)) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if utf8.ValidRune(r) {
			check(r)
		}
	}
}

// TestScriptsAreUnicodes: a letter that has one of our scripts has it in Unicode, too.
func TestScriptsAreUnicodes(t *testing.T) {
	tables := map[Script][]*unicode.RangeTable{
		Latin: {unicode.Latin}, Cyrillic: {unicode.Cyrillic}, Greek: {unicode.Greek, unicode.Coptic}, ArabicScript: {unicode.Arabic, unicode.Syriac},
		Hebrew: {unicode.Hebrew}, Han: {unicode.Han}, Kana: {unicode.Hiragana, unicode.Katakana}, Hangul: {unicode.Hangul},
		Thai: {unicode.Thai, unicode.Lao, unicode.Myanmar, unicode.Khmer},
	}
	seen := map[Script]int{}
	everyRune(func(r rune) {
		script := ScriptOfRune(r)
		if script == OtherScript || !unicode.IsLetter(r) || unicode.In(r, unicode.Common, unicode.Inherited) {
			return
		}
		seen[script]++
		if !unicode.In(r, tables[script]...) && !unicode.In(r, unicode.Bopomofo, unicode.Thaana) {
			t.Errorf("%U (%c) is of script %d", r, r, script)
		}
	})
	for script := range tables {
		if seen[script] < 20 {
			t.Errorf("only %d letters of script %d", seen[script], script)
		}
	}
}

// TestPlainLettersArePlain: letters that are read without the tables of Unicode are
// what those tables make of them.
func TestPlainLettersArePlain(t *testing.T) {
	everyRune(func(r rune) {
		if isPlain(r) && (!norm.NFKC.IsNormalString(string(r)) || !unicode.IsLetter(r) || Invisible(r)) {
			t.Errorf("%U (%c) is not plain", r, r)
		}
	})
}

// TestFoldIsSettled: a folded word stays as it is, for every letter.
func TestFoldIsSettled(t *testing.T) {
	everyRune(func(r rune) {
		if !unicode.IsLetter(r) {
			return
		}
		word := "a" + string(r) + "b"
		once := Fold(word)
		if twice := Fold(once); twice != once {
			t.Errorf("%U: %q, then %q", r, once, twice)
		}
		if got := string(AppendFold(nil, word)); got != once {
			t.Errorf("%U: appended %q, folded %q", r, got, once)
		}
	})
}

// TestFoldedLettersMeet: a letter and its capital are one word for whoever compares
// words.
func TestFoldedLettersMeet(t *testing.T) {
	everyRune(func(r rune) {
		upper := unicode.ToUpper(r)
		if !unicode.IsLower(r) || upper == r || unicode.ToLower(upper) != r || !isPlain(r) {
			return
		}
		if small, large := folds("na"+string(r)+"n"), folds("na"+string(upper)+"n"); small != large {
			t.Errorf("%U: %q and %q", r, small, large)
		}
	})
}

// TestNoSignIsLost: what states something is a token, in every form that Unicode has
// for it.
func TestNoSignIsLost(t *testing.T) {
	for sign := range stating {
		if got := folds("a " + sign + " b"); got == "a b" {
			t.Errorf("%q is lost", sign)
		}
	}
	everyRune(func(r rune) {
		if unicode.Is(unicode.Sc, r) && folds("a "+string(r)+" b") == "a b" {
			t.Errorf("the currency %U is lost", r)
		}
	})
}

// TestAmountsKeepWhatLeadsThem: a comparison or currency in front of a number is part
// of its token, with a space between or not.
func TestAmountsKeepWhatLeadsThem(t *testing.T) {
	for sign := range leadSigns {
		if close, spaced := folds("is "+sign+"5 mg"), folds("is "+sign+" 5 mg"); close != spaced || close == "is 5 mg" {
			t.Errorf("%q: %q and %q", sign, close, spaced)
		}
	}
	for _, sign := range []string{"$", "€", "£", "¥", "₹"} {
		if got := folds("is " + sign + "5"); got != "is "+sign+"5" {
			t.Errorf("%q: %q", sign, got)
		}
	}
}

// TestSentencesHoldAllWords: sentences do not overlap, stand in order, and no letter
// stands outside of them, whatever parts a page.
func TestSentencesHoldAllWords(t *testing.T) {
	pages := []string{
		"# Title\n\nOne. Two!\n\n- item one\n- item two. More\n\n| a | b |\n|---|---|\n| 1 | x |\n\n```\ncode. here\n```\nEnd",
		"Dr. Who came at 5 p.m. on Monday. (He left.) “Really?” she said… 好。不好！\n\n1. a\n2) b\n(c) c",
		"Line that was wrapped at a width of about sixty characters here\nand goes on. Next.\r\n\r\nTitle\n=====\nText",
	}
	for _, page := range pages {
		for _, cut := range []string{page, strings.ReplaceAll(page, "\n", "\r\n"), page + page, strings.ToUpper(page)} {
			last := 0
			for _, s := range Sentences(cut) {
				if s.Start < last || s.End <= s.Start || s.End > len(cut) {
					t.Fatalf("%q: a sentence from %d to %d behind %d", cut, s.Start, s.End, last)
				}
				if lost := strings.IndexFunc(cut[last:s.Start], unicode.IsLetter); lost >= 0 {
					t.Errorf("%q: letters are lost in %q", cut, cut[last:s.Start])
				}
				last = s.End
			}
			if strings.IndexFunc(cut[last:], unicode.IsLetter) >= 0 {
				t.Errorf("%q: letters are lost in %q", cut, cut[last:])
			}
		}
	}
}
