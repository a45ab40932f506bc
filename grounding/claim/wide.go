package claim

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// wideClause is a clause in a script without spaces, without what denies: two
// clauses with one core say the same thing or the opposite.
type wideClause struct {
	core   string // without negators, particles and signs
	denies bool   // it has an odd number of negators
}

// shortestCore is how many characters two clauses must have in common before
// they are taken for the same proposition.
const shortestCore = 4

// wideContrast compares the polarity of Chinese and Japanese clauses, where
// pairs of characters stand in for words: a clause whose core the evidence has
// with the other polarity only, or with the opposite word in it.
func (r *reading) wideContrast() string {
	const most = 12 // clauses of one claim
	mine := wideClauses(r.text)
	if len(mine) == 0 || len(mine) > most {
		return ""
	}
	var theirs []wideClause
	for _, src := range r.sources {
		theirs = append(theirs, wideClauses(src.text)...)
	}
	for _, c := range mine {
		if d := c.against(theirs, r.lang); d != "" {
			return d
		}
	}
	return ""
}

// against holds a clause against those of the evidence.
func (c wideClause) against(theirs []wideClause, lang lexis.Language) string {
	other := false
	for _, t := range theirs {
		if strings.Contains(t.core, c.core) {
			if t.denies == c.denies {
				return ""
			}
			other = true
		}
	}
	if other {
		return fmt.Sprintf("the source has %q with the other polarity", c.core)
	}
	if core := c.turnedEnd(theirs); core != "" {
		return fmt.Sprintf("the source has %q with the other polarity", core)
	}
	for _, word := range substrings(c.core) {
		for _, opposite := range lang.Opposites(word) {
			turned := strings.Replace(c.core, word, opposite, 1)
			for _, t := range theirs {
				if t.denies == c.denies && strings.Contains(t.core, turned) {
					return fmt.Sprintf("the claim says %q, the source %q", word, opposite)
				}
			}
		}
	}
	return ""
}

// turnedEnd returns the core of a clause of the evidence that a longer clause
// ends in, where all such clauses have the other polarity: the subject stood in
// a clause before it. It is "" where there is none.
func (c wideClause) turnedEnd(theirs []wideClause) string {
	const least = shortestCore + 1
	end := ""
	for _, t := range theirs {
		if utf8.RuneCountInString(t.core) < least || !strings.HasSuffix(c.core, t.core) {
			continue
		}
		if t.denies == c.denies {
			return ""
		}
		end = t.core
	}
	return end
}

// substrings returns the runs of one to three characters of s, a bounded number.
func substrings(s string) (out []string) {
	const most = 120
	for i := range s {
		end := i
		for range 3 {
			_, n := utf8.DecodeRuneInString(s[end:])
			if n == 0 || len(out) == most {
				break
			}
			end += n
			out = append(out, s[i:end])
		}
	}
	return out
}

// wideClauses cuts a text into clauses and keeps those long enough.
func wideClauses(text string) (out []wideClause) {
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || endsClause(r) }) {
		if c := newWideClause(part); utf8.RuneCountInString(c.core) >= shortestCore {
			out = append(out, c)
		}
	}
	return out
}

// newWideClause takes the negators, the particles and the inflections out of a
// clause. Japanese inflects in hiragana, which therefore goes as a whole.
func newWideClause(s string) (c wideClause) {
	if wideRunes(s) < shortestCore {
		return c
	}
	s = notNegating.Replace(s)
	for _, n := range wideNegators {
		if strings.Count(s, n)%2 == 1 {
			c.denies = !c.denies
		}
		s = strings.ReplaceAll(s, n, "")
	}
	core := make([]rune, 0, len(s)/2)
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Hiragana, r), strings.ContainsRune(wideParticles, r):
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '%', r == '.', r == 'ー':
			core = append(core, unicode.ToLower(r))
		}
	}
	c.core = string(core)
	return c
}

// wideNegators turn a clause around, the longer ones first.
var wideNegators = []string{
	"ではありません", "ではない", "ません", "なかった", "ない", "禁止", "没有", "沒有", "并非", "並非", "不是", "不", "没", "沒", "未", "无", "無", "非", "勿",
}

// notNegating are words with a character that elsewhere negates. The double
// negation of Japanese obligation is among them.
var notNegating = strings.NewReplacer(
	"なければならない", "", "なければなりません", "", "なくてはならない", "", "かもしれない", "", "かもしれません", "", "少ない", "少", "少なくない", "少",
	"非常", "", "不仅", "", "不僅", "", "不但", "", "不断", "", "不斷", "", "不少", "", "不久", "", "不过", "", "不過", "", "不管", "", "不只", "", "不论", "", "不論", "",
	"无论", "", "無論", "", "未来", "", "未來", "", "不得不", "", "除非", "", "未満", "満", "未满", "满",
	"允许", "", "允許", "", "可以", "", "許可", "", "非洲", "", "無料", "", "差不多", "")

// wideParticles carry no proposition.
const wideParticles = "吗嗎呢的了着著过過地得所也都很并並而且且"
