// Command compare runs two gateway binaries over the same prompts and answers
// and prints each difference in what they find: chunks, verdicts, citations,
// claims. It tells what a change of the program changes for its users.
//
//	go run ./compare -old OLD -new NEW FILE.jsonl...      # in bench/
//
// A line of a FILE is one of
//
//	{"request": …} or {"body": …}          a chat completion request, for `inspect`
//	{"chunk_text", "snippet", …}           a chunk and a quote of it
//	{"evidence", "claim", …}               a piece of evidence and a claim
//	{"chunks", "answer", …}                a line of `verify` input
//
// The last three go through `verify`. Files that end in .gz are unpacked.
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

func main() {
	before := flag.String("old", "", "the binary of before")
	after := flag.String("new", "", "the binary of after")
	policy := flag.String("policy", "balanced", "the policy that answers are verified by")
	all := flag.Bool("all", false, "print every difference, not the first 20 of each kind")
	flag.Parse()
	if *before == "" || *after == "" || flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	different := 0
	for _, file := range flag.Args() {
		n, err := compareFile(file, *before, *after, *policy, *all)
		if err != nil {
			fmt.Fprintf(os.Stderr, "compare: %s: %v\n", file, err)
			os.Exit(2)
		}
		different += n
	}
	if different > 0 {
		os.Exit(1)
	}
}

// compareFile prints what the two binaries see differently in one file, and
// returns in how many lines they differ.
func compareFile(file, before, after, policy string, all bool) (int, error) {
	prompts, answers, err := readCases(file)
	if err != nil {
		return 0, err
	}
	total := 0
	for _, part := range []struct {
		cases []sample
		args  []string
		facts func([]byte) (facts, error)
	}{{prompts, []string{"inspect", "-"}, inspected}, {answers, []string{"verify", "--policy", policy, "-"}, verified}} {
		if len(part.cases) == 0 {
			continue
		}
		old, err := run(before, part.args, part.cases, part.facts)
		if err != nil {
			return 0, err
		}
		now, err := run(after, part.args, part.cases, part.facts)
		if err != nil {
			return 0, err
		}
		d := difference{all: all, kinds: map[string]int{}, out: os.Stdout}
		for i, c := range part.cases {
			d.add(c.name, old[i], now[i])
		}
		fmt.Printf("%s: %s: %d of %d lines differ%s\n", file, part.args[0], d.lines, len(part.cases), d.counts())
		total += d.lines
	}
	return total, nil
}

// run gives a binary the cases on standard input and reads a line for each.
func run(binary string, args []string, cases []sample, read func([]byte) (facts, error)) ([]facts, error) {
	var input, told bytes.Buffer
	for _, c := range cases {
		input.Write(c.line)
		input.WriteByte('\n')
	}
	cmd := exec.Command(binary, args...)
	cmd.Stdin, cmd.Stderr = &input, &told
	output, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w: %s", binary, strings.Join(args, " "), err, told.String())
	}
	var found []facts
	for line := range bytes.Lines(output) {
		f, err := read(line)
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", binary, len(found)+1, err)
		}
		found = append(found, f)
	}
	if len(found) != len(cases) {
		return nil, fmt.Errorf("%s %s: %d lines for %d cases", binary, args[0], len(found), len(cases))
	}
	return found, nil
}

// sample is one line as a binary gets it.
type sample struct {
	name string
	line []byte
}

// readCases reads a file's lines and turns each into what `inspect` or
// `verify` takes.
func readCases(file string) (prompts, answers []sample, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	var in io.Reader = f
	if strings.HasSuffix(file, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			return nil, nil, err
		}
	}
	lines := bufio.NewReaderSize(in, 1<<20)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			isPrompt, c, bad := caseOf(line, n)
			switch {
			case bad != nil:
				return nil, nil, fmt.Errorf("line %d: %w", n, bad)
			case isPrompt:
				prompts = append(prompts, c)
			default:
				answers = append(answers, c)
			}
		}
		if err == io.EOF {
			return prompts, answers, nil
		}
		if err != nil {
			return nil, nil, err
		}
	}
}

// row holds the members that lines of any kind may have.
type row struct {
	ID, Name, Label       string
	Request, Body, Chunks json.RawMessage
	Evidence, Claim       string
	ChunkText             string `json:"chunk_text"`
	Snippet               string
}

func caseOf(line []byte, n int) (isPrompt bool, c sample, err error) {
	var r row
	if err := json.Unmarshal(line, &r); err != nil {
		return false, c, err
	}
	c.name = fmt.Sprintf("%d %s %s", n, r.ID+r.Name, r.Label)
	switch {
	case r.Chunks != nil:
		c.line = bytes.TrimSpace(line)
	case r.Request != nil:
		isPrompt, c.line = true, r.Request
	case r.Body != nil:
		isPrompt, c.line = true, r.Body
	case r.ChunkText != "":
		c.line, err = cited(r.ChunkText, r.Snippet, r.Snippet)
	case r.Evidence != "":
		c.line, err = cited(r.Evidence, opening(r.Evidence), r.Claim)
	default:
		err = fmt.Errorf("neither a prompt nor an answer")
	}
	return isPrompt, c, err
}

// cited is a line of `verify` input: one claim that cites one chunk.
func cited(chunk, snippet, claim string) ([]byte, error) {
	type object map[string]any
	answer, err := json.Marshal(object{"mode": "answer", "unanswered_aspects": []string{},
		"segments": []object{{"text": claim, "citations": []object{{"chunk_id": "c1", "snippet": snippet}}}}})
	if err != nil {
		return nil, err
	}
	return json.Marshal(object{"chunks": []object{{"chunk_id": "c1", "text": chunk}}, "answer": string(answer)})
}

// opening is as much of a text as a quote may hold: whole words, at most 500
// characters.
func opening(text string) string {
	words := strings.Fields(text)
	for n, length := 0, 0; n < len(words); n++ {
		if length += len([]rune(words[n])) + 1; length > 500 {
			return strings.Join(words[:n], " ")
		}
	}
	return text
}
