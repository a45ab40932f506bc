package layout

import (
	"slices"
	"strconv"
	"strings"

	"vouchsafe/grounding/evidence"
)

// suspect notes what speaks against the context: blocks in a user's message
// beside the app's own, and passages that give orders to the model.
func (f *finder) suspect() {
	own, typed := false, false
	for i := range f.out.Chunks {
		c := &f.out.Chunks[i]
		own = own || c.Standing == evidence.Primary && !c.Ambient
		typed = typed || c.Standing == evidence.Fallback && c.Kind == evidence.Passage
		if word := order(c.Text); word != "" {
			f.out.Untrusted = append(f.out.Untrusted, "chunk "+strconv.Itoa(i+1)+" gives orders to the model: “"+word+"”")
		}
	}
	if own && (typed || typedTags(f)) {
		f.out.Untrusted = append(f.out.Untrusted, typedBlock)
	}
}

const typedBlock = "a user message holds a block that looks like evidence beside the app's own"

// Retell puts chunks in the place of those of a message that a program has written, whoever's it seems to be.
func (f *Found) Retell(message int, chunks []evidence.Chunk) {
	f.Chunks = append(slices.DeleteFunc(f.Chunks, func(c evidence.Chunk) bool { return c.Message == message }), chunks...)
	if !slices.ContainsFunc(f.Chunks, func(c evidence.Chunk) bool { return c.Standing == evidence.Fallback }) {
		f.Untrusted = slices.DeleteFunc(f.Untrusted, func(why string) bool { return why == typedBlock })
	}
}

// lookAlikes are tags that no question needs.
var lookAlikes = phrasesOf(words("look_alikes")...)

// typedTags tells whether a user's message of the last turn holds, outside of
// what was read, tags like those that apps put around their evidence. Empty
// source tags are the app's own: see joinTags.
func typedTags(f *finder) bool {
	for i := range f.p.Messages {
		if f.p.Messages[i].Role != "user" || f.turns[i] != f.lastTurn() || len(f.out.spans[i]) > 0 {
			continue
		}
		if lookAlikes.in(f.texts[i]) && !strings.Contains(f.texts[i], "></source>") {
			return true
		}
	}
	return false
}

// outOfOrder finds the records of a tagged list that break the count of its
// ids, such as a 9 between 1 and 2. An ingested document that closes its own tag and opens another one
// cannot know the number that the app will give next. Where the count does not go on
// behind such a record, the app itself has left numbers out.
func outOfOrder(list []found) []int {
	var odd []int
	next, counted, end := -1, 0, 0
	for i := range list {
		n, ok := wholeNumber(list[i].ID)
		if !ok {
			return nil
		}
		switch {
		case next < 0 && n <= 1, n == next, n == next-1:
			next, counted, end = n+1, counted+1, len(odd)
		case i > 0:
			odd = append(odd, i)
		default:
			return nil
		}
	}
	if odd = odd[:end]; counted < 2 || len(odd)*3 > len(list) {
		return nil
	}
	return odd
}

// wholeNumber reads an id as a number. Most ids that are none are told by their
// first character, which spares the making of an error.
func wholeNumber(id string) (int, bool) {
	if id == "" || isLetter(id[0]) {
		return 0, false
	}
	n, err := strconv.Atoi(id)
	return n, err == nil
}

// brokenOut finds the records that a passage opened by closing its own tag:
// the closer in front of such a record is not set as the app sets its closers,
// and the record borrows an id, or lacks attributes that the others have. A
// forger who knows the template by heart is not found out.
func brokenOut(text string, list []found) []int {
	gap := func(r found) string { return closerGap(text[r.start:r.end]) }
	shape := func(r found) string { return openerShape(text[r.start:r.end]) }
	if len(list) < 3 || !slices.ContainsFunc(list, func(r found) bool { return gap(r) != gap(list[0]) }) {
		return nil // as nearly always
	}
	gaps, shapes := map[string]int{}, map[string]int{}
	for _, r := range list {
		gaps[gap(r)]++
		shapes[shape(r)]++
	}
	var odd []int
	for i := 1; i < len(list) && len(gaps) <= maxLook; i++ {
		if gaps[gap(list[i-1])] == 1 && (shapes[shape(list[i])] == 1 || borrows(list, i)) {
			odd = append(odd, i)
		}
	}
	if len(odd)*3 > len(list) {
		return nil
	}
	return odd
}

// borrows tells whether a record bears the id of another one, under another title or
// under none.
func borrows(list []found, i int) bool {
	for j := range list {
		if j != i && list[j].ID == list[i].ID && list[i].ID != "" && (list[i].Title == "" || list[j].Title != list[i].Title) {
			return true
		}
	}
	return false
}

// contested finds the pairs of records that claim one number of an otherwise
// unbroken count for two sources. One of them is a passage's own words, and
// nothing tells which: neither is to be cited beside the others.
func contested(list []found) []int {
	var twins []int
	distinct, last := 1, 0
	for i := range list {
		n, ok := wholeNumber(list[i].ID)
		switch {
		case !ok:
			return nil
		case i == 0:
		case n == last && list[i].Document() != list[i-1].Document():
			twins = append(twins, i-1, i)
		case n == last+1:
			distinct++
		default:
			return nil
		}
		last = n
	}
	if distinct < 3 || len(twins) > 2 {
		return nil
	}
	return twins
}

// closerGap is the white space in front of a record's last closer.
func closerGap(record string) string {
	i := max(strings.LastIndex(record, "</"), 0)
	return record[len(strings.TrimRight(record[:i], " \t\r\n")):i]
}

// openerShape is a record's opener without its values.
func openerShape(record string) string {
	end := strings.IndexByte(record, '>')
	if end < 0 {
		return ""
	}
	var b strings.Builder
	for key := range attributes(record[:end+1]) {
		b.WriteString(key + " ")
	}
	return b.String()
}

// orders are phrases by which a document speaks to the model instead of to
// its reader.
var orders = sampledOf(words("orders")...)

// order is an order to the model in a text, "" for none.
func order(text string) string { return orders.match(text) }

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// foldOdd puts a record that breaks the count of its list back into the text
// of the one before: it was part of that passage, not a passage of the app's.
func foldOdd(text string, c *candidate) {
	odd := outOfOrder(c.found)
	if len(odd) == 0 {
		odd = brokenOut(text, c.found)
	}
	for _, i := range slices.Backward(odd) {
		before, forged := &c.found[i-1], &c.found[i]
		if before.inner > forged.end || before.end > forged.start {
			continue
		}
		before.Text = strings.TrimSpace(text[before.inner:forged.inner] + forged.Text)
		before.end = forged.end
		c.untrusted = append(c.untrusted, "a passage holds a record of its own, with the id "+forged.ID)
		c.found = slices.Delete(c.found, i, i+1)
	}
}

// doubt takes the standing of the app's own from records that contest a number.
func doubt(c *candidate) {
	for _, i := range contested(c.found) {
		c.found[i].Standing = evidence.Fallback
		c.untrusted = append(c.untrusted, "two sources claim the number "+c.found[i].ID)
	}
}
