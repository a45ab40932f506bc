package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/evidence"
)

// An app may show its marker with whatever it calls its passages by: "[Art. 3]", "(b)", "【資料2】". What stands
// in front of each passage tells: a sample in brackets and these heads are one pair, the shape with a hole and
// what fills it.

// pair is a shape that some sample shows, and what each passage fills it with.
type pair struct {
	open, close string // with the words of the sample around the hole
	shown       []string
	count       int
}

// Values that a sample may have in its hole, and what fits their like at the passages.
var holes = [...]struct{ value, like *regexp.Regexp }{
	{regexp.MustCompile(`^(\D*?)(\d+(?:[:.]\d+)*)$`), regexp.MustCompile(`\d+(?:[:.]\d+)*`)},
	{regexp.MustCompile(`^(\P{L}*)([IVXLC]+)$`), regexp.MustCompile(`[IVXLC]+`)},
	{regexp.MustCompile(`^(\P{L}*)([A-Z])$`), regexp.MustCompile(`[A-Z]`)},
	{regexp.MustCompile(`^(\P{L}*)([a-z])$`), regexp.MustCompile(`[a-z]`)},
}

// longValue is how many bytes a value has that is no passage's by chance.
const longValue = 5

// PairedWith is the form of markers of which the app's own words show a sample that is made like the heads of all
// its passages, with what each of them is called in it.
func PairedWith(texts []string, chunks []evidence.Chunk, passages []Passage) (form Form, shown []string, ok bool) {
	var pairs []pair
	for _, text := range texts {
		text = text[:min(len(text), maxFormText)]
		tries := 0
		for at, r := range text {
			if tries == maxSamples {
				break
			}
			if !opensBrackets(r) || at > 0 && opensBrackets(lastRune(text[:at])) {
				continue
			}
			tries++
			p, found := pairAt(text, at, chunks, passages)
			if !found {
				continue
			}
			same := func(o pair) bool { return o.open == p.open && o.close == p.close }
			if k := slices.IndexFunc(pairs, same); k >= 0 {
				pairs[k].count++
			} else {
				pairs = append(pairs, p)
			}
		}
	}
	best := pair{}
	for _, p := range pairs {
		if p.count > best.count {
			best = p
		}
	}
	return Form{Style: best.open + "{chunk_id}" + best.close}, best.shown, best.count > 0
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// pairAt reads the sample in brackets that begins in a text at an offset, with the heads of the passages.
func pairAt(text string, at int, chunks []evidence.Chunk, passages []Passage) (pair, bool) {
	open, inside, length := enclosed(text[at:], maxSample)
	if length == 0 || isForbidden(text, at) {
		return pair{}, false
	}
	inside = strings.TrimRightFunc(inside, closesBrackets)
	close := text[at+len(open)+len(inside) : at+length]
	if next := firstRune(strings.TrimLeft(text[at+length:], " ")); open == "(" && unicode.IsLetter(next) && next < utf8.RuneSelf {
		return pair{}, false // it counts what follows
	}
	for _, hole := range holes {
		m := hole.value.FindStringSubmatch(strings.TrimSpace(inside))
		if m == nil {
			continue
		}
		shown := fillers(open+m[1], hole.like, chunks, passages)
		if shown == nil {
			shown = fillers(m[1], hole.like, chunks, passages)
		}
		if shown != nil && (isCued(text, at, at+length, false) || headsOne(text, at, text[at:at+length], m[1], passages) || len(m[2]) >= longValue && slices.Contains(shown, m[2])) {
			return pair{open + m[1], close, shown, 1}, true
		}
	}
	if !isCued(text, at, at+length, false) {
		return pair{}, false
	}
	shown := alike(inside, open, chunks, passages)
	return pair{open, close, shown, 1}, shown != nil
}

// alike is a name of each passage, all of one kind and different, where a sample has their make, or only says what
// stands there and these stand in the same brackets; nil where there are none.
func alike(sample, open string, chunks []evidence.Chunk, passages []Passage) []string {
	says := !strings.ContainsFunc(sample, unicode.IsDigit) && !slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(sample), func(r rune) bool { return !unicode.IsLetter(r) }), isOtherWord)
	bracketed := func(c *evidence.Chunk, p *Passage) string {
		opened, inside, _ := enclosed(headLine(p.Before), maxSample)
		if opened != open {
			return ""
		}
		return inside
	}
	for k, kind := range [...]func(*evidence.Chunk, *Passage) string{
		bracketed,
		func(c *evidence.Chunk, _ *Passage) string { return c.ID },
		func(c *evidence.Chunk, _ *Passage) string { return c.Filename },
		func(c *evidence.Chunk, _ *Passage) string { return c.Title },
	} {
		out := make([]string, len(chunks))
		fits := func(i int) bool {
			out[i] = kind(&chunks[i], &passages[i])
			made := makeOf(out[i]) == makeOf(sample) && strings.Trim(makeOf(sample), "w") != "" || k == 0 && says
			return out[i] != "" && made && !slices.Contains(out[:i], out[i])
		}
		if everyPassage(chunks, fits) {
			return out
		}
	}
	return nil
}

// makeOf is how a name is made: its signs, with a letter in the place of each word and number.
func makeOf(name string) string { return wordOrNumber.ReplaceAllString(name, "w") }

var wordOrNumber = regexp.MustCompile(`[\pL\d]+`)

// everyPassage reports whether something holds of each passage of the app's, and there is one.
func everyPassage(chunks []evidence.Chunk, holds func(i int) bool) bool {
	some := false
	for i := range chunks {
		if !chunks[i].Ambient && !holds(i) {
			return false
		}
		some = some || !chunks[i].Ambient
	}
	return some
}

// headsOne reports whether it shows without a word for citing that a sample names a passage: it has the words of all
// passages' heads, heads one as it stands, or its sentence has the word before the passages' numbers.
func headsOne(text string, at int, sample, before string, passages []Passage) bool {
	heads := func(p Passage) bool { return strings.Contains(headLine(p.Before), sample) }
	if strings.ContainsFunc(before, unicode.IsLetter) || strings.ContainsRune(before, '§') || slices.ContainsFunc(passages, heads) {
		return true
	}
	sentence := text[max(0, at-maxSample):at]
	sentence = sentence[strings.LastIndexAny(sentence, ".!?;\n")+1:]
	return slices.ContainsFunc(passages, func(p Passage) bool {
		words := strings.FieldsFunc(headLine(p.Before), func(r rune) bool { return !unicode.IsLetter(r) })
		return len(words) == 1 && len(words[0]) > 2 && strings.Contains(sentence, words[0])
	})
}

// headLine is the last line of a text that says something.
func headLine(before string) string {
	before = strings.TrimRight(before, " \t\n")
	return before[strings.LastIndexByte(before, '\n')+1:]
}

// fillers are what stands in the place of a sample's value in the head of each passage, all of them different; nil
// where one has none.
func fillers(before string, like *regexp.Regexp, chunks []evidence.Chunk, passages []Passage) []string {
	before = squeezed(before)
	out := make([]string, len(chunks))
	fits := func(i int) bool {
		head := headLine(passages[i].Before)
		if len(head) <= maxHead {
			out[i] = filler(head, before, like)
		}
		return out[i] != "" && !slices.Contains(out[:i], out[i])
	}
	if !everyPassage(chunks, fits) {
		return nil
	}
	return out
}

// filler is the first value of a kind that stands in a head behind the words before it and in no word; "" for none:
// a title behind it may have figures of its own.
func filler(head, before string, like *regexp.Regexp) string {
	for _, at := range like.FindAllStringIndex(head, -1) {
		front, found := strings.CutSuffix(squeezed(head[:at[0]]), before)
		ends := firstRune(head[at[1]:])
		apart := before == "" && at[0] > 0 && unicode.IsSpace(lastRune(head[:at[0]]))
		if found && (apart || front == "" || partsWords(lastRune(front))) && !unicode.IsLetter(ends) && !unicode.IsDigit(ends) {
			return head[at[0]:at[1]]
		}
	}
	return ""
}

// partsWords reports whether a word may begin right behind a character: "資料2" has no space.
func partsWords(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) || unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana)
}

// squeezed is a text with one space in the place of white space, and none at its ends.
func squeezed(s string) string { return strings.Join(strings.Fields(s), " ") }
