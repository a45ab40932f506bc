package layout

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vouchsafe/proxy/wire/prompt"
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

// documents is a prompt of the plainest kind: an element a passage, all on one
// line. What proxy and bench send is laid out like that.
var documents = shape{name: "documents", role: "system", head: "Answer from the documents.\n\n<documents>",
	record: "<document id=\"{id}\">{flat}</document>", tail: "</documents>"}

// common are the layouts that most prompts have.
var common = [...]string{"documents", "source-tags", "document-content", "brackets", "headings", "title-keys", "page-labels",
	"tool-results", "blank-lines", "context-tag", "yaml", "fences"}

// BenchmarkFind reads prompts of 8 KB with five passages, and of 100 KB and 1 MB
// with forty, in the common layouts.
func BenchmarkFind(b *testing.B) {
	for _, size := range [...]struct{ kb, passages int }{{8, 5}, {100, 40}, {1000, 40}} {
		for _, s := range append([]shape{documents}, shapes...) {
			if !slices.Contains(common[:], s.name) {
				continue
			}
			p := benchPrompt(s, size.passages, size.kb*1000)
			b.Run(fmt.Sprintf("%s/%dKB", s.name, size.kb), func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(size.kb * 1000))
				for b.Loop() {
					Find(p, Defaults())
				}
			})
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
	"frames":     "=== CONTEXT ===\n[1] a\n=== END X ===\n",
	"headings":   "# Context\n## a\n## b\n",
	"examples":   "Context:\nQuestion: a\nAnswer: b\n",
	"glued":      "a===== Document 1 =====\n",
	"tuples":     "[('a', 0.1), ",
	"turns":      "User: a b c?\n",
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
