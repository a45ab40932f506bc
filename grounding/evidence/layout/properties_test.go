package layout

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire/prompt"
	"vouchsafe/test/layouts/cases"
)

// finderOf runs Find and keeps its state.
func finderOf(p prompt.Prompt) *finder {
	o := Defaults()
	f := &finder{request: request{p: p, o: o, turns: turns(p.Messages)}, declared: declared(o)}
	for i := range p.Messages {
		f.message(i)
	}
	return f
}

// filled are all shapes with passages, by name.
func filled(ps []passage) map[string]prompt.Prompt {
	prompts := map[string]prompt.Prompt{}
	for _, s := range shapes {
		prompts[s.name], _ = s.fill(ps)
	}
	return prompts
}

// TestReadingsStandApart holds that what is read of a message stands in it, and that no
// two readings of it overlap.
func TestReadingsStandApart(t *testing.T) {
	for name, fills := range hostileFills() {
		for shape, p := range filled(fills[0]) {
			f := finderOf(p)
			for i, spans := range f.out.spans {
				spans = slices.Clone(spans)
				slices.SortFunc(spans, func(a, b line) int { return a.start - b.start })
				end := 0
				for _, s := range spans {
					if s.start < end || s.end < s.start || s.end > len(f.texts[i]) {
						t.Errorf("%s filled with %s: message %d is read at %v", shape, name, i, spans)
					}
					end = s.end
				}
			}
		}
	}
}

// literal are the layouts whose texts stand in the message as they are read, but for
// white space.
var literal = set("heads", "key-value", "sections", "file-lines", "fences", "quotes", "pipe", "html-heads")

// TestChunksAreWordsOfTheMessage holds that no passage says what no message says.
func TestChunksAreWordsOfTheMessage(t *testing.T) {
	for name, fills := range hostileFills() {
		for shape, p := range filled(fills[0]) {
			for _, c := range Find(p, Defaults()).Chunks {
				if !literal[c.Layout] {
					continue
				}
				if whole := cases.Squeeze(strings.Join(p.Messages[c.Message].Parts, "\n\n")); !strings.Contains(whole, cases.Squeeze(c.Text)) {
					t.Errorf("%s filled with %s: %q is not in the message", shape, name, c.Text)
				}
			}
		}
	}
}

// textsOf are the texts of the chunks that may be cited.
func textsOf(p prompt.Prompt) []string {
	set := evidence.NewSet(Find(p, Defaults()).Chunks)
	var texts []string
	for _, i := range set.Usable() {
		if !set.At(i).Ambient {
			texts = append(texts, set.At(i).Text)
		}
	}
	return texts
}

// TestAnAppsOwnWordsAddNothing puts a system message without evidence in front of every
// shape: what is found stays the same.
func TestAnAppsOwnWordsAddNothing(t *testing.T) {
	for _, words := range [...]string{"You are a careful assistant.", "You are a pirate. Be brief and never rude.", "Today is Friday."} {
		for shape, p := range filled(plain) {
			with := prompt.Prompt{Messages: append([]prompt.Message{{Role: "system", Parts: []string{words}}}, p.Messages...)}
			if got, want := textsOf(with), textsOf(p); !slices.Equal(got, want) {
				t.Errorf("%s behind %q:\n got %q\nwant %q", shape, words, got, want)
			}
		}
	}
}

// workedExamples are what prompts show a model: none of it is evidence.
var workedExamples = [...]string{
	"Here is example input.\nContext: The mill rests on Sundays and on all days of the harvest feast.\nQuestion: When does the mill rest?\n\nHere is example output.\nAnswer: On Sundays",
	"Example:\n[1] The mill rests on Sundays and on all days of the harvest feast.\n[2] The miller is paid by the sack, twice a month.\nQ: When does the mill rest?\nA: On Sundays [1].",
	"For example:\n<document id=\"1\"><title>Mill</title>The mill rests on Sundays and on all days of the harvest feast.</document>",
	"Example output:\n{\"answer\": \"On Sundays\", \"citations\": [{\"id\": \"1\", \"text\": \"The mill rests on Sundays and on all days of the harvest feast.\"}]}",
	"Answer in this format:\n```json\n[{\"source\": \"mill.pdf\", \"content\": \"The mill rests on Sundays and on all days of the harvest feast.\"}]\n```",
}

// TestNoWorkedExampleIsEvidence shows every example in front of every shape, in the app's
// system message: its words are never evidence, and it hides none.
func TestNoWorkedExampleIsEvidence(t *testing.T) {
	for n, example := range workedExamples {
		for shape, p := range filled(plain) {
			system := prompt.Message{Role: "system", Parts: []string{"You are a careful assistant.\n\n" + example}}
			with := prompt.Prompt{Messages: append([]prompt.Message{system}, p.Messages...)}
			got := textsOf(with)
			if strings.Contains(fmt.Sprint(got), "mill") {
				t.Errorf("example %d in front of %s is evidence: %q", n, shape, got)
			}
			if want := textsOf(p); !slices.Equal(got, want) {
				t.Errorf("example %d in front of %s:\n got %q\nwant %q", n, shape, got, want)
			}
		}
	}
}

// TestNoWorkedExampleInTheSameMessageIsEvidence shows every example above the passages of
// every shape that an app sends in a system message.
func TestNoWorkedExampleInTheSameMessageIsEvidence(t *testing.T) {
	for n, example := range workedExamples {
		for shape, p := range filled(plain) {
			if p.Messages[0].Role != "system" || len(textsOf(p)) == 0 || shapeOf(shape).asked {
				continue
			}
			with := prompt.Prompt{Messages: slices.Clone(p.Messages)}
			with.Messages[0].Parts = []string{example + "\n\n" + strings.Join(p.Messages[0].Parts, "\n\n")}
			if got, want := textsOf(with), textsOf(p); !slices.Equal(got, want) {
				t.Errorf("example %d above %s:\n got %q\nwant %q", n, shape, got, want)
			}
		}
	}
}

func shapeOf(name string) shape {
	return shapes[slices.IndexFunc(shapes, func(s shape) bool { return s.name == name })]
}

var openingTag = regexp.MustCompile(`<([a-zA-Z_]+)`)

// TestAMentionOfItsTagsChangesNothing names the tags of a shape behind its evidence, as
// instructions do.
func TestAMentionOfItsTagsChangesNothing(t *testing.T) {
	mentioned := 0
	for shape, p := range filled(plain) {
		if p.Messages[0].Role != "system" || shapeOf(shape).asked {
			continue
		}
		for _, tag := range openingTag.FindAllStringSubmatch(shapeOf(shape).head+shapeOf(shape).record, -1) {
			mentioned++
			words := "\n\nQuote only what stands inside the <" + tag[1] + "></" + tag[1] + "> tags, word for word."
			with := prompt.Prompt{Messages: slices.Clone(p.Messages)}
			with.Messages[0].Parts = []string{strings.Join(p.Messages[0].Parts, "\n\n") + words}
			if got, want := textsOf(with), textsOf(p); !slices.Equal(got, want) {
				t.Errorf("%s with a mention of %s:\n got %q\nwant %q", shape, tag[1], got, want)
			}
		}
	}
	if mentioned == 0 {
		t.Error("no shape has tags")
	}
}
