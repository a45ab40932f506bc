package ask

import (
	"regexp"
	"slices"
	"strings"

	"vouchsafe/proxy/wire/prompt"
)

// Demand is the form that an app demands of a reply, as its own words tell it.
type Demand struct {
	JSON    bool     // a JSON text, its members named in the prompt
	Schema  bool     // under the client's own response_format
	Signs   []string // delimiters of records, such as <|#|>
	Tags    []string // elements that the prompt shows, such as <entity>
	Tuples  bool     // a line is (a, b, c)
	CSV     bool     // rows below a header that the prompt shows
	Labels  []string // of which the reply is one
	Numbers bool     // the reply is a number, or several
	Lists   bool     // terms or queries, separated or one a line
	Short   bool     // a title, a query, a phrase
	Code    bool     // a query or a program
	Passage bool     // a text to search with, or to be found by

	Rework bool // the reply is another version of the material

	figures bool   // of Rework: in the same language, with no other figures
	open    bool   // no form is ordered: the reply may be JSON that states nothing
	words   string // in which members are looked up
	lower   string // words in lower case, once needed
	answers bool   // a member of it holds an answer
	sourced bool   // passages stand beside it: a member of a reply that holds an answer is one
	byNoun  bool   // only what is to be made tells it: a title, questions
	phrases bool   // what is to be made tells that it is a phrase, or several
	quoted  bool   // of JSON that a program orders and nobody asks for: what stands in words needs no name
	rule    *Rule  // of the operator, which says the form
}

// Name tells the form in a word or two.
func (d *Demand) Name() string {
	if d.rule != nil {
		return d.rule.Name
	}
	var names []string
	for _, form := range []struct {
		demanded bool
		name     string
	}{
		{d.Schema, FormSchema}, {d.JSON, FormJSON}, {len(d.Signs) > 0 || d.Tuples || d.CSV, FormRecords}, {len(d.Tags) > 0, FormTags},
		{len(d.Labels) > 0, string(Label)}, {d.Numbers, string(Score)}, {d.Lists, string(Keywords)}, {d.Short, string(Title)}, {d.Code, FormCode}, {d.Passage, FormPassage}, {d.Rework, FormRework},
	} {
		if form.demanded {
			names = append(names, form.name)
		}
	}
	return strings.Join(names, ", ")
}

// any tells whether a form is demanded.
func (d *Demand) any() bool {
	return d.JSON || d.Schema || len(d.Signs) > 0 || len(d.Tags) > 0 || d.Tuples || d.CSV || len(d.Labels) > 0 || d.Numbers || d.Lists || d.Short || d.Code
}

// strict tells a form that nobody would order of an answer in prose.
func (d *Demand) strict() bool {
	return d.JSON || d.Schema || len(d.Tags) > 0 || d.Tuples || d.CSV || slices.ContainsFunc(d.Signs, func(s string) bool { return len(s) > 1 })
}

var (
	jsonSample = regexp.MustCompile(`[{\[]\s*(?:\{\s*)?["']([\pL_][\pL\pN_ -]{0,40})["']\s*:`)
	jsonMember = regexp.MustCompile(`["']([\pL_][\pL\pN_ -]{0,40})["']\s*:\s*(\S)`)
	delimiter  = regexp.MustCompile(`<\|(?:[^|\s<>]{1,16}\|)?>|\|\|\|?|<SEP>`)
	separator  = regexp.MustCompile("(?i)(?:separated by|delimited by|delimiter|separator)[^\"'`\\n]{0,30}[\"'`]([^\\pL\\pN\\s\"'`]{1,4})[\"'`]|[\"'`]([^\\pL\\pN\\s\"'`]{1,4})[\"'`] (?:symbols?|as (?:the |a )?(?:delimiter|separator))")
	element    = regexp.MustCompile(`<([a-z][a-z0-9_]{0,30})(?: [^<>\n]{0,80})?>[^<>]{0,120}</([a-z][a-z0-9_]{0,30})>`)
	tuple      = regexp.MustCompile(`\([\pL_ ]{2,30}(?:, ?[\pL_ ]{2,30}){1,4}\)`)
	asCSV      = regexp.MustCompile(`\b(?:as|in|only|output|return) (?:a )?(?:valid )?csv\b|\bcsv with\b`)
	choice     = regexp.MustCompile("[\"'`“‘«「]([^\"'`“”‘’«»「」\\n]{1,30})[\"'`”’»」](?:\\s*(?:,|、|，|;|/|\\||(?:,\\s*)?(?:or|oder|ou|o|или|或者?|または|또는))\\s*[\"'`“‘«「]([^\"'`“”‘’«»「」\\n]{1,30})[\"'`”’»」])+")
	quotedWord = regexp.MustCompile("[\"'`“‘«「]([^\"'`“”‘’«»「」\\n]{1,30})[\"'`”’»」]")
	plainWords = regexp.MustCompile(`(?i)\b(?:answer|respond|reply|return|output|say|write|print)(?: (?:only|just|simply|with|either|exactly|a single word|one word)){0,3}:? ([\pL_]{2,20}),? or ([\pL_]{2,20})\s*(?:[.,;:)\n]|$)`)
	rowAtEnd   = regexp.MustCompile(`((?:[\pL-]{2,20}, )+)([\pL-]{2,20}),? \pL{1,6} ([\pL-]{2,20})[.:]?$`)
	shouted    = regexp.MustCompile(`\b(\p{Lu}{2,20})(?:/| ?\| ?|,? \pL{1,6} )(\p{Lu}{2,20})\b`)
	span       = regexp.MustCompile(`\d\s*(?:-|–|to|and|,)\s*\d|\bsay \d|\b(?:return|output|score of|rating of|give)\s+["']?\d`)
	listSample = regexp.MustCompile(`(?:["']([\pL_][\pL\pN_ -]{0,40})["']\s*:\s*|(?:^|[^\pL\pN_:]) ?)\[\s*["'][^"'\[\]{}\n]{1,60}["']\s*[,\]]`)
	size       = regexp.MustCompile(`\b(?:\d|10|12)(?:\s*(?:-|–|to|or)\s*\d{1,2})?[ -]words?\b`)
)

// demand reads the form that a text demands.
func (w *Words) demand(text string) Demand {
	d := Demand{words: text, Schema: w.Format == prompt.FormatJSONSchema}
	text = bounded(text)
	lower := strings.ToLower(text)
	sample := strings.ContainsAny(text, "{[") && jsonSample.MatchString(text[strings.IndexAny(text, "{["):])
	d.JSON = w.Format != prompt.FormatText || !d.Schema && strings.Contains(lower, "json") || sample
	if d.JSON {
		d.words += w.Schema
	}
	d.answers = sample && holdsAnswer(text, "<{0123456789") || w.Schema != "" && holdsAnswer(w.Schema, "")
	d.signs(text, lower)
	d.Tuples = !d.strict() && strings.Contains(text, "(") && tuple.MatchString(text)
	d.CSV = strings.Contains(lower, "csv") && asCSV.MatchString(lower)
	d.labels(text, lower)
	digits := aroundDigits(lower)
	made := madeIn(text)
	d.Numbers = made["rank_orders"] || holds(lower, "number_words") && (span.MatchString(digits) || holds(lower, "number_orders"))
	d.Lists = holds(lower, "list_orders") || len(d.Signs) > 0 || showsList(text)
	d.Short = len(d.Labels) == 0 && (size.MatchString(digits) || holds(lower, "size_orders"))
	d.Code = made["code_words"]
	d.byNoun = !d.any()
	d.phrases = made["list_products"] || made["short_products"]
	d.Lists, d.Short = d.Lists || made["list_products"], d.Short || made["short_products"]
	return d
}

// Bounds of the text that a form is read in.
const (
	formHead = 24 << 10
	formTail = 8 << 10
)

func bounded(text string) string {
	if len(text) <= formHead+formTail {
		return text
	}
	return strings.ToValidUTF8(text[:formHead]+"\n"+text[len(text)-formTail:], "")
}

// aroundDigits is what stands around the digits of a text.
func aroundDigits(text string) string {
	const before, behind = 16, 24
	var b strings.Builder
	for i, windows := 0, 0; i < len(text) && windows < maxMembersRead; i++ {
		if text[i] < '0' || text[i] > '9' {
			continue
		}
		end := min(len(text), i+behind)
		b.WriteString(text[max(0, i-before):end])
		b.WriteByte('\n')
		i, windows = end-1, windows+1
	}
	return b.String()
}

// holdsAnswer tells that a JSON sample, or a schema, has a member for an answer whose value
// does not begin with one of some signs, and is nowhere shown as a list of words.
func holdsAnswer(text, unless string) bool {
	listed := map[string]bool{}
	for _, m := range wordList.FindAllStringSubmatch(text, maxMembersRead) {
		listed[m[1]] = true
	}
	answers := false
	for _, m := range jsonMember.FindAllStringSubmatch(text, maxMembersRead) {
		name := strings.ToLower(m[1])
		if is(name, "question_nouns") {
			return false // made with its answer, and nobody's
		}
		answers = answers || is(name, "answer_members") && !strings.Contains(unless, m[2]) && !listed[m[1]]
	}
	return answers
}

// showsList tells that a text shows a list of words: by itself, or as a member whose name says that
// its words state nothing, as "queries" does and "facts" does not.
func showsList(text string) bool {
	return slices.ContainsFunc(listSample.FindAllStringSubmatch(text, maxMembersRead), func(m []string) bool { return m[1] == "" || namesPhrase(m[1]) })
}

// wordList fits a member whose value is a list of words.
var wordList = regexp.MustCompile(`["']([\pL_][\pL\pN_ -]{0,40})["']\s*:\s*\[\s*["'][^"'\s]{1,30}(?: [^"'\s]{1,30})?["'](?:\s*,\s*["'][^"'\s]{1,30}(?: [^"'\s]{1,30})?["'])*\s*\]`)

// maxMembersRead bounds how many signs of a kind are read.
const maxMembersRead = 200

// signs reads the delimiters and the elements that a text shows.
func (d *Demand) signs(text, lower string) {
	add := func(sign string) {
		if strings.Trim(sign, ",.;:") != "" && !slices.Contains(d.Signs, sign) {
			d.Signs = append(d.Signs, sign)
		}
	}
	if strings.Contains(text, "<|") || strings.Contains(text, "||") || strings.Contains(text, "<SEP>") {
		for _, sign := range delimiter.FindAllString(text, maxMembersRead) {
			if !is(strings.Trim(sign, "<|>"), "template_signs") {
				add(sign)
			}
		}
	}
	if strings.Contains(lower, "separat") || strings.Contains(lower, "delimit") {
		for _, m := range separator.FindAllStringSubmatch(text, maxMembersRead) {
			add(m[1] + m[2])
		}
	}
	if !strings.Contains(text, "</") {
		return
	}
	for _, m := range element.FindAllStringSubmatch(text, maxMembersRead) {
		if m[1] == m[2] && !slices.Contains(d.Tags, m[1]) && !strings.Contains(m[0], holeText) {
			d.Tags = append(d.Tags, m[1])
		}
	}
}

// labels reads the words of which the reply is to be one.
func (d *Demand) labels(text, lower string) {
	for _, words := range [...]*regexp.Regexp{plainWords, shouted} {
		for _, m := range words.FindAllStringSubmatch(text, maxMembersRead) {
			d.label(m[1])
			d.label(m[2])
		}
	}
	for _, words := range lexicon["label_words"] {
		if pair := strings.Fields(words); len(pair) == 3 && (strings.Contains(lower, words) || strings.Contains(lower, pair[0]+"/"+pair[2])) {
			d.label(pair[0])
			d.label(pair[2])
		}
	}
	for _, word := range listedLabels(text) {
		d.label(word)
	}
	for line := range strings.Lines(text) {
		if strings.ContainsAny(line, "\"'`“‘«「") {
			for _, found := range choice.FindAllString(line, maxMembersRead) {
				for _, m := range quotedWord.FindAllStringSubmatch(found, maxMembersRead) {
					d.label(m[1])
				}
			}
		}
	}
	if len(d.Labels) < 2 || len(d.Labels) > maxLabels {
		d.Labels = nil
	}
}

// listedLabels reads labels that stand under their noun in a list, with what they mean behind them,
// or one behind the other, there or on the line of the noun: "Categories:", "- billing: …".
func listedLabels(text string) (all []string) {
	var under []string // of the list that is read
	open := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		head, rest, colon := strings.Cut(strings.ReplaceAll(line, "：", ":"), ":")
		item := unnumbered(line)
		switch {
		case line == "":
			continue
		case open && item != line:
			if word := labelAtHead(item); word != "" {
				under = append(under, word)
				continue
			}
			under = nil
		case open && len(under) == 0 && !colon:
			rest = line
		}
		if len(under) > 1 {
			all = append(all, under...)
		}
		open, under = open && rest == line || (colon || strings.HasPrefix(line, "#")) && namesLabels(head), nil
		if row := labelsInRow(rest); open && row != nil {
			all, open = append(all, row...), false
		}
	}
	if len(under) > 1 {
		all = append(all, under...)
	}
	return all
}

// labelsInRow are the labels that stand one behind the other, nil where some part is none.
func labelsInRow(text string) (row []string) {
	text = strings.Trim(text, " .[]()")
	parts := strings.Split(text, ",")
	if len(parts) < 2 {
		parts = strings.Split(text, "|")
	}
	if len(parts) < 2 || len(parts) > maxLabels {
		return nil
	}
	for _, word := range parts {
		row = append(row, labelAtHead(word))
	}
	if slices.Contains(row, "") {
		return nil
	}
	return row
}

// labelAtHead is the label of an item, without what it means; "" where it is none.
func labelAtHead(item string) string {
	const most = 4 // words
	for _, sign := range [...]string{":", "：", " - ", " – ", " — ", " ("} {
		item, _, _ = strings.Cut(item, sign)
	}
	if item = strings.Trim(item, edges); countWords(item) > most || strings.ContainsAny(item, ".?!。") {
		return ""
	}
	return item
}

// namesLabels tells that a line says what stands under it are labels.
func namesLabels(line string) bool {
	var room [maxSentenceWords]string
	words := wordsOf(room[:0], line)
	if isEnglish(words) || tongueOf(line) == spaced {
		return slices.ContainsFunc(words, func(word string) bool { return is(word, "label_nouns") })
	}
	return tongueOf(line).read(line).other&marksLabelled != 0
}

// maxLabels is how many labels a list has at most.
const maxLabels = 40

func (d *Demand) label(word string) {
	if word = strings.TrimSpace(word); word != "" && !slices.Contains(d.Labels, word) && strings.Count(word, " ") < maxTermWords {
		d.Labels = append(d.Labels, word)
	}
}

// products are the lists of what a form is told by where it is to be made.
var products = map[string]mark{"code_words": marksCode, "short_products": marksShort, "list_products": marksList, "rank_orders": marksRank}

// madeIn tells which of the products the orders of a text make: a query or a program, a title,
// questions.
func madeIn(text string) map[string]bool {
	made := map[string]bool{}
	var room [maxSentenceWords]string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "{") // what the members of a sample are called is read by showsList
		for sentence, rest := cutSentence(unlisted(line)); sentence != ""; sentence, rest = cutSentence(rest) {
			words := wordsOf(room[:0], sentence)
			at := slices.IndexFunc(words, func(word string) bool { return kindOf(word, plain) == makes || kindOf(word, plain) == works })
			if to := slices.Index(words, "to"); at < 0 && to > 0 && to+1 < len(words) && isDuty(words[:to+1]) {
				at = to + 1
			}
			var other mark
			if at < 0 && !isEnglish(words) {
				other = tongueOf(sentence).marks(sentence)
			}
			for list, m := range products {
				made[list] = made[list] || at >= 0 && names(words[at:], list) || other&m != 0
			}
		}
	}
	return made
}

// names tells whether what is to be made is one of a list: a word of it stands in front of what
// ends the noun.
func names(object []string, list string) bool {
	for i, word := range object {
		switch {
		case is(word, list):
			return true
		case i == maxObjectWords, is(word, "noun_ends") && word != "to":
			return false
		}
	}
	return false
}

// OrdersCode tells that a text orders a program.
func OrdersCode(text string) bool { return madeIn(text)["code_words"] }

// OrdersValue tells that an app's own words order a reply of one label, number or word, that a reply
// is one, and that nothing is to be cited beside it.
func OrdersValue(own, reply string) bool {
	var w Words
	d := w.demand(own)
	if reply = strings.TrimSpace(reply); cites(own) || d.strict() {
		return false
	}
	switch Shape(d.Fit(reply).Name) {
	case Label, YesNo, Integers, Score:
		return true
	case "":
		return false
	}
	return d.Short && countWords(reply) == 1
}
