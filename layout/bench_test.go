package layout

import (
	"fmt"
	"strings"
	"testing"

	"vouchsafe/prompt"
)

// benchPrompt fills a shape with passages of about the given size in all.
func benchPrompt(s shape, passages, size int) prompt.Prompt {
	text := plain[0].text
	for len(text) < size/passages {
		text += " " + plain[len(text)%3].text
		if len(text)%7 == 0 {
			text += "\n" + plain[1].text
		}
	}
	ps := make([]passage, passages)
	for i := range ps {
		ps[i] = plain[i%3]
		ps[i].id = fmt.Sprintf("v-%d", i)
		ps[i].text = text
	}
	p, _ := s.fill(ps)
	return p
}

func BenchmarkFind(b *testing.B) {
	for _, size := range [...]int{10_000, 100_000, 1_000_000} {
		for _, name := range [...]string{"source-tags", "brackets", "title-keys", "tool-results", "blank-lines", "yaml", "fences"} {
			for _, s := range shapes {
				if s.name != name {
					continue
				}
				p := benchPrompt(s, 40, size)
				b.Run(fmt.Sprintf("%s/%dKB", name, size/1000), func(b *testing.B) {
					b.ReportAllocs()
					b.SetBytes(int64(size))
					for b.Loop() {
						Find(p, Defaults())
					}
				})
			}
		}
	}
}

// hostileUnits are repeated into texts that would cost a careless reader
// quadratic time.
var hostileUnits = map[string]string{
	"openers":    "<doc id='1'>\n",
	"closers":    "</doc>\n",
	"nested":     "<a><b><c>",
	"brackets":   "[1] a\n",
	"braces":     "{\n",
	"squares":    "[{\"",
	"python":     "[Document(\n",
	"fences":     "```a.md\n",
	"keys":       "Source: a\n",
	"key-runs":   "Source: a\nTitle: b\n\n",
	"questions":  "Question: a\n",
	"rules":      "Context:\n-----\n",
	"bold":       "<b>Content from x",
	"quotes":     "Context:\n\"\"\"\n",
	"cdata":      "<![CDATA[",
	"colons":     "a.pdf: b\n",
	"yaml":       "- id: a\n",
	"pipes":      "ID: 1 | x\n",
	"tables":     "| id | text |\n|---|---|\n",
	"cues":       "Here is the context below:\n\n",
	"csv":        "id,text\n",
	"tags":       "<t1>\n<source>\n</t1>\n",
	"attributes": "<doc a='b c='d\n",
}

func BenchmarkHostile(b *testing.B) {
	for name, unit := range hostileUnits {
		for _, size := range [...]int{100_000, 1_000_000} {
			text := strings.Repeat(unit, size/len(unit))
			for _, role := range [...]string{"system", "tool"} {
				p := prompt.Prompt{Messages: []prompt.Message{{Role: role, Parts: []string{text}}}}
				b.Run(fmt.Sprintf("%s/%s/%dKB", name, role, size/1000), func(b *testing.B) {
					b.ReportAllocs()
					b.SetBytes(int64(size))
					for b.Loop() {
						Find(p, Defaults())
					}
				})
			}
		}
	}
}
