package layout

import (
	"strings"
)

// freeClosers lets the first closer behind the last opener of a name close it
// although text follows on its line, where no other one does: the question
// right behind `</doc>` is none of the document.
func freeClosers(tags []tag, kinds int) {
	first := make([]int, kinds) // by kind: that closer and one, 0 where the opener is closed or there is none
	waits := make([]bool, kinds)
	for i := range tags {
		switch t := &tags[i]; {
		case !known(t.name):
		case t.closing && t.fixed:
			waits[t.kind] = false
		case t.closing && first[t.kind] == 0:
			first[t.kind] = i + 1
		case !t.closing && t.fixed:
			waits[t.kind], first[t.kind] = true, 0
		}
	}
	for kind, i := range first {
		if i > 0 && waits[kind] {
			tags[i-1].fixed = true
		}
	}
}

// closesRecord tells whether an opener of the same name or the closer of an
// open element follows a closer.
func closesRecord(text string, t *tag, kinds *names, open []int) bool {
	rest := strings.TrimLeft(text[t.end:min(len(text), t.end+maxTag)], " \t\r\n")
	if strings.HasPrefix(rest, "</") {
		name, _, ok := strings.Cut(rest[2:], ">")
		if !ok {
			return false
		}
		kind := kinds.find(strings.ToLower(name))
		return kind >= 0 && open[kind] > 0
	}
	return strings.HasPrefix(rest, "<"+t.name)
}

// pairTags finds each opener's closer, kind by kind.
func pairTags(text string, tags []tag) {
	at, end := byKind(text, tags)
	open := make([]int, 0, 2*maxDepth)
	for kind, from := 0, 0; kind < len(end); kind++ {
		if own := at[from:end[kind]]; !pairNested(tags, own, open) {
			pairFlat(tags, own)
		}
		from = end[kind]
	}
}

// byKind lists the tags that can be paired, those of one kind side by side in
// the order in which they stand; end is where each kind's own end.
func byKind(text string, tags []tag) (at, end []int) {
	kinds := 0
	for i := range tags {
		kinds = max(kinds, tags[i].kind+1)
	}
	end = make([]int, kinds)
	for i := range tags {
		if tags[i].pairable(text) {
			end[tags[i].kind]++
		}
	}
	sum := 0
	for kind, n := range end {
		end[kind] = sum
		sum += n
	}
	at = make([]int, sum)
	for i := range tags {
		if t := &tags[i]; t.pairable(text) {
			at[end[t.kind]] = i
			end[t.kind]++
		}
	}
	return at, end
}

// pairable tells whether a tag opens or closes an element.
func (t *tag) pairable(text string) bool {
	return t.fixed && (t.closing || !strings.HasSuffix(text[t.start:t.end], "/>"))
}

// pairNested pairs the tags of one kind as if they were well formed. It
// returns false where they are not, an unclosed last one apart. open is room
// for those that are not closed yet.
func pairNested(tags []tag, at, open []int) bool {
	sound := true
	for _, i := range at {
		if !tags[i].closing {
			open = append(open, i)
			continue
		}
		if len(open) == 0 {
			sound = false
			continue
		}
		top := open[len(open)-1]
		open = open[:len(open)-1]
		tags[top].partner, tags[i].partner = i, top
	}
	return sound && (len(open) == 0 || len(open) == 1 && open[0] == at[len(at)-1])
}

// pairFlat pairs tags of one kind that are not well formed: some passage holds
// such a tag itself. Each opener gets the last closer before the next opener.
func pairFlat(tags []tag, at []int) {
	last := -1
	for _, i := range at {
		tags[i].partner = -1
		if !tags[i].closing {
			last = i
			continue
		}
		if last < 0 {
			continue
		}
		if p := tags[last].partner; p >= 0 {
			tags[p].partner = -1
		}
		tags[last].partner, tags[i].partner = i, last
	}
}
