package quotes

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// Tampered makes the falsified quotes of a passage. A quote that is in the passage
// all the same is left out: it is cut short of something, and says no other words.
func Tampered(p Passage) []Quote {
	var out []Quote
	add := func(name, snippet string) {
		if snippet != "" && !strings.Contains(squeeze(p.Text), squeeze(snippet)) && !cut(p.Text, snippet) {
			out = append(out, Quote{false, name, p.Language, p.Text, snippet})
		}
	}
	for _, change := range p.Changes {
		for _, quote := range around(p.Text, change) {
			add(change.Kind, quote)
		}
	}
	all := sentences(p.Text)
	for i, sentence := range all {
		for _, change := range falsifying {
			add(change.name, change.make(sentence))
		}
		for _, quote := range deletions(sentence, unspaced(p.Language)) {
			add("word-deleted", quote)
		}
		for _, quote := range swaps(sentence, unspaced(p.Language)) {
			add("words-swapped", quote)
		}
		for _, added := range additions[p.Language] {
			for _, quote := range insertions(sentence, added, unspaced(p.Language)) {
				add("word-added", quote)
			}
		}
		if i > 0 {
			add("order", sentence+" … "+all[i-1])
			add("glued", strings.TrimRight(all[i-1], ".。")+", "+firstLower(sentence))
		}
	}
	return out
}

// cut reports whether a quote is a stretch of a text, the case of its letters and a
// full stop at its end apart, that no negation stands in front of.
func cut(written, snippet string) bool {
	before, _, found := strings.Cut(strings.ToLower(squeeze(written)), strings.ToLower(strings.TrimRight(squeeze(snippet), ".。,")))
	words := strings.Fields(before)
	return found && (len(words) == 0 || !text.LanguageOf(written).IsNegator(words[len(words)-1]))
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// around applies a change to the whole sentences it touches, and to a shorter
// run of words around it.
func around(text string, c Change) []string {
	at := strings.Index(text, c.From)
	changed := text[:at] + c.To + text[at+len(c.From):]
	start := strings.LastIndexAny(text[:at], ".。") + 1
	if start > 0 && text[start-1] != '.' {
		start = strings.LastIndex(text[:at], "。") + len("。")
	}
	if start > 0 && start < len(text) && text[start] != ' ' && text[start-1] == '.' {
		start = 0 // a decimal point or an abbreviation
	}
	end := at + len(c.To)
	if stop := strings.IndexAny(changed[end:], ".。"); stop >= 0 {
		_, size := utf8.DecodeRuneInString(changed[end+stop:])
		end += stop + size
	} else {
		end = len(changed)
	}
	return []string{strings.TrimSpace(changed[start:end]), strings.TrimSpace(changed)}
}

type falsification struct {
	name string
	make func(string) string
}

var (
	number  = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
	integer = regexp.MustCompile(`\d+`)
)

// falsifying are changes that need no knowledge of the language.
var falsifying = []falsification{
	{"digit-changed", onNumber(func(n string) string { return n[:len(n)-1] + string('0'+(n[len(n)-1]-'0'+3)%10) })},
	{"digit-added", onNumber(func(n string) string { return n + "0" })},
	{"digit-dropped", onNumber(func(n string) string {
		if len(n) < 2 {
			return ""
		}
		return n[1:]
	})},
	{"digit-leading", onNumber(func(n string) string { return "1" + n })},
	{"decimal-shift", onNumber(func(n string) string {
		if len(n) < 2 {
			return "0." + n
		}
		return n[:1] + "." + strings.NewReplacer(".", "", ",", "").Replace(n[1:])
	})},
	{"sign-added", onNumber(func(n string) string { return "-" + n })},
	{"comparison-added", onNumber(func(n string) string { return "<" + n })},
	{"range-made", onNumber(func(n string) string { return n + "-" + n + "0" })},
	{"thousand-added", onNumber(func(n string) string { return n + ",000" })},
	{"fraction-made", onNumber(func(n string) string { return n + "/7" })},
	{"power-made", onNumber(func(n string) string { return n + "⁶" })},
	{"letter-digit", onNumber(func(n string) string {
		return strings.NewReplacer("0", "O", "1", "l", "5", "S").Replace(n)
	})},
	{"percent-dropped", func(s string) string { return replaced(s, "%", "") }},
	{"percent-points", func(s string) string { return replaced(s, "%", " percentage points") }},
	{"permille", func(s string) string { return replaced(s, "%", "‰") }},
	{"numbers-swapped", numbersSwapped},
	{"question-made", func(s string) string {
		if !strings.HasSuffix(s, ".") {
			return ""
		}
		return strings.TrimSuffix(s, ".") + "? No."
	}},
	{"middle-deleted", middleDeleted},
	{"tail-invented", func(s string) string { return strings.TrimRight(s, ".。") + " Krentz 77." }},
	{"head-invented", func(s string) string { return "Krentz 77: " + s }},
}

// onNumber changes the first number of a sentence.
func onNumber(change func(string) string) func(string) string {
	return func(s string) string {
		at := number.FindStringIndex(s)
		if at == nil {
			return ""
		}
		to := change(s[at[0]:at[1]])
		if to == "" || to == s[at[0]:at[1]] {
			return ""
		}
		return s[:at[0]] + to + s[at[1]:]
	}
}

func replaced(s, from, to string) string {
	if !strings.Contains(s, from) {
		return ""
	}
	return strings.Replace(s, from, to, 1)
}

// numbersSwapped exchanges the first two numbers of a sentence.
func numbersSwapped(s string) string {
	at := integer.FindAllStringIndex(s, 2)
	if len(at) < 2 {
		return ""
	}
	a, b := s[at[0][0]:at[0][1]], s[at[1][0]:at[1][1]]
	if a == b {
		return ""
	}
	return s[:at[0][0]] + b + s[at[0][1]:at[1][0]] + a + s[at[1][1]:]
}

// parts cuts a sentence into what is deleted, swapped and added as one: words,
// or characters where there are no spaces.
func parts(s string, single bool) (out []string, glue string) {
	if !single {
		return strings.Fields(s), " "
	}
	for _, r := range s {
		out = append(out, string(r))
	}
	return out, ""
}

// deletions leaves out one word in the middle, without saying so.
func deletions(s string, single bool) []string {
	words, glue := parts(s, single)
	var out []string
	for i := 1; i < len(words)-1; i++ {
		if strings.ContainsFunc(words[i], unicode.IsLetter) {
			out = append(out, strings.Join(words[:i], glue)+glue+strings.Join(words[i+1:], glue))
		}
	}
	return out
}

// middleDeleted leaves out the middle third.
func middleDeleted(s string) string {
	words := strings.Fields(s)
	if len(words) < 9 {
		return ""
	}
	third := len(words) / 3
	return strings.Join(append(append([]string{}, words[:third]...), words[2*third:]...), " ")
}

// swaps exchanges two neighbouring words.
func swaps(s string, single bool) []string {
	words, glue := parts(s, single)
	var out []string
	for i := 1; i+1 < len(words)-1; i++ {
		if fold(words[i]) == fold(words[i+1]) {
			continue
		}
		other := append([]string{}, words...)
		other[i], other[i+1] = other[i+1], other[i]
		out = append(out, strings.Join(other, glue))
	}
	return out
}

func fold(word string) string { return strings.ToLower(strings.Trim(word, ".,;:!?。，")) }

// insertions puts a word into a sentence at a third and at two thirds.
func insertions(s, added string, single bool) []string {
	words, glue := parts(s, single)
	var out []string
	for _, at := range []int{len(words) / 3, 2 * len(words) / 3} {
		if at > 0 {
			out = append(out, strings.Join(words[:at], glue)+glue+added+glue+strings.Join(words[at:], glue))
		}
	}
	return out
}

// additions are words that change a statement wherever they are put.
var additions = map[string][]string{
	"en": {"not", "never", "only", "all", "allegedly", "without", "[not]", "[always]"},
	"de": {"nicht", "nie", "nur", "alle", "angeblich", "ohne", "kein"},
	"fr": {"pas", "jamais", "seulement", "tous", "sans", "peut-être"},
	"es": {"no", "nunca", "solo", "todos", "sin", "quizás"},
	"it": {"non", "mai", "solo", "tutti", "senza", "forse"},
	"pt": {"não", "nunca", "só", "todos", "sem", "talvez"},
	"nl": {"niet", "nooit", "alleen", "alle", "zonder", "misschien"},
	"ru": {"не", "никогда", "только", "все", "без", "якобы"},
	"ar": {"لا", "لم", "فقط", "جميع", "بدون", "ربما"},
	"zh": {"不", "没", "未", "只", "非"},
	"ja": {"ない", "不", "未", "のみ"},
}
