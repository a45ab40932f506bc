package layout

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"vouchsafe/grounding/evidence"
)

// locate finds the section and the question. Where the question comes first
// the section begins at the last Begin, where it follows the section ends at
// the first End: what is typed into the question can then neither open nor
// prolong the section.
func (t *Template) locate(text string) (section line, question string, ok bool) {
	begin := strings.Index(text, t.Section.Begin)
	if begin >= 0 && t.Place == QuestionBefore {
		begin = strings.LastIndex(text, t.Section.Begin)
	}
	if begin < 0 {
		return section, "", false
	}
	section = line{begin + len(t.Section.Begin), len(text)}
	if t.KeepBegin {
		section.start = begin
	}
	if t.Section.End != "" {
		rest := text[section.start:]
		end := strings.LastIndex(rest, t.Section.End)
		if t.Place == QuestionAfter {
			end = strings.Index(rest, t.Section.End)
		}
		if end < 0 {
			return section, "", false
		}
		section.end = section.start + end
	}
	switch t.Place {
	case QuestionBefore:
		question = between(text[:begin], t.Question)
	case QuestionAfter:
		question = between(text[section.end+len(t.Section.End):], t.Question)
	}
	return section, question, true
}

// between is the text inside a span, or "" where the span does not match.
func between(text string, s Span) string {
	if s.Begin != "" {
		_, rest, ok := strings.Cut(text, s.Begin)
		if !ok {
			return ""
		}
		text = rest
	}
	if s.End != "" {
		if i := strings.LastIndex(text, s.End); i >= 0 {
			text = text[:i]
		}
	}
	return strings.TrimSpace(text)
}

// slots that a Record.Begin may hold.
var slots = []string{"id", "title", "url", "filename", "page", "date", "any", "lines"}

var slotPattern = regexp.MustCompile(`\{([^{}]*)\}`)

func validateSlots(begin string) []string {
	var problems []string
	for _, m := range slotPattern.FindAllStringSubmatchIndex(begin, -1) {
		slot := begin[m[2]:m[3]]
		if !slices.Contains(slots, slot) {
			problems = append(problems, fmt.Sprintf("slot {%s} is none of %s", slot, strings.Join(slots, ", ")))
		}
		if m[1] == len(begin) || begin[m[1]] == '{' {
			problems = append(problems, fmt.Sprintf("slot {%s} needs literal text behind it", slot))
		}
	}
	if loc := slotPattern.FindStringIndex(begin); loc != nil && loc[0] == 0 {
		problems = append(problems, "record.begin must begin with literal text")
	}
	return problems
}

// recordPattern fits the beginning of a record: at a line's start, behind a tag or behind
// the end of the record before. A slot is filled with what stands on one line before the
// next literal, {lines} with what stands on several. Its first group is the beginning without what is in front of it. It is nil
// where the literals are too long.
func (t *Template) recordPattern() (pattern *regexp.Regexp, slots []string) {
	var b strings.Builder
	if begin := t.Record.Begin; begin[0] != '\n' {
		b.WriteString(`(?:(?m:^)|>`)
		if t.Record.End != "" {
			b.WriteString("|" + regexp.QuoteMeta(t.Record.End))
		}
		b.WriteString(`)[ \t\r]*`)
	}
	b.WriteByte('(')
	at := 0
	for _, m := range slotPattern.FindAllStringSubmatchIndex(t.Record.Begin, -1) {
		slot, filling := t.Record.Begin[m[2]:m[3]], `([^\n]*?)`
		if slot == "lines" {
			filling = `((?s:.*?))`
		}
		b.WriteString(regexp.QuoteMeta(t.Record.Begin[at:m[0]]) + filling)
		slots = append(slots, slot)
		at = m[1]
	}
	b.WriteString(regexp.QuoteMeta(t.Record.Begin[at:]) + ")")
	pattern, err := regexp.Compile(strings.ToValidUTF8(b.String(), "\uFFFD"))
	if err != nil {
		return nil, nil // longer than a pattern may be
	}
	return pattern, slots
}

// split parts the section at the separator.
func (t *Template) split(text string) []candidate {
	var list []found
	for s := range strings.SplitSeq(text, t.Separator) {
		list = t.add(list, evidence.Chunk{Text: strings.TrimSpace(dedent(s))})
	}
	liftHeads(list)
	return t.placed(list, text)
}

// records reads the section by the literals around each passage.
func (t *Template) records(text string) []candidate {
	pattern, slots := t.recordPattern()
	if pattern == nil {
		return nil
	}
	begins := pattern.FindAllStringSubmatchIndex(text, -1)
	var list []found
	for i, m := range begins {
		var c evidence.Chunk
		for n, slot := range slots {
			if slot != "any" && slot != "lines" {
				setField(&c, slot, text[m[4+2*n]:m[5+2*n]])
			}
		}
		body := text[m[1]:]
		if i+1 < len(begins) {
			body = text[m[1]:begins[i+1][2]]
		}
		if end := strings.LastIndex(body, t.Record.End); t.Record.End != "" && end >= 0 {
			body = body[:end]
		} else {
			c.Truncated = t.Record.End != ""
		}
		c.Text = strings.TrimSpace(body)
		list = t.add(list, c)
	}
	return t.placed(list, text)
}

// add adds a passage that has a text, with a number where it shows no id.
func (t *Template) add(list []found, c evidence.Chunk) []found {
	if c.Text == "" {
		return list
	}
	if t.IDBase != nil && c.ID == "" {
		c.ID = strconv.Itoa(*t.IDBase + len(list))
	}
	complete(&c)
	return append(list, found{Chunk: c})
}

func (t *Template) placed(list []found, text string) []candidate {
	if len(list) == 0 {
		return nil
	}
	return []candidate{placed(list, line{end: len(text)}, t.Name)}
}
