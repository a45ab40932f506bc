// Command edits makes small edits of sentences by rule, honest ones and false ones,
// and prints what words make of each kind:
//
//	go run ./test/edits -data passages.jsonl -field chunk_text -seed 7 -show open
//
// A line of the file is a JSON object with a text in the field. A sentence gives at
// most one edit of each kind. A rule does not read: some of the edits that it takes for
// honest are not, and -show prints them, so that a person can tell.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

func main() {
	data := flag.String("data", "", "file of JSON lines")
	field := flag.String("field", "text", "name of the `field` with the text")
	seed := flag.Uint64("seed", 1, "seed of the draw")
	most := flag.Int("n", 200, "edits of each kind")
	show := flag.String("show", "", "print the honest edits with this `outcome`, and every false one that is carried")
	flag.Parse()
	sentences, err := readSentences(*data, *field)
	if err != nil {
		fmt.Fprintln(os.Stderr, "edits:", err)
		os.Exit(1)
	}
	r := rand.New(rand.NewPCG(*seed, *seed))
	r.Shuffle(len(sentences), func(i, j int) { sentences[i], sentences[j] = sentences[j], sentences[i] })
	report(sentences, *most, *show)
}

// report tries each rule on the sentences until it has made so many edits.
func report(sentences []string, most int, show string) {
	for _, rule := range rules {
		counts, made := map[claim.Outcome]int{}, 0
		for _, source := range sentences {
			edited := rule.edit(source)
			if edited == "" || edited == source || made == most {
				continue
			}
			made++
			outcome := judge(edited, source)
			counts[outcome]++
			if string(outcome) == show && rule.honest || outcome == claim.Carried && !rule.honest {
				fmt.Printf("%s %s\n  S: %s\n  C: %s\n", rule, outcome, source, edited)
			}
		}
		fmt.Printf("%-28s %4d edits:", rule, made)
		for _, outcome := range slices.Sorted(maps.Keys(counts)) {
			fmt.Printf(" %s %d (%.1f %%)", outcome, counts[outcome], 100*float64(counts[outcome])/float64(made))
		}
		fmt.Println()
	}
}

func judge(edited, source string) claim.Outcome {
	shown := text.Show(source).Text
	whole := claim.Quote{End: utf8.RuneCountInString(shown)}
	ev := claim.Evidence{Sources: []*claim.Source{claim.Prepare(shown)}, Quotes: []claim.Quote{whole}}
	return claim.Judge(edited, ev, claim.Rules{MinSupport: 0.15, MaxRisk: 0.8}).Outcome
}

// readSentences returns the different plain sentences of a file.
func readSentences(path, field string) (out []string, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the passages: %w", err)
	}
	defer func() { _ = file.Close() }()
	seen := map[string]bool{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var object map[string]any
		if err := json.Unmarshal(lines.Bytes(), &object); err != nil {
			return nil, fmt.Errorf("cannot read a line: %w", err)
		}
		for _, passage := range textsIn(object[field]) {
			for _, span := range text.Sentences(passage) {
				if s := passage[span.Start:span.End]; isPlain(s) && !seen[s] {
					seen[s] = true
					out = append(out, s)
				}
			}
		}
	}
	return out, lines.Err()
}

// textsIn returns a text, or the texts of a list of objects with one.
func textsIn(value any) (out []string) {
	switch v := value.(type) {
	case string:
		return []string{v}
	case []any:
		for _, item := range v {
			if object, ok := item.(map[string]any); ok {
				out = append(out, textsIn(object["text"])...)
			}
		}
	}
	return out
}

// isPlain reports whether a text is a sentence of prose of 8 to 35 words.
func isPlain(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	words := len(strings.Fields(s))
	return unicode.IsUpper(first) && strings.HasSuffix(s, ".") && words >= 8 && words <= 35 && !strings.ContainsAny(s, "\n|{}[]•?!\"“”")
}
