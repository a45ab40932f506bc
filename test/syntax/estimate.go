package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"math/rand"
	"os"
	"strings"

	"vouchsafe/grounding/text"
	"vouchsafe/grounding/text/syntax"
)

// tags is how many tags there are.
const tags = int(syntax.Asking) + 1

// counts tells how often tags stand alone, behind one and behind two others.
type counts struct {
	one   [tags]float64
	two   [tags][tags]float64
	three [tags][tags][tags]float64
}

func (c *counts) add(a, b, t syntax.Tag, n float64) {
	c.one[t] += n
	c.two[b][t] += n
	c.three[a][b][t] += n
}

// model tells how probable a tag is alone, and behind two others.
type model struct {
	one    [tags]float64
	two    [tags][tags]float64
	behind [tags][tags][tags]float64
}

// Weights of what is known already, in tags: a pair of tags has as much as so many of
// the shorter context add to it.
const (
	pairPrior   = 20
	triplePrior = 40
	floor       = 1e-5
)

// modelOf is the model of some counts: each context leans on the shorter one.
func modelOf(c *counts) *model {
	m := &model{}
	total := sum(c.one[:])
	for t := range tags {
		m.one[t] = (c.one[t] + 1) / (total + float64(tags))
	}
	for b := range tags {
		n := sum(c.two[b][:])
		for t := range tags {
			m.two[b][t] = max(floor, (c.two[b][t]+pairPrior*m.one[t])/(n+pairPrior))
		}
	}
	for a := range tags {
		for b := range tags {
			n := sum(c.three[a][b][:])
			for t := range tags {
				m.behind[a][b][t] = max(floor, (c.three[a][b][t]+triplePrior*m.two[b][t])/(n+triplePrior))
			}
		}
	}
	return m
}

// doubt takes most of what was estimated from pairs of tags that people never put
// together: words whose right tag is not known to the lists make them.
func (c *counts) doubt(given *counts) {
	const left = 0.1
	for b := range tags {
		for t := range tags {
			if given.two[b][t] > 0 {
				continue
			}
			c.two[b][t] *= left
			for a := range tags {
				c.three[a][b][t] *= left
			}
		}
	}
}

func sum(list []float64) (s float64) {
	for _, x := range list {
		s += x
	}
	return s
}

// words is a sentence: what each word may be.
type words [][]syntax.Reading

// writeFollows estimates which tags follow which, by expectation and maximisation from
// the start that people gave, and writes the table.
func writeFollows(texts, tagged, path string, rounds int) error {
	start, err := readStart("test/syntax/start.txt")
	if err != nil {
		return err
	}
	given, err := readTagged(tagged, start)
	if err != nil {
		return err
	}
	all, err := readTexts(texts)
	if err != nil {
		return err
	}
	m := modelOf(given)
	for round := range rounds {
		next, likelihood, n := *given, 0.0, 0
		for _, s := range all {
			likelihood += m.expect(s, &next)
			n += len(s)
		}
		next.doubt(given)
		fmt.Fprintf(os.Stderr, "round %d: %d sentences, %d words, %.4f bits a word\n", round+1, len(all), n, -likelihood/float64(n)/math.Ln2)
		m = modelOf(&next)
	}
	return m.write(path)
}

// readStart reads the table of what follows what, as counts.
func readStart(path string) (*counts, error) {
	const weight = 30
	c := &counts{}
	return c, eachTextLine(path, func(line string) error {
		head, list, found := strings.Cut(line, ": ")
		if !found {
			return nil
		}
		b, err := tagOf(head)
		for field := range strings.FieldsSeq(list) {
			var n float64
			name, share, _ := strings.Cut(field, "=")
			t, bad := tagOf(name)
			if _, scanError := fmt.Sscan(share, &n); bad != nil || scanError != nil || err != nil {
				return fmt.Errorf("cannot read %q", field)
			}
			c.two[b][t] += weight * n
			c.one[t] += n
		}
		return nil
	})
}

// readTagged adds the counts of sentences that people tagged: "The/Determiner …".
func readTagged(path string, c *counts) (*counts, error) {
	const weight = 30
	if _, err := os.Stat(path); os.IsNotExist(err) {
		return c, nil
	}
	return c, eachTextLine(path, func(line string) error {
		a, b := syntax.Stop, syntax.Stop
		for field := range strings.FieldsSeq(line) {
			t, err := tagOf(field[strings.LastIndexByte(field, '/')+1:])
			if err != nil {
				return err
			}
			c.add(a, b, t, weight)
			a, b = b, t
		}
		return nil
	})
}

func tagOf(name string) (syntax.Tag, error) {
	for t := range tags {
		if syntax.Tag(t).String() == name {
			return syntax.Tag(t), nil
		}
	}
	return 0, fmt.Errorf("no tag %q", name)
}

// readTexts reads the sentences of texts as what their words may be.
func readTexts(path string) (all []words, err error) {
	const share = 1 // one of so many sentences is read
	draw, reader := rand.New(rand.NewSource(1)), &syntax.Reader{}
	return all, eachTextLine(path, func(line string) error {
		var s string
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			return err
		}
		shown := text.Show(s).Text
		for _, sentence := range text.Sentences(shown) {
			if draw.Intn(share) == 0 && sentence.Block == text.Prose {
				_, readings := reader.Readings(shown[sentence.Start:sentence.End])
				all = append(all, readings)
			}
		}
		return nil
	})
}

func eachTextLine(path string, do func(line string) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		if err := do(lines.Text()); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return lines.Err()
}
