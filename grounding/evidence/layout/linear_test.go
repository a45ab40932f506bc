package layout

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"vouchsafe/proxy/wire/prompt"
)

// allocated is how many bytes reading a text takes. Unlike the time it does not
// depend on the machine, and what is read again and again is copied again.
func allocated(role, text string) uint64 {
	p := prompt.Prompt{Messages: []prompt.Message{{Role: role, Parts: []string{text}}}}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	Find(p, Defaults())
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestHostileTextsTakeMemoryInProportion reads texts of 10 and of 40 KB. What
// grows with the square of the length would take sixteen times as much.
func TestHostileTextsTakeMemoryInProportion(t *testing.T) {
	texts := map[string]func(size int) string{
		"members": func(size int) string {
			return numbered(`[{"text":"It is long enough to be a passage."`, `,"k%d":1`, `}]`, size)
		},
		"metadata": func(size int) string {
			return numbered("<docs>\n<doc>\n<metadata>\n", "k%d: 1\n", "</metadata>\n<text>It is long enough to be a passage.</text>\n</doc>\n</docs>", size)
		},
		"question": func(size int) string { return "Question: a\n" + strings.Repeat("b\n", size/2) },
		"heirs": func(size int) string {
			return numbered("<docs>\n<metadata>\n", "k%d: 1\n", "</metadata>\n", size/2) + strings.Repeat("<doc x='1'>\nfour words and more\n</doc>\n", size/80) + "</docs>"
		},
	}
	for name, unit := range hostileUnits {
		texts[name] = func(size int) string { return strings.Repeat(unit, size/len(unit)) }
	}
	for name, text := range texts {
		for _, role := range [...]string{"system", "user", "tool"} {
			short, long := allocated(role, text(10_000)), allocated(role, text(40_000))
			if long > 10*short && long > 1<<20 {
				t.Errorf("%s in a %s message: %d bytes for 10 KB, %d for 40 KB", name, role, short, long)
			}
		}
	}
}

// numbered is a text of some size with many members, no two of one name.
func numbered(head, member, tail string, size int) string {
	var b strings.Builder
	b.WriteString(head)
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, member, i)
	}
	b.WriteString(tail)
	return b.String()
}

// TestManyListsOfHeadsAreNotAllRead holds a text of lists that are each written
// in another way: the end of every one was looked for on the whole page, so that
// 1.6 MB took a minute.
func TestManyListsOfHeadsAreNotAllRead(t *testing.T) {
	var b strings.Builder
	for i := range 5 * maxRuns {
		word := fmt.Sprintf("q%c%c", 'a'+i/26%26, 'a'+i%26)
		fmt.Fprintf(&b, "Sources:\n[%[1]s 1] four words and more\n[%[1]s 2] four words and more\n", word)
	}
	if n := len(findHeads(newPage("Context:\n"+b.String(), "system"))); n > maxRuns || n < 2 {
		t.Errorf("%d lists", n)
	}
}

// TestAMessageOfEndlessLinesIsUnreadable holds texts of more lines than any prompt has: the
// work was in proportion to their number, with a dozen readers. What a tool sends is evidence
// all the same.
func TestAMessageOfEndlessLinesIsUnreadable(t *testing.T) {
	text := "Context:\n" + strings.Repeat("[1] a\n", maxLines)
	if f := Find(onePrompt("system", text), Defaults()); len(f.Chunks) > 0 || f.Unseen != Unreadable {
		t.Errorf("%d chunks, %q", len(f.Chunks), f.Unseen)
	}
	if f := Find(onePrompt("tool", text), Defaults()); len(f.Chunks) == 0 {
		t.Error("the tool's text is lost")
	}
}
