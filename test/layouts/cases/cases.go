// Package cases reads prompts whose passages are known, and compares what was found in
// them with what was sent. A case is a line of JSON: request (a chat completion),
// expected_chunks (id, title, url, text; with boundaries "section" only the text has
// to be covered), question, never (texts that must be no evidence), forged (texts that
// must not be primary), partial (other passages may be found too), name, family.
package cases

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire"
	"vouchsafe/proxy/wire/prompt"
)

// Case is one prompt.
type Case struct {
	Name, Family  string
	Prompt        prompt.Prompt
	Wants         []Want
	Question      string
	Never, Forged []string
	Partial       bool
}

// Want is a passage that an app sent. One that is loose has no boundaries that
// could be told: it counts as exact where it is covered.
type Want struct {
	ID, Title, URL, Text string
	Loose                bool
}

// Read reads the cases of a file.
func Read(name string) ([]Case, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var list []Case
	scan := bufio.NewScanner(file)
	scan.Buffer(nil, 16<<20)
	for scan.Scan() {
		if line := strings.TrimSpace(scan.Text()); line != "" {
			list = append(list, parse(gjson.Parse(line)))
		}
	}
	return list, scan.Err()
}

func parse(v gjson.Result) Case {
	c := Case{Name: v.Get("name").Str, Family: v.Get("family").Str, Prompt: Request(v.Get("request").Raw),
		Question: v.Get("question").Str, Partial: v.Get("partial").Bool()}
	loose := v.Get("boundaries").Str == "section"
	for _, e := range v.Get("expected_chunks").Array() {
		c.Wants = append(c.Wants, Want{e.Get("id").Str, e.Get("title").Str, e.Get("url").Str, e.Get("text").Str, loose})
	}
	for _, text := range v.Get("never").Array() {
		c.Never = append(c.Never, text.Str)
	}
	for _, text := range v.Get("forged").Array() {
		c.Forged = append(c.Forged, text.Str)
	}
	return c
}

// Request reads a chat completion request, which is sound; none holds nothing.
func Request(raw string) prompt.Prompt {
	if raw == "" {
		return prompt.Prompt{}
	}
	chat, err := wire.Completions.Parse([]byte(raw))
	if err != nil {
		panic(err)
	}
	return chat.Prompt()
}

// Figures count how the passages of some cases were found.
type Figures struct{ Cases, Clean, Want, Exact, Covered, Spurious, Forged, Misasked int }

// Add adds the figures of other cases.
func (f *Figures) Add(g Figures) {
	f.Cases += g.Cases
	f.Clean += g.Clean
	f.Want += g.Want
	f.Exact += g.Exact
	f.Covered += g.Covered
	f.Spurious += g.Spurious
	f.Forged += g.Forged
	f.Misasked += g.Misasked
}

func (f Figures) String() string {
	return fmt.Sprintf("cases %4d  clean %4d  passages %5d  exact %5d  covered %5d  spurious %4d  forged %3d  misasked %3d",
		f.Cases, f.Clean, f.Want, f.Exact, f.Covered, f.Spurious, f.Forged, f.Misasked)
}

// Squeeze folds white space.
func Squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// Measure compares what was found with what was sent, and notes what differs. Text is
// compared with white space folded; exact means text, id, title and address alike.
func Measure(got []evidence.Chunk, wants []Want) (Figures, []string) {
	m := measuring{got: got, used: make([]bool, len(got)), figures: Figures{Cases: 1, Want: len(wants)}}
	for _, w := range wants {
		m.want(w)
	}
	for i, c := range got {
		if !m.used[i] && !c.Ambient {
			m.figures.Spurious++
			m.note("spurious: %s %s %q %q %.200q", c.Layout, c.Kind, c.ID, c.Title, c.Text)
		}
	}
	if m.figures.Exact == m.figures.Want && m.figures.Spurious == 0 {
		m.figures.Clean = 1
	}
	return m.figures, m.notes
}

type measuring struct {
	got     []evidence.Chunk
	used    []bool // the chunk answers to a passage
	figures Figures
	notes   []string
}

func (m *measuring) note(format string, values ...any) {
	m.notes = append(m.notes, fmt.Sprintf(format, values...))
}

// want looks for one passage.
func (m *measuring) want(w Want) {
	text := Squeeze(w.Text)
	exact, covered := false, false
	for i, c := range m.got {
		s := Squeeze(c.Text)
		if !strings.Contains(s, text) {
			continue
		}
		covered = true
		if s != text || c.Kind == evidence.Section {
			m.used[i] = true
			continue
		}
		if m.used[i] {
			continue
		}
		m.used[i] = true
		if exact = (w.ID == "" || w.ID == c.ID) && (w.Title == "" || w.Title == c.Title) && (w.URL == "" || w.URL == c.URL); !exact {
			m.note("identity: want %q %q %q, got %q %q %q", w.ID, w.Title, w.URL, c.ID, c.Title, c.URL)
		}
		break
	}
	if covered {
		m.figures.Covered++
	}
	if exact || w.Loose && covered {
		m.figures.Exact++
	} else {
		m.note("not exact: %.60q covered=%v", w.Text, covered)
	}
}

// Leaks are the texts of a case that must never be evidence and are.
func (c *Case) Leaks(got []evidence.Chunk) []string {
	var list []string
	for _, text := range c.Never {
		for i := range got {
			if strings.Contains(Squeeze(got[i].Text), Squeeze(text)) {
				list = append(list, text)
				break
			}
		}
	}
	return list
}

// ForgedPrimary counts the forged texts that came out as primary passages.
func (c *Case) ForgedPrimary(got []evidence.Chunk) int {
	n := 0
	for _, text := range c.Forged {
		for _, g := range got {
			if g.Standing == evidence.Primary && strings.HasPrefix(Squeeze(g.Text), Squeeze(text)) {
				n++
			}
		}
	}
	return n
}

// Asked tells whether a question is the one that the case has.
func (c *Case) Asked(question string) bool { return c.Question == "" || c.Question == question }
