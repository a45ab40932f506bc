package quotes

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// honest is a way to alter a quote or its source without changing the words.
// It returns the empty snippet where it does not apply.
type honest struct {
	name string
	make func(chunk, quote string) (newChunk, snippet string)
}

// onSnippet makes an honest change that leaves the chunk alone.
func onSnippet(name string, change func(string) string) honest {
	return honest{name, func(chunk, quote string) (string, string) { return chunk, change(quote) }}
}

// onSource makes an honest change to the words in the chunk; the snippet has
// them clean.
func onSource(name string, change func(string) string) honest {
	return honest{name, func(chunk, quote string) (string, string) {
		return strings.Replace(chunk, quote, change(quote), 1), quote
	}}
}

var honestChanges = []honest{
	onSnippet("exact", func(q string) string { return q }),
	onSnippet("quoted", func(q string) string { return "“" + q + "”" }),
	onSnippet("guillemets", func(q string) string { return "« " + q + " »" }),
	onSnippet("bullet", func(q string) string { return "- " + q }),
	onSnippet("no-full-stop", func(q string) string { return strings.TrimRight(q, ".。") }),
	onSnippet("extra-stop", func(q string) string { return q + "." }),
	onSnippet("lower-case", strings.ToLower),
	onSnippet("first-lower", firstLower),
	onSnippet("double-space", spaces("  ")),
	onSnippet("newline", spaces("\n")),
	onSnippet("no-break-space", spaces("\u00a0")),
	onSnippet("thin-space", spaces("\u2009")),
	onSnippet("zero-width", func(q string) string { return every(q, 7, "\u200b") }),
	onSnippet("soft-hyphen", func(q string) string { return inWords(q, "\u00ad") }),
	onSnippet("decomposed", norm.NFD.String),
	onSnippet("curly", strings.NewReplacer("'", "’").Replace),
	onSnippet("markdown-bold", func(q string) string { return "**" + q + "**" }),
	onSnippet("markdown-italic-word", func(q string) string { return emphasise(q, "_") }),
	onSnippet("markdown-quote", func(q string) string { return "> " + q }),
	onSnippet("html-entities", strings.NewReplacer("<", "&lt;", "'", "&#39;", "é", "&eacute;", "ü", "&uuml;", "µ", "&micro;").Replace),
	onSnippet("ellipsis-start", func(q string) string { return "… " + q }),
	onSnippet("ellipsis-end", func(q string) string { return strings.TrimRight(q, ".。") + " …" }),
	onSnippet("full-width-digits", fullWidth),
	onSnippet("footnote-added", func(q string) string { return q + " [3]" }),
	onSnippet("spelt-percent", spellPercent),
	onSnippet("commas-dropped", func(q string) string { return strings.ReplaceAll(q, ", ", " ") }),
	onSource("source-hyphenation", func(q string) string { return inWords(q, "-\n") }),
	onSource("source-soft-hyphen", func(q string) string { return inWords(q, "\u00ad") }),
	onSource("source-zero-width", func(q string) string { return every(q, 9, "\u200b") }),
	onSource("source-newlines", spaces("\n")),
	onSource("source-decomposed", norm.NFD.String),
	onSource("source-ligatures", strings.NewReplacer("fi", "ﬁ", "fl", "ﬂ", "ff", "ﬀ").Replace),
	onSource("source-footnotes", func(q string) string { return middle(q, "[4]") }),
	onSource("source-raised-footnote", func(q string) string { return strings.TrimRight(q, ".。") + "¹²." }),
	onSource("source-markdown", func(q string) string { return emphasise(q, "**") }),
	onSource("source-link", link),
	onSource("source-html", func(q string) string { return "<p>" + emphasiseHTML(q) + "</p>" }),
	onSource("source-table", func(q string) string { return "| a | " + q + " | z |" }),
	onSource("source-json", func(q string) string {
		return `{"id": 7, "text": "` + strings.ReplaceAll(q, `"`, `\"`) + `", "ok": true}`
	}),
	onSource("source-capitals", strings.ToUpper),
}

// spaces replaces the spaces between words.
func spaces(by string) func(string) string {
	return func(q string) string { return strings.ReplaceAll(q, " ", by) }
}

func firstLower(q string) string {
	r := []rune(q)
	r[0] = unicode.ToLower(r[0])
	return string(r)
}

// every inserts a mark behind every n-th letter.
func every(q string, n int, mark string) string {
	var out strings.Builder
	for i, r := range []rune(q) {
		if i > 0 && i%n == 0 && unicode.IsLetter(r) {
			out.WriteString(mark)
		}
		out.WriteRune(r)
	}
	return out.String()
}

// inWords breaks the long words of a quote with a mark, between letters.
func inWords(q, mark string) string {
	words := strings.Split(q, " ")
	for i, word := range words {
		r := []rune(word)
		if len(r) < 8 || strings.ContainsFunc(word, func(c rune) bool { return !unicode.IsLetter(c) && c != '.' && c != ',' }) || r[0] > 0x2e80 {
			continue
		}
		words[i] = string(r[:4]) + mark + string(r[4:])
	}
	return strings.Join(words, " ")
}

// middle puts a mark behind a word in the middle.
func middle(q, mark string) string {
	words := strings.Split(q, " ")
	if len(words) < 4 {
		return q
	}
	words[len(words)/2] += mark
	return strings.Join(words, " ")
}

func emphasise(q, mark string) string {
	words := strings.Split(q, " ")
	if len(words) < 4 {
		return q
	}
	words[1] = mark + words[1] + mark
	return strings.Join(words, " ")
}

func emphasiseHTML(q string) string {
	words := strings.Split(q, " ")
	if len(words) < 4 {
		return q
	}
	words[2] = `<em class="x">` + words[2] + "</em>"
	return strings.Join(words, " ")
}

func link(q string) string {
	words := strings.Split(q, " ")
	if len(words) < 4 {
		return q
	}
	words[2] = "[" + words[2] + "](https://example.org/a_b)"
	return strings.Join(words, " ")
}

func fullWidth(q string) string {
	if strings.ContainsAny(q, "⁶") {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r - '0' + '０'
		}
		return r
	}, q)
}

func spellPercent(q string) string {
	if !strings.Contains(q, "%") || strings.ContainsFunc(q, func(r rune) bool { return r > 0x250 }) {
		return ""
	}
	return strings.NewReplacer(" %", " percent", "%", " percent").Replace(q)
}

// Faithful makes the faithful quotes of a passage.
func Faithful(p Passage) []Quote {
	var out []Quote
	add := func(name, chunk, snippet string) {
		if snippet != "" {
			out = append(out, Quote{true, name, p.Language, chunk, snippet})
		}
	}
	all := sentences(p.Text)
	for _, sentence := range all {
		for _, change := range honestChanges {
			chunk, snippet := change.make(p.Text, sentence)
			add(change.name, chunk, snippet)
		}
		for _, slip := range slips(p, sentence) {
			add("typo", p.Text, slip)
		}
	}
	if len(all) < 2 {
		return out
	}
	add("two-sentences", strings.ReplaceAll(p.Text, ". ", ".\n\n"), strings.Join(all[:2], " "))
	add("whole", p.Text, p.Text)
	if len(all) > 2 {
		add("ellipsis", p.Text, all[0]+" […] "+all[2])
		add("ellipsis-dots", p.Text, strings.TrimRight(all[0], ".。")+" ... "+all[2])
	}
	return out
}

// slips makes typos in the long words of a sentence: letters swapped, and in
// English also dropped and doubled, inside.
func slips(p Passage, sentence string) []string {
	var out []string
	for _, word := range strings.Fields(sentence) {
		clean := []rune(strings.Trim(word, ".,;"))
		if len(clean) < 8 || strings.ContainsFunc(string(clean), func(r rune) bool { return !unicode.IsLower(r) }) || decisive[string(clean)] {
			continue
		}
		forms := [][]rune{slices.Concat(clean[:3], clean[4:5], clean[3:4], clean[5:])}
		if p.Language == "en" {
			forms = append(forms, slices.Concat(clean[:4], clean[5:]), slices.Concat(clean[:4], clean[3:]))
		}
		for _, slip := range forms {
			if string(slip) != string(clean) {
				out = append(out, strings.Replace(sentence, string(clean), string(slip), 1))
			}
		}
	}
	return out
}

// decisive are words in which the passages' own changes live.
var decisive = map[string]bool{"unlawful": true, "rejected": true, "disabled": true, "forbidden": true, "hypotension": true, "suspected": true, "disagree": true}
