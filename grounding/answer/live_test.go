package answer

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// liveReplies are replies that Live follows to their end.
var liveReplies = map[string]string{
	"bare":        `{"mode":"answer","segments":[{"citations":[{"chunk_id":"a","snippet":"opens at nine"}],"text":"It opens at nine. "},{"citations":[],"text":"See you."}],"unanswered_aspects":[]}`,
	"white space": " \n\t{ \"mode\" : \"answer\" , \"segments\" : [ { \"citations\" : [ ] , \"text\" : \"Hi.\" } ] , \"unanswered_aspects\" : [ ] } \n",
	"fenced":      "```json\n{\"mode\":\"answer\",\"segments\":[{\"citations\":[],\"text\":\"Hi.\"}],\"unanswered_aspects\":[]}\n```",
	"thought of":  "<think>Shall I? {\"segments\":[{\"text\":\"no\"}]}</think>\n{\"segments\":[{\"citations\":[],\"text\":\"Hi.\"}]}",
	"escapes":     `{"segments":[{"citations":[{"chunk_id":"a\"b","snippet":"say \"no\" \\ é 😀 \u00e9\ud83d\ude00"}],"text":"He says \"no\" \\.\n"},{"citations":[{"chunk_id":"a\"b","snippet":""}],"text":"So {it} [is]."}]}`,
	"text first":  `{"segments":[{"text":"Late proof.","citations":[{"snippet":"the proof is late","chunk_id":"a"}]}],"mode":"clarify"}`,
	"markers":     `{"segments":[{"citations":[{"chunk_id":"a","snippet":"one two three"}],"text":"One [1]."},{"citations":[{"chunk_id":"b","snippet":"four"}],"text":"Two [a][b]."}]}`,
	"defects":     `{"mode":"no","segments":[{"text":"No citations."},{"citations":"x","text":7},{"citations":[3],"text":"Odd."}],"unanswered_aspects":3}`,
	"nothing":     `{"mode":"refuse","segments":[],"unanswered_aspects":["all of it"]}`,
}

func TestLiveGivesWhatReadGivesHoweverTheTextIsSplit(t *testing.T) {
	for name, raw := range liveReplies {
		t.Run(name, func(t *testing.T) {
			for _, asked := range []Dialect{Segments, Sentences} { // the second may be answered in the first
				want := Read(asked, raw, Known{})
				for step := 1; step <= len(raw); step++ {
					got, taken := followed(asked, raw, func() int { return step })
					if taken != len(want.Segments) {
						t.Fatalf("%s, step %d: %d segments, want %d", asked, step, taken, len(want.Segments))
					}
					if diff := cmp.Diff(flat(&want), flat(&got)); diff != "" {
						t.Fatalf("%s, step %d: (-Read +Live)\n%s", asked, step, diff)
					}
				}
			}
		})
	}
}

// followed feeds a reply piece by piece and joins what comes of it.
func followed(asked Dialect, raw string, step func() int) (Answer, int) {
	l := Follow(asked, Known{}, nil)
	var all Answer
	for at := 0; at < len(raw); {
		at = min(len(raw), at+step())
		l.Feed(raw[:at])
		for a, ok := l.Next(); ok; a, ok = l.Next() {
			all.Append(a)
		}
		l.Open()
	}
	return all, l.Taken()
}

// flat is what matters of an answer, citation by citation within its segment.
func flat(a *Answer) []string {
	var out []string
	for _, s := range a.Segments {
		out = append(out, "text "+s.Text)
		for _, i := range s.Citations {
			c := a.Citations[i]
			out = append(out, "cites "+c.ChunkID+": "+c.Snippet)
		}
	}
	return out
}

func TestLiveLeavesToReadWhatItCannotFollow(t *testing.T) {
	for name, raw := range map[string]string{
		"prose":                       "Hello there. {\"segments\":[{\"citations\":[],\"text\":\"Hi.\"}]}",
		"another shape":               `{"answer":"Hi [1].","citations":[{"chunk_id":"a","snippet":"hi"}],"mode":"answer"}`,
		"a list of sources":           `{"segments":[{"citations":[],"text":"Sources:\n[1] a.pdf"}]}`,
		"duplicate keys":              `{"segments":[{"text":"a","text":"b","citations":[]}]}`,
		"an unended thought":          `<think>{"segments":[{"text":"a","citations":[]}]}`,
		"too deep":                    `{"segments":[` + strings.Repeat("[", 40) + `{"text":"a","citations":[]}`,
		"a list of sources in a list": `{"segments":[["c1: x","Sources:\n[1] a.pdf"]]}`,
		"unbalanced":                  `{"segments":[}{"text":"a","citations":[]}]`,
		"code":                        "```python\nprint({})\n```",
	} {
		if _, taken := followed(Segments, raw, func() int { return 3 }); taken != 0 {
			t.Errorf("%s: %d segments were taken", name, taken)
		}
	}
}

func TestOpenTellsOfCitationsBeforeTheirSegmentIsWhole(t *testing.T) {
	l := Follow(Segments, Known{}, []Citation{{ChunkID: "old", Snippet: "said before"}})
	at := `{"mode":"answer","segments":[{"citations":[{"chunk_id":"a","snippet":"one two three"},{"chunk_id":"old","snippet":""},{"chunk_id":"b","snippet":"four fi`
	l.Feed(at)
	whole := l.Open()
	if len(whole) != 2 || whole[0].Snippet != "one two three" || whole[1].Snippet != "said before" || !whole[1].Reference {
		t.Errorf("whole: %+v", whole)
	}
	l.Feed(at + `ve\u00`)
	if whole = l.Open(); len(whole) != 0 {
		t.Errorf("then: %+v", whole)
	}
	l.Feed(at + `ve\u0020six"}],"text":"So it is.`)
	if whole = l.Open(); len(whole) != 1 || whole[0].Snippet != "four five six" {
		t.Errorf("at last: %+v", whole)
	}
}

// TestAFigureThatIsSplitDoesNotLeaveInHalves: the first half alone would be another figure.
func TestAFigureThatIsSplitDoesNotLeaveInHalves(t *testing.T) {
	l := Follow(Segments, Known{}, nil)
	said := `{"mode":"answer","segments":[{"citations":[],"text":"It has roughly 1"}`
	l.Feed(said)
	if a, ok := l.Next(); ok {
		t.Errorf("it left as %q", a.Text())
	}
	said += `,{"citations":[],"text":",400 members."}`
	l.Feed(said)
	if a, _ := l.Next(); a.Text() != "It has roughly 1 ,400 members." {
		t.Errorf("then it left as %q", a.Text())
	}
}

func TestWhatIsAppendedIsSetOffByOneSpace(t *testing.T) {
	for _, c := range []struct{ before, text, want string }{
		{"It opens at nine.", "It closes at five.", " It closes at five."},
		{"It opens at nine. ", "It closes at five.", "It closes at five."},
		{"It opens at nine.", "\n- Five", "\n- Five"},
		{"", "First.", "First."},
	} {
		var a Answer
		a.Append(Answer{Segments: []Segment{{Text: c.before}}})
		a.Append(Answer{Segments: []Segment{{Text: c.text, Citations: []int{0}}}, Citations: []Citation{{ChunkID: "a"}}})
		if got := a.Segments[1].Text; got != c.want {
			t.Errorf("%q behind %q became %q", c.text, c.before, got)
		}
	}
}

func TestWrittenSegmentsReadAsTheyWere(t *testing.T) {
	for name, raw := range liveReplies {
		want := Read(Segments, raw, Known{})
		got := Read(Segments, WriteSegments(&want), Known{})
		if name != "defects" && cmp.Diff(flat(&want), flat(&got)) != "" {
			t.Errorf("%s: %s", name, WriteSegments(&want))
		}
	}
}

// FuzzLive holds the live reader against the one that reads whole replies:
// what the first gives early, the second gives at the end.
func FuzzLive(f *testing.F) {
	for _, raw := range liveReplies {
		f.Add(raw, uint64(1))
	}
	f.Fuzz(func(t *testing.T, raw string, seed uint64) {
		if len(raw) > 1<<14 {
			return
		}
		r := rand.New(rand.NewPCG(seed, 1))
		got, taken := followed(Segments, raw, func() int { return 1 + r.IntN(9) })
		if len(got.Segments) != taken {
			t.Fatalf("%d segments for %d taken", len(got.Segments), taken)
		}
		want := Read(Segments, raw, Known{})
		if len(want.Problems) > 0 || want.List != "" || want.Dialect != Segments || taken == 0 {
			return // the whole reply is no good, or its end changes it
		}
		g, w := flat(&got), flat(&want)
		if len(g) > len(w) || cmp.Diff(w[:len(g)], g) != "" {
			t.Errorf("%q: live %q, whole %q", raw, g, w)
		}
	})
}

// TestAReplyThatBreaksOffBehindATextHasThatSentence: a limit seldom falls between two objects. What may have gone on
// is left out.
func TestAReplyThatBreaksOffBehindATextHasThatSentence(t *testing.T) {
	const first, second = `{"mode":"answer","segments":[{"citations":[{"chunk_id":"a","snippet":"opens at nine"}],"text":"It opens at nine."},`, `{"citations":[{"chunk_id":"a","snippet":"costs money"}],"text":" It costs 5`
	for end, want := range map[string]string{
		` euros."}`: "It opens at nine. It costs 5 euros.", ` euros."`: "It opens at nine. It costs 5 euros.", ` euros.`: "It opens at nine. It costs 5 euros.",
		` euros`: "It opens at nine.", `.`: "It opens at nine.", ` euros.\`: "It opens at nine.", ``: "It opens at nine.",
	} {
		whole := Whole(Segments, first+second+end, Known{})
		if got := whole.Text(); got != want {
			t.Errorf("%q: %q", end, got)
		}
	}
	for _, broken := range []string{first[:40], first[:80], `{"segments":[{"text":"It opens at nine."`} {
		if whole := Whole(Segments, broken, Known{}); len(whole.Segments) > 0 {
			t.Errorf("%q: %q", broken, whole.Text())
		}
	}
}
