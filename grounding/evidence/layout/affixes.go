package layout

import "strings"

// liftAffixes takes off what a layout puts in front of or behind the text of each
// of several passages, on the text's own line: `a.pdf: …`, `… (similarity: 0.82)`.
func liftAffixes(list []found) {
	if len(list) < 2 {
		return
	}
	liftEach(list, liftFile)
	liftEach(list, liftRemark)
}

// liftEach lifts from all of a list, or from none.
func liftEach(list []found, lift func(r *found) bool) {
	lifted := make([]found, len(list))
	for i := range list {
		if lifted[i] = list[i]; !lift(&lifted[i]) {
			return
		}
	}
	for i := range lifted {
		complete(&lifted[i].Chunk)
	}
	copy(list, lifted)
}

// liftFile takes a file or address and a colon off the front.
func liftFile(r *found) bool {
	name, rest, ok := strings.Cut(r.Text, ": ")
	if !ok || len(name) > 200 || !isFile(name) && !isURL(name) || !heavier(rest, 20) {
		return false
	}
	setSource(&r.Chunk, name)
	r.Text = trimText(rest)
	return true
}

// liftRemark takes metadata in parentheses off the end.
func liftRemark(r *found) bool {
	s, ok := strings.CutSuffix(r.Text, ")")
	i := strings.LastIndexByte(s, '(')
	if !ok || i < 20 || len(s)-i > 200 || !isGroup(s[i+1:]) {
		return false
	}
	readExtra(&r.Chunk, s[i+1:])
	r.Text = trimText(s[:i])
	return true
}

// liftLabel takes a title and a colon off the front of a list's item.
func liftLabel(r *found) bool {
	title, rest, ok := strings.Cut(r.Text, ": ")
	if !ok || len(title) > 60 || strings.Count(title, " ") > 6 || !isTitle(title) || strings.ContainsAny(title, "\n(") || !heavier(rest, minParagraph) {
		return false
	}
	first(&r.Title, strings.Trim(title, "*[]"))
	r.Text = trimText(rest)
	return true
}
