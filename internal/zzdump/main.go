package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"time"

	"vouchsafe/chunk"
	"vouchsafe/cite"
	"vouchsafe/claim"
	"vouchsafe/lexis"
	"vouchsafe/match"
	"vouchsafe/verify"
)

type row struct {
	Question string
	Context  []struct{ ID, Text string }
	Response string
}

var out *bufio.Writer
var rnd = rand.New(rand.NewSource(7))
var vocab []string

func j2s(j claim.Judgement) string {
	s := "nil"
	if j.Supported != nil {
		s = fmt.Sprint(*j.Supported)
	}
	return fmt.Sprintf("%v %v %s %v %q", j.Support, j.Risk, s, j.Unknown, j.Findings)
}

var rules = claim.Rules{MinSupport: 0.15, MaxRisk: 0.8}

func judge(tag, text string, ev claim.Evidence) {
	fmt.Fprintf(out, "%s %q %s\n", tag, text, j2s(claim.Judge(text, ev, rules)))
}

func numbers(text string) {
	fmt.Fprintf(out, "N %v\n", lexis.Numbers(text))
	fmt.Fprintf(out, "M %v %v %v\n", lexis.Names(text), lexis.LanguageOf(text), lexis.ScriptOf(text))
}

func word() string { return vocab[rnd.Intn(len(vocab))] }

func mutate(s string) string {
	w := strings.Split(s, " ")
	for range 1 + rnd.Intn(2) {
		i := rnd.Intn(len(w))
		switch rnd.Intn(9) {
		case 0, 1, 2:
			w[i] = word()
		case 3:
			w = append(w[:i], append([]string{word()}, w[i:]...)...)
		case 4:
			k := rnd.Intn(len(w))
			w[i], w[k] = w[k], w[i]
		case 5:
			neg := []string{"not", "no", "never", "nicht", "only", "without", "isn't", "except", "не", "n't", "ne", "pas", "不", "لا"}
			w = append(w[:i], append([]string{neg[rnd.Intn(len(neg))]}, w[i:]...)...)
		case 6:
			if len(w[i]) > 0 { w[i] = strings.ToUpper(w[i][:1]) + w[i][1:] }
		case 7:
			nums := []string{"12", "3.5", "1,200", "five", "20%", "$3.4m", "2019", "10 mg", "twice", "5 to 10", "March 5, 2024", "½", "3rd", "[1]", "(2)", "1/2", "10-12"}
			w[i] = nums[rnd.Intn(len(nums))]
		case 8:
			if len(w) > 2 {
				w = append(w[:i], w[i+1:]...)
			}
		}
	}
	return strings.Join(w, " ")
}

func main() {
	f, _ := os.Create(os.Args[1])
	out = bufio.NewWriterSize(f, 1<<20)
	defer f.Close()
	defer out.Flush()
	v, _ := os.ReadFile("/tmp/vperf.d/vocab.txt")
	vocab = strings.Fields(string(v))
	every := 1
	if len(os.Args) > 2 {
		fmt.Sscan(os.Args[2], &every)
	}
	pairs()
	rag(every)
	find(every)
	soup(every)
}

func soup(every int) {
	for i := range 20000 / every {
		n := 3 + rnd.Intn(25)
		var b strings.Builder
		for range n {
			b.WriteString(word())
			seps := []string{" ", " ", " ", " ", ", ", ". ", "-", "\n", ": ", "’", " (", ") ", "; ", " 7 ", " 3.4", "%", "'s ", "…", "。", "•"}
			b.WriteString(seps[rnd.Intn(len(seps))])
		}
		text := b.String()
		numbers(text)
		src := claim.Prepare(text)
		fmt.Fprintf(out, "S %v\n", claim.Split(text))
		for _, s := range claim.Split(text) {
			t := mutate(text[s.Start:s.End])
			judge("soup", t, claim.Evidence{Sources: []*claim.Source{src}, Question: mutate(text), Titles: []string{word(), word() + " 2019"}})
			judge("soupq", t, claim.Evidence{Sources: []*claim.Source{src}, Quotes: []claim.Quote{{0, rnd.Intn(20), 20 + rnd.Intn(60)}}})
		}
		if i%4 == 0 {
			m := match.Find(match.Prepare(text), mutate(text), match.Fuzzy)
			fmt.Fprintf(out, "F %q %+v\n", text, m)
		}
	}
}

func pairs() {
	text, _ := os.ReadFile("/tmp/vperf.d/pairs.txt")
	quote := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		body := strings.TrimSpace(strings.TrimLeft(line, "=+-"))
		if line == "" || line[0] == '#' || line[0] == '[' {
			continue
		}
		if line[0] == '=' {
			quote = body
		}
		src := claim.Prepare(quote)
		numbers(body)
		fmt.Fprintf(out, "P %v %v\n", claim.Split(body), claim.Verifiable(body, []*claim.Source{src}))
		ev := claim.Evidence{Sources: []*claim.Source{src}}
		evq := claim.Evidence{Sources: []*claim.Source{src}, Quotes: []claim.Quote{{0, 0, len([]rune(quote))}}}
		judge("pair", body, ev)
		judge("pairq", body, evq)
		for range 12 {
			m := mutate(body)
			numbers(m)
			judge("pairm", m, evq)
			evq.Question = mutate(quote)
			judge("pairmq", m, evq)
			evq.Question = ""
			fmt.Fprintf(out, "PF %+v\n", match.Find(match.Prepare(quote), m, match.Fuzzy))
		}
	}
}

func rag(every int) {
	file, _ := os.Open("/work/shared/data/ragtruth_qa_train.jsonl")
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	cache := map[string]*claim.Source{}
	for n := 0; lines.Scan(); n++ {
		var a row
		if json.Unmarshal(lines.Bytes(), &a) != nil {
			panic("row")
		}
		if n%every != 0 {
			continue
		}
		ev := claim.Evidence{Question: a.Question}
		set := []chunk.Chunk{}
		vev := verify.Evidence{Question: a.Question}
		for _, c := range a.Context {
			if cache[c.Text] == nil {
				cache[c.Text] = claim.Prepare(c.Text)
				numbers(c.Text)
			}
			ev.Sources = append(ev.Sources, cache[c.Text])
			set = append(set, chunk.Chunk{ID: c.ID, Text: c.Text, Title: a.Question, Year: 2019})
			vev.Passages = append(vev.Passages, verify.NewPassage(c.Text, nil))
		}
		vev.Set = chunk.NewSet(set)
		numbers(a.Response)
		ss := claim.Split(a.Response)
		fmt.Fprintf(out, "S %v\nV %v %v\n", ss, claim.Verifiable(a.Response, ev.Sources), claim.Overlap(a.Response, a.Question))
		var ans cite.Answer
		for _, s := range ss {
			t := a.Response[s.Start:s.End]
			judge("rag", t, ev)
			fmt.Fprintf(out, "fig %v\n", claim.Figures(t, ev, nil))
			m := mutate(t)
			judge("ragm", m, ev)
			seg := cite.Segment{Text: t + " "}
			best := 0.3
			var q claim.Quote
			ok := false
			for i, src := range ev.Sources {
				st, en, sc, found := claim.Locate(t, src)
				fmt.Fprintln(out, "loc", st, en, sc, found)
				if en > 0 && sc >= best {
					best, q, ok = sc, claim.Quote{Source: i, Start: st, End: en}, true
				}
			}
			if ok {
				evq := ev
				evq.Quotes = []claim.Quote{q}
				evq.Sources = ev.Sources
				judge("ragq", t, evq)
				evq.Titles = []string{"Sales of 2019", "Dr. Ann Marlow", a.Question}
				judge("ragqm", m, evq)
				words := []rune(a.Context[q.Source].Text)[q.Start:q.End]
				quote := string(words)
				judge("ragqq", mutate(quote), evq)
				judge("ragqq", mutate(quote), evq)
				seg.Citations = []int{len(ans.Citations)}
				c := cite.Citation{ChunkID: a.Context[q.Source].ID, Snippet: quote, Quoted: true}
				switch rnd.Intn(5) {
				case 0:
					c.Snippet = mutate(quote)
				case 1:
					c.Snippet, c.Quoted = "", false
				}
				ans.Citations = append(ans.Citations, c)
			}
			ans.Segments = append(ans.Segments, seg)
		}
		res := verify.Check(ans, vev, verify.Rules{Snippet: match.Fuzzy, MinChars: 12, MaxChars: 600, Claims: claim.Factual, MinSupport: .15, MaxRisk: .8, Snap: true, Relink: true, Renumber: true, Now: time.Unix(1_700_000_000, 0)})
		view := verify.View{All: true, Numbers: res.All()}
		js, _ := json.Marshal(res.Report(vev, view))
		fmt.Fprintf(out, "C %s\n", js)
		fmt.Fprintf(out, "CS %+v\n", res.Segments)
	}
}

func find(every int) {
	file, _ := os.Open("/work/shared/data/quotes_dev.jsonl")
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	for n := 0; lines.Scan(); n++ {
		var a map[string]any
		if json.Unmarshal(lines.Bytes(), &a) != nil {
			panic("row")
		}
		if n%every != 0 {
			continue
		}
		text, _ := a["chunk_text"].(string)
		for _, k := range []string{"snippet", "quote", "original", "quoted"} {
			if s, ok := a[k].(string); ok {
				for _, m := range []match.Mode{match.Exact, match.Normalized, match.Fuzzy} {
					fmt.Fprintf(out, "Q %+v\n", match.Find(match.Prepare(text), s, m))
				}
				fmt.Fprintf(out, "Q %+v %v\n", match.Find(match.Prepare(text), mutate(s), match.Fuzzy), match.Weight(s))
			}
		}
	}
}
