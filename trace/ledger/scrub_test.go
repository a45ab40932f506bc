package ledger

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/grounding/report"
	grounded "vouchsafe/grounding/verify"
)

// secretive is a trace with the same words in every place that holds text.
func secretive() Trace {
	const words = "Jane Doe, 555-0199"
	t := *sample(1)
	t.Question, t.Answer = words, words
	t.Citations[0].Snippet, t.Citations[0].Title = words, ptr(words)
	t.Citations[0].Authors = []string{words}
	t.Citations[0].Sentence = &report.Sentence{Text: words, Lead: &report.Stretch{Text: words}}
	t.Citations[0].Link = ptr("https://example.org/dosing#:~:text=Jane%20Doe%2C%20555-0199")
	t.Citations[0].Heal.From, t.Citations[0].Heal.To = words, words
	t.Findings[0].Detail = words
	t.Chunks[0].Authors = []string{words}
	t.Chunks[0].Text, t.Chunks[0].Title = words, words
	t.Chunks[0].Meta = map[string]json.RawMessage{"note": json.RawMessage(`["` + words + `"]`)}
	t.Attempts[0].Asked, t.Attempts[0].Reply = words, words
	t.Claims = []report.Claim{{Text: words}}
	t.Attempts[0].Findings, t.Attempts[0].Citations, t.Attempts[0].Claims = t.Findings, t.Citations, t.Claims
	t.Metadata = json.RawMessage(`{"note":{"deep":"` + words + `"}}`)
	t.Feedback = json.RawMessage(`{"comment":"` + words + `"}`)
	return t
}

func TestNoWordSurvivesHashing(t *testing.T) {
	for _, s := range []scrubber{{key: []byte("k")}, {}} {
		for _, content := range []Content{Hashed, None} {
			kept := s.scrub(secretive(), content)
			line := string(AppendLine(nil, &kept))
			if strings.Contains(line, "Doe") || strings.Contains(line, "0199") {
				t.Errorf("%s: %s", content, line)
			}
			if !strings.Contains(line, "dosing.pdf") || !strings.Contains(line, `"chunk_id":"c1"`) {
				t.Errorf("%s: what names the source was lost: %s", content, line)
			}
		}
	}
}

func TestHashesCanBeComparedAndTellTheLength(t *testing.T) {
	a, b := scrubber{key: []byte("one")}, scrubber{key: []byte("two")}
	same := a.text("größer", Hashed)
	if same != a.text("größer", Hashed) || same == b.text("größer", Hashed) || same == a.text("kleiner", Hashed) {
		t.Error("hashes do not follow text and key")
	}
	if !strings.HasPrefix(same, "hmac-sha256:") || !strings.HasSuffix(same, ":6") {
		t.Errorf("%s", same)
	}
}

func TestRedactionReachesEveryText(t *testing.T) {
	s := scrubber{patterns: []*regexp.Regexp{regexp.MustCompile(`Jane \w+`), regexp.MustCompile(`\d{3}-\d{4}`)}}
	given := secretive()
	given.User, given.Conversation = "Jane Doe", "555-0199"
	given.Chunks[0].URL, given.Citations[0].URL = "https://example.org/555-0199", ptr("https://example.org/555-0199")
	kept := s.scrub(given, Full)
	line := string(AppendLine(nil, &kept))
	if strings.Contains(line, "Doe") || strings.Contains(line, "0199") {
		t.Errorf("%s", line)
	}
	if kept.Answer != "[redacted], [redacted]" {
		t.Errorf("%s", kept.Answer)
	}
}

// A model that writes its JSON with escapes left the masked words in what it had written.
func TestRedactionReadsTheTextAndNotItsSpelling(t *testing.T) {
	s := scrubber{patterns: []*regexp.Regexp{regexp.MustCompile(`[A-Za-z.]+@[a-z.]+`), regexp.MustCompile(`\b\d{3}-\d{4}\b`), regexp.MustCompile("Müller|😀")}}
	for given, want := range map[string]string{
		`{"a":"write to sec.chunk\u0040corp.de, M\u00fcller"}`:        `{"a":"write to [redacted], [redacted]"}`,
		`{"arguments":"{\"a\":\"call\\n555-0199\\u0021\"}"}`:          `{"arguments":"{\"a\":\"call\\n[redacted]\\u0021\"}"}`,
		`{"arguments":"{\"a\":\"sec.chunk\\u0040corp.de\"}"}`:         `{"arguments":"{\"a\":\"[redacted]\"}"}`,
		`https://x.example/?to=sec.chunk%40corp.de&amp;n=1`:           `https://x.example/?to=[redacted]&amp;n=1`,
		`<a href="mailto:sec.chunk&#64;corp.de">\ud83d\ude00</a>`:     `<a href="mailto:[redacted]">[redacted]</a>`,
		"sec.ch\u200bunk@co\u00adrp.de, 555-\u206001\u200d99 👍\ufe0f": `[redacted], [redacted] 👍` + "\ufe0f",
		`{"a":"555\u200b-01%E2%80%8B99&#8203;, M\u00ad\u00fcller"}`:   `{"a":"[redacted], [redacted]"}`,
		`sec.a@corp.de sec.b@corp.de \\ 50 % &c; \u12 \`:              `[redacted] [redacted] \\ 50 % &c; \u12 \`,
		"%" + strings.Repeat("25", 1<<16) + "40":                      "%" + strings.Repeat("25", 1<<16) + "40",
	} {
		if got := s.text(given, Full); got != want {
			t.Errorf("%.200s\n%.200s, want\n%.200s", given, got, want)
		}
	}
	named := *sample(1)
	named.Model, named.Metadata = "sec.model@corp.de", json.RawMessage(`{"sec.name@corp.de":1}`)
	kept := s.scrub(named, Full)
	if line := string(AppendLine(nil, &kept)); strings.Contains(line, "@corp") {
		t.Error(line)
	}
}

// TestALinkKeepsTheWordsThatNothingMasks: with any pattern it lost them, and so did the trace of a long request.
func TestALinkKeepsTheWordsThatNothingMasks(t *testing.T) {
	const page = "https://example.org/dosing"
	for words, kept := range map[string]bool{"Backups are kept for 21 days.": true, "Jane Doe, 555-0199": false, "Call five: 555-0199, he said, and then that was all that anybody heard of him again": false} {
		one := *sample(1)
		one.Citations = []report.Citation{{Sentence: &report.Sentence{Text: words}, Link: ptr(grounded.Link(page, words))}}
		s := scrubber{patterns: []*regexp.Regexp{regexp.MustCompile(`(?i)jane doe|555-0199, he said`)}}
		want := page
		if kept {
			want = grounded.Link(page, words)
		}
		if got := *s.scrub(one, Full).Citations[0].Link; got != want {
			t.Errorf("%q: %s, want %s", words, got, want)
		}
		one.Body = 1 << 20
		if got := *owned(one).Citations[0].Link; got != grounded.Link(page, words) {
			t.Errorf("%q, of a long request: %s", words, got)
		}
	}
}

func TestScrubbingLeavesTheTraceAlone(t *testing.T) {
	given := secretive()
	s := scrubber{patterns: []*regexp.Regexp{regexp.MustCompile(`\w`)}}
	s.scrub(given, Full)
	if diff := cmp.Diff(secretive(), given); diff != "" {
		t.Error(diff)
	}
}

func TestScrubJSON(t *testing.T) {
	shout := strings.ToUpper
	for in, want := range map[string]string{
		`{"a":"b","c":["d",1,null,{"e":"f"}]}`: `{"a":"B","c":["D",1,null,{"e":"F"}]}`,
		`"x"`:                                  `"X"`,
		`12.50`:                                `12.50`,
		`{"a":`:                                ``,
		`{"a":"b"}}`:                           ``,
	} {
		got := scrubJSON(json.RawMessage(in), shout, strings.Clone)
		if strings.TrimSpace(string(got)) != want {
			t.Errorf("%s: got %s", in, got)
		}
	}
}

func TestTheInstallationKeyIsMadeOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "logs", "trace.jsonl")
	first, err := InstallationKey(path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := InstallationKey(path)
	if err != nil || string(first) != string(again) || len(first) != keyBytes {
		t.Errorf("%x, then %x: %v", first, again, err)
	}
	keyPath := filepath.Join(filepath.Dir(path), KeyFile)
	if info, err := os.Stat(keyPath); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v: %v", info, err)
	}
	if err := os.WriteFile(keyPath, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := InstallationKey(path); err == nil {
		t.Error("a short key was taken")
	}
}

// TestATraceThatWaitsKeepsNoLongBody: a part of a text keeps the whole text in memory.
func TestATraceThatWaitsKeepsNoLongBody(t *testing.T) {
	body := strings.Repeat("x", 8<<20) + `"question"`
	within := func(s string) bool {
		at, from := uintptr(unsafe.Pointer(unsafe.StringData(s))), uintptr(unsafe.Pointer(unsafe.StringData(body)))
		return s != "" && at >= from && at < from+uintptr(len(body))
	}
	part := body[len(body)-9 : len(body)-1]
	tr := sample(1)
	tr.Body, tr.Question, tr.Model, tr.User, tr.Chunks[0].Text, tr.Attempts[0].Reply = len(body), part, part, part, part, part
	kept := owned(*tr)
	for what, s := range map[string]string{"question": kept.Question, "model": kept.Model, "user": kept.User, "chunk": kept.Chunks[0].Text, "reply": kept.Attempts[0].Reply} {
		if s != part || within(s) {
			t.Errorf("the %s is %q, and part of the body: %t", what, s, within(s))
		}
	}
	if string(AppendLine(nil, &kept)) != string(AppendLine(nil, tr)) || tr.Question != part {
		t.Error("the trace says something else")
	}
}
