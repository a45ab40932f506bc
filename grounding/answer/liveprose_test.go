package answer

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// proseReplies are replies in prose, each with the number of segments that are
// given before its end.
var proseReplies = map[string]struct {
	raw   string
	early int
}{
	"before the stop":     {"It opens at nine [1]. It closes at five [2]. See you.", 2},
	"behind the stop":     {"It opens at nine. [1] It closes at five. [2] See you.", 2},
	"on the next line":    {"It opens at nine.\n[1]\n\nIt closes at five.\n\n[2]\n\nSee you soon, all of you.", 3},
	"runs of markers":     {"It opens at nine [1] and [2], [3]; it closes at five [4] [5]. See you.", 2},
	"none":                {"It opens at nine. It closes at five.", 0},
	"at the line's start": {"[1] It opens at nine. And it closes at five. More of it.\n[2] Tea is hot. Milk is cold.", 3},
	"bullets":             {"It has:\n\n- tea for all [1]\n- milk [2]\n- coffee, black and hot [3]\n\nCome and see.", 4},
	"steps":               {"1. [1] Open the lid.\n2. [2] Press the blue button.\n3. [3] Close the lid of it.\n\nThat is all.", 3},
	"table":               {"| Tea | 4 [1] |\n|---|---|\n| Milk | 2 [2] |\n\nThat is all of it.", 3},
	"below a table":       {"| Tea | 4 |\n|---|---|\n| Milk | 2 |\n\n[1][2]\n\nThat is all of it.", 3},
	"below a list":        {"- Tea is hot\n- Milk is cold\n\n[1]\n\nThat is all of it.", 2},
	"authors":             {"It opens at nine (Smith, 2020). Smith and Jones (2020) say it closes at five. So be early.", 2},
	"links":               {"See [the table](https://guide.example/renal) for doses. It opens at nine ([source](https://guide.example/dose)). Be early, all.", 2},
	"code":                {"Type `a[1]` first [1]. Then:\n\n```\nx [2] y. Z\n```\n\nIt opens at nine [2]. Good day, all of you.", 3},
	"a list of sources":   {"It opens at nine [1]. It closes at five [2]. Bye now.\n\nSources:\n[1] Dosage guide\n[2] b.pdf", 2},
	"notes":               {"It opens at nine [^1]. It closes at five [^2]. Bye now.\n\n[^1]: Dosage guide", 2},
	"sources inside":      {"Tea [1].\n\nSources:\n\nIron is found in meat [2]. And in beans [3]. More of it.", 0},
	"Chinese":             {"九点开门。[1] 五点关门。[2] 再见各位朋友们。", 2},
	"thought of":          {"<think>It is [1]. So</think>\n\nIt opens at nine [1]. It closes at five. ", 1},
	"emphasis":            {"**It opens at nine [1].** It closes *at five* [2]. And so on it goes.", 2},
	"unresolved":          {"It opens at nine [77]. It closes at five [ghost.pdf]. And so on it goes.", 2},
}

func TestProseIsGivenAsReadReadsItHoweverTheTextIsSplit(t *testing.T) {
	for name, c := range proseReplies {
		t.Run(name, func(t *testing.T) {
			for _, asked := range []Dialect{Numbered, AuthorYear, Client} {
				want := Read(asked, c.raw, five)
				for step := 1; step <= len(c.raw); step++ {
					got, l := followedProse(asked, c.raw, func() int { return step })
					checkBeginning(t, &got, &want)
					if !l.Fits(&want) || l.Taken() != len(got.Segments) {
						t.Errorf("%s, step %d: %d taken of %q", asked, step, l.Taken(), flat(&want))
					}
					if asked == Client && step == 1 && len(got.Segments) != c.early {
						t.Errorf("%d segments were given early, want %d: %q of %q", len(got.Segments), c.early, flat(&got), flat(&want))
					}
				}
			}
		})
	}
}

// checkBeginning fails where an answer is not how another begins.
func checkBeginning(t *testing.T, got, whole *Answer) {
	t.Helper()
	n := len(got.Segments)
	if n > len(whole.Segments) {
		t.Fatalf("%q of %q", flat(got), flat(whole))
	}
	begins := whole.Between(0, n)
	for i := range begins.Problems {
		begins.Problems[i].Detail = ""
	}
	for i := range got.Problems {
		got.Problems[i].Detail = ""
	}
	if n > 0 && cmp.Diff(begins.Segments, got.Segments) != "" || n > 0 && cmp.Diff(begins.Citations, got.Citations) != "" || len(begins.Problems) != len(got.Problems) {
		t.Fatalf("given %q %+v\nwhole %q %+v", flat(got), got.Problems, flat(&begins), begins.Problems)
	}
}

// followedProse feeds a reply piece by piece and puts what comes of it
// together.
func followedProse(asked Dialect, raw string, step func() int) (Answer, *Live) {
	l := Follow(asked, five, nil)
	var all Answer
	for at := 0; at < len(raw); {
		at = min(len(raw), at+step())
		l.Feed(raw[:at])
		for a, ok := l.Next(); ok; a, ok = l.Next() {
			n := len(all.Citations)
			for _, s := range a.Segments { // as it stands: Append may add a space
				all.Segments = append(all.Segments, s.moved(func(at int) int { return at + n }))
			}
			all.Citations, all.Problems = append(all.Citations, a.Citations...), append(all.Problems, a.Problems...)
		}
	}
	return all, l
}

func TestProseThatMayNotBeProseIsLeftToRead(t *testing.T) {
	for name, raw := range map[string]string{
		"JSON":             `{"answer":"It opens [1]. It closes [2]. Good day to you."}`,
		"a fence":          "```json\n{}\n```\nIt opens [1]. It closes [2]. Good day to you.",
		"a refusal":        "REFUSE: It opens [1]. It closes [2]. Good day to you.",
		"an open thought":  "<think>It opens [1]. It closes [2]. Good day to you.",
		"no valid text":    "It opens \xff[1]. It closes [2]. Good day to you.",
		"an ended thought": "So it is.\n</think>\nIt opens [1]. It closes [2]. Good day to you.",
		"an open fence":    "It is:\n```\nIt opens [1]. It closes [2]. Good day to you.",
		"open code":        "It is `so: it opens [1]. It closes [2]. Good day to you.",
		"nothing but list": "Sources:\n[1] a.pdf\nIt opens [1]. It closes. Good day to you.",
	} {
		if got, _ := followedProse(Numbered, raw, func() int { return 3 }); len(got.Segments) != 0 {
			t.Errorf("%s: %q was given", name, flat(&got))
		}
	}
}

func TestTheEndOfAThoughtWithoutABeginningDoesNotFit(t *testing.T) {
	raw := "It opens at nine [1]. Shall I say so? I shall.\n</think>\nIt closes at five [2]."
	_, l := followedProse(Numbered, raw, func() int { return 3 })
	whole := Read(Numbered, raw, five)
	if l.Taken() == 0 || l.Fits(&whole) {
		t.Errorf("%d taken, fits %v", l.Taken(), l.Fits(&whole))
	}
}

func TestASentenceIsGivenWhole(t *testing.T) {
	l := Follow(Numbered, five, nil)
	l.Feed("It is safe [1] unless the patient ")
	if a, ok := l.Next(); ok {
		t.Fatalf("half a sentence: %q", flat(&a))
	}
	l.Feed("It is safe [1] unless the patient drinks [2]. Good ")
	if a, ok := l.Next(); !ok || len(a.Segments) != 1 || len(a.Segments[0].Signs) != 1 {
		t.Errorf("%v %q", ok, flat(&a))
	}
}

// FuzzLiveProse holds the live reader against the one that reads whole
// replies, as FuzzLive does for segments.
func FuzzLiveProse(f *testing.F) {
	for _, c := range proseReplies {
		f.Add(c.raw, uint64(1))
	}
	f.Add("[[1] a b. C]] d (see [2]) and [3] e\n(\nsource [1]) f. 10³ g.¹ Hall `x` ``y` [1] `` z", uint64(2))
	f.Fuzz(func(t *testing.T, raw string, seed uint64) {
		if len(raw) > 1<<13 {
			return
		}
		r := rand.New(rand.NewPCG(seed, 1))
		asked := []Dialect{Numbered, AuthorYear, Client}[seed%3]
		got, l := followedProse(asked, raw, func() int { return 1 + r.IntN(9) })
		want := Read(asked, raw, five)
		for _, tag := range thinkingTags {
			if strings.Contains(raw, "\n"+tag[1]+"\n") && !l.Fits(&want) {
				return // the one thing that cannot be known
			}
		}
		for _, p := range want.Problems {
			if p.Code == malformed {
				return
			}
		}
		checkBeginning(t, &got, &want)
	})
}

// prosePieces are what decides how prose is read.
var prosePieces = []string{
	"[1]", "[2]", "[77]", " ", " ", " ", "\n", "\n\n", ". ", ".", "Tea ", "milk ", "and ", "and", ", ", ";", "- ", "1. ", "`", "```", "```\n", "\n```\n", "~~~\n",
	"(see ", "(", ")", "[", "]", "[[", "]]", "[the table](https://guide.example/renal)", "(Smith, 2020)", "Smith (2020) ", "Sources:", "Sources", "\n---\n", "[^1]", "[^1]: ",
	"¹", ",", "。", "开门", "【1】", "<sup>1</sup>", "<cite>", "</cite>", "<", "**", "|", "dr. ", "! ", "”", "\"", "[c1](CITE)", "source ", "x", "= ", "\t", "\r\n", ">", "\ue202turn0",
}

func TestProseOfRandomPiecesIsGivenAsReadReadsIt(t *testing.T) {
	given := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 3))
		picks := make([]byte, 1+r.IntN(60))
		for i := range picks {
			picks[i] = byte(r.IntN(256))
			if r.IntN(2) == 0 {
				picks[i] = byte(r.IntN(17)) // words, spaces and markers are what there is most of
			}
		}
		given += checkPieces(t, picks, seed)
	}
	if given < 1000 {
		t.Errorf("only %d segments were given", given)
	}
}

// checkPieces reads a text of pieces live and whole, and returns how many
// segments were given before its end.
func checkPieces(t *testing.T, picks []byte, seed uint64) int {
	t.Helper()
	var raw strings.Builder
	for _, p := range picks {
		raw.WriteString(prosePieces[int(p)%len(prosePieces)])
	}
	r := rand.New(rand.NewPCG(seed, 1))
	asked := []Dialect{Numbered, AuthorYear, Client}[seed%3]
	got, l := followedProse(asked, raw.String(), func() int { return 1 + r.IntN(9) })
	want := Read(asked, raw.String(), five)
	checkBeginning(t, &got, &want)
	return l.Taken()
}

// FuzzLiveProseOfPieces is FuzzLiveProse for texts made of what matters.
func FuzzLiveProseOfPieces(f *testing.F) {
	f.Add([]byte{10, 0, 8, 11, 0, 8, 10}, uint64(1))
	f.Fuzz(func(t *testing.T, picks []byte, seed uint64) {
		if len(picks) <= 200 {
			checkPieces(t, picks, seed)
		}
	})
}

func TestWrittenProseReadsAsItWas(t *testing.T) {
	for name, c := range proseReplies {
		if name == "links" || name == "authors" {
			continue // words of their markers belong to their sentences
		}
		want := Read(Client, c.raw, five)
		written := WriteProse(&want)
		got := Read(Client, written, five)
		if strings.Join(strings.Fields(got.Text()), "") != strings.Join(strings.Fields(want.Text()), "") || len(got.Problems) != len(want.Problems) {
			t.Errorf("%s: %q is read as %q, was %q", name, written, flat(&got), flat(&want))
		}
	}
}

func TestWhatRunsOnIsJoinedAsItStands(t *testing.T) {
	a := Answer{Segments: []Segment{{Text: "九点开门。"}}}
	a.Extend(Answer{Segments: []Segment{{Text: "五点关门。", Citations: []int{0}}}, Citations: []Citation{{ChunkID: "a"}}})
	if got := a.Text(); got != "九点开门。五点关门。" {
		t.Errorf("%q", got)
	}
}

// TestAHostileReplyInProseIsFollowedInLinearTime: what never settles is given
// up, and nothing is searched twice.
func TestAHostileReplyInProseIsFollowedInLinearTime(t *testing.T) {
	for _, piece := range []string{"[", "(", "`a ", "a ", "word. ", "\n", "x\n", "<", "[1] ", "Sources ", "```\n", "<think>"} {
		text := strings.Repeat(piece, 1<<18/len(piece))
		l := Follow(Numbered, five, nil)
		for at := 0; at < len(text); at = min(len(text), at+16) {
			l.Feed(text[:at])
		}
		if spent := l.settled.spent; spent > effortEach*len(text)+effortMore+len(text) {
			t.Errorf("%q: %d bytes were looked at", piece, spent)
		}
	}
}

func BenchmarkLiveProse(b *testing.B) {
	text := strings.Repeat("The library opens at nine on weekdays [1]. It is closed on 24 December [2][3].\n\n", 50)
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		l := Follow(Numbered, five, nil)
		for at := 4; at < len(text); at += 4 {
			l.Feed(text[:at])
			for _, ok := l.Next(); ok; _, ok = l.Next() {
			}
		}
		if l.Taken() < 90 {
			b.Fatalf("%d segments", l.Taken())
		}
	}
}

// TestSentencesThatComeWholeAreGivenOneByOne: pieces that end with a marker had no word behind it, and everything waited for the end.
func TestSentencesThatComeWholeAreGivenOneByOne(t *testing.T) {
	live, text := Follow(Numbered, Known{}, nil), ""
	for i, piece := range []string{"The library opens at nine on weekdays [1]. ", "A card costs 30 euros [2]. ", "Rooms can be booked for two hours [3][4]. ", "It is closed in May [1]. "} {
		text += piece
		if live.Feed(text); live.Taken() != i {
			t.Errorf("after %d sentences %d are given", i+1, live.Taken())
		}
	}
}
