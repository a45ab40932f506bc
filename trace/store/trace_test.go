package store

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"time"

	"vouchsafe/jsonwriter"
)

// sample is a trace as the ledger writes it, with a few things to choose.
type sample struct {
	id, app, user, model, verdict string
	at                            time.Time
	question, answer, reply       string
	findings                      []string
	chunks                        []string // texts
	verified                      bool     // the citation of the first chunk
}

func (s sample) line() []byte {
	var findings, chunks []string
	for _, code := range s.findings {
		findings = append(findings, fmt.Sprintf(`{"code":%q,"citation":1,"claim":null,"detail":"it differs"}`, code))
	}
	for i, text := range s.chunks {
		chunks = append(chunks, fmt.Sprintf(`{"chunk_id":"c%d","doc_id":"d%d","text":%s,"title":null,"standing":"primary","layout":"json-array"}`, i+1, i+1, jsonText(text)))
	}
	citations := ""
	if len(s.chunks) > 0 {
		citations = fmt.Sprintf(`{"number":1,"chunk_id":"c1","doc_id":"d1","snippet":"x","verified":%t}`, s.verified)
	}
	var user = "null"
	if s.user != "" {
		user = fmt.Sprintf("%q", s.user)
	}
	return fmt.Appendf(nil, `{"query_id":%q,"timestamp":%q,"app":%q,"user":%s,"conversation":null,"policy":"clinical","policy_hash":"00","model":%q,"question":%s,"answer":%q,"citations":[%s],"verdict":%q,"reason":null,"findings":[%s],"chunks":[%s],"attempts":[{"asked":"dialect segments","reply":%s,"findings":[],"upstream":"openai","status":200,"usage":null,"duration_ms":12}],"usage":null,"latency":{"total_ms":13.5,"upstream_ms":12,"verify_ms":0.5},"feedback":null,"metadata":null}`+"\n",
		s.id, s.at.UTC().Format("2006-01-02T15:04:05.000Z"), s.app, user, s.model, jsonText(s.question), s.answer, citations, s.verdict, strings.Join(findings, ","), strings.Join(chunks, ","), jsonText(cmp.Or(s.reply, "{}")))
}

// jsonText is a text as the ledger writes it.
func jsonText(s string) string {
	var j jsonwriter.JSON
	j.Quote(s)
	return string(j)
}

// one is a plain sample; n makes it another one.
func one(n int) sample {
	return sample{
		id: fmt.Sprintf("vt_%026d", n), app: "clinic", user: "u-17", model: "gpt-4o", verdict: "grounded", at: noon.Add(-time.Duration(n) * time.Minute),
		question: fmt.Sprintf("How much may an adult take? (%d)", n), answer: "No more than 4 g in 24 hours [1].",
		chunks: []string{strings.Repeat("Adults may take one gram every six hours. ", 5), "Short."}, verified: true,
	}
}

func TestWhatIsNoTraceIsRefused(t *testing.T) {
	for _, line := range []string{"", "{", "[]", "null", `"x"`, `{}`, `{"query_id":"vt_1"}`, `{"query_id":"vt_1","timestamp":"yesterday"}`, `{"query_id":"","timestamp":"2026-11-20T12:00:00Z"}`} {
		if _, _, err := read([]byte(line)); err == nil {
			t.Errorf("%s was taken for a trace", line)
		}
	}
}

func TestALineIsPutTogetherAsItWasTakenApart(t *testing.T) {
	s := one(1)
	s.chunks = append(s.chunks, strings.Repeat("Zeile\u0000 \u2028 \"ß\" ", 10))
	m := maker{seen: newSights()}
	for _, apart := range []int{0, 2} { // a text is kept apart when it comes again
		r, err := m.ofLine(s.line())
		if err != nil {
			t.Fatal(err)
		}
		if got := putTogether(t, r); got != string(s.line()) {
			t.Errorf("got  %s\nwant %s", got, s.line())
		}
		if len(r.apart) != apart || len(r.hashes()) != 16*apart {
			t.Errorf("%d texts stand apart", len(r.apart))
		}
	}
}

// putTogether is the line of a row.
func putTogether(t *testing.T, r *row) string {
	line, err := unpack(r.body)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[hash]string{}
	for _, c := range r.apart {
		texts[c.hash] = c.text
	}
	return string(body{line: line}.assemble(texts))
}

func TestSequencesAreInTheOrderOfTime(t *testing.T) {
	ms := noon.UnixMilli()
	if earlier, later := sequence(ms-1, "b"), sequence(ms, "a"); earlier >= later || later < since(ms) || later >= since(ms+1) {
		t.Errorf("%d, then %d in %d", earlier, later, since(ms))
	}
}

func FuzzRead(f *testing.F) {
	f.Add(one(1).line())
	f.Add([]byte(`{"query_id":"a","timestamp":"2026-11-20T12:00:00Z","chunks":[{"text":{"sha256":"zz"}}],"citations":[{}],"findings":7}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		m := maker{seen: newSights()}
		for range 2 {
			r, err := m.ofLine(line)
			if err != nil {
				return
			}
			_ = putTogether(t, r)
			if _, err := m.ofStored(r.body); err != nil {
				t.Fatal(err)
			}
		}
	})
}
