package answer

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"vouchsafe/grounding/evidence"
)

func TestEveryFormIsAskedForByItsExample(t *testing.T) {
	t.Parallel()
	for _, f := range forms.Forms {
		if got, _ := AskedFor("Be brief.\n" + f.Example + "\n"); got.Style != f.Marker {
			t.Errorf("%q asks for %q, want %q", f.Example, got.Style, f.Marker)
		}
	}
	for sample, want := range forms.Samples {
		if got, _ := AskedFor("Be brief.\n" + sample + "\n"); got.Style != want {
			t.Errorf("%q asks for %q, want %q", sample, got.Style, want)
		}
	}
}

func TestAPromptWithoutAFormAsksForNone(t *testing.T) {
	t.Parallel()
	for _, prompt := range []string{
		"You are a helpful assistant. Answer from the sources.",
		"Cite your sources.", "Version [2023] of the handbook (see below).", "The yard is 20 m² large.",
		"Sources are listed below (three of them).", "arr[doc] = 1",
		"Cite your sources. Never write [1] or (Source: a.pdf).",
		"Name your sources as {\"sources\": [1, 2]}.",
		"- [x] cite the sources\n- [ ] be brief",
		"Sources [see below] are in the [main] part (of the handbook).",
	} {
		if got, ok := AskedFor(prompt); ok {
			t.Errorf("%q asks for %q", prompt, got.Style)
		}
	}
}

func TestAListOfSourcesIsAskedFor(t *testing.T) {
	t.Parallel()
	for prompt, want := range map[string]string{
		"End with a section titled \"References\" that names the sources.":   "References:",
		"At the end of your answer add\n## Sources\nwith one line for each.": "## Sources",
		"Finish with **Sources:** and a list of the files.":                  "Sources:",
		"Sources:\n[1] Tea is hot.\n\nAnswer from these.":                    "",
		"Do not add a \"References\" section.":                               "",
		"The \"sources\" are below.":                                         "",
		"Start with a section \"Summary\" and cite your sources.":            "",
		"The Sources section below holds what you know.":                     "",
	} {
		if got := ListAskedFor(prompt); got != want {
			t.Errorf("%q asks for %q, want %q", prompt, got, want)
		}
	}
}

func TestWhatIsShownMostOftenIsAskedFor(t *testing.T) {
	t.Parallel()
	got, _ := AskedFor("Cite with [ID:i] or [ID:i] [ID:j]. Formats like [1, 2] are no citations.", "Example: It is 3 km long [ID:4].")
	if got.Style != "[ID:{n}]" {
		t.Errorf("%q", got.Style)
	}
}

// TestIDsAreThoseThatThePromptShows: an app's own parser looks for the id that stands
// beside the passage, whatever the passage is called otherwise.
func TestIDsAreThoseThatThePromptShows(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		ask, message string
		texts, ids   []string
		want         string
	}{
		"in front":       {"Cite like [c910e2e].", "Piece a1b2c3d:\nTea is hot.\n\nPiece b2c3d4e:\nIce is cold.", []string{"Tea is hot.", "Ice is cold."}, []string{"", ""}, "a1b2c3d b2c3d4e"},
		"known already":  {"Cite like [c910e2e].", "Tea is hot. Ice is cold.", []string{"Tea is hot.", "Ice is cold."}, []string{"a1b2c3d", "b2c3d4e"}, "a1b2c3d b2c3d4e"},
		"behind":         {"Cite as a link [1](https://a.example).", "- text: Tea is hot.\n  uri: file:///tea.md\n- text: Ice is cold.\n  uri: file:///ice.md\n", []string{"Tea is hot.", "Ice is cold."}, []string{"", ""}, "file:///tea.md file:///ice.md"},
		"the app's key":  {"Cite as [number](#callId).", `{"callId": "S7", "results": ["Tea is hot.", "Ice is cold."]}`, []string{"Tea is hot.", "Ice is cold."}, []string{"", ""}, "S7 S7"},
		"names of lists": {"Sources are cited as [Data: Sources (1); Notes (2)].", "--Notes--\n0|Tea is hot.\n--Sources--\n0|Ice is cold.", []string{"Tea is hot.", "Ice is cold."}, []string{"0", "0"}, "Notes (0) Sources (0)"},
	} {
		f, ok := AskedFor(tt.ask)
		chunks := make([]evidence.Chunk, len(tt.texts))
		for i := range chunks {
			chunks[i] = evidence.Chunk{Text: tt.texts[i], ID: tt.ids[i]}
		}
		shown, whole := f.Shown(chunks, PassagesIn(chunks, []string{tt.message}))
		got := strings.Join(shown, " ")
		if !ok || !whole || got != tt.want {
			t.Errorf("%s: %q shows %q, want %q", name, f.Style, got, tt.want)
		}
	}
}

// TestLettersOfTheAppsOwnStandBeforeANumber: `[S#]` is an id where passages show one, else the
// passage's number behind the letters. Far from a word for citing it is no form.
func TestLettersOfTheAppsOwnStandBeforeANumber(t *testing.T) {
	t.Parallel()
	chunks := []evidence.Chunk{{Text: "Tea is hot."}, {Text: "Ice is cold."}}
	for _, tt := range []struct{ ask, message, style, shown string }{
		{"Cita las fuentes así: `[S#]`", "S1: Tea is hot.\nS2: Ice is cold.", "[{chunk_id}]", "S1 S2"},
		{"Cita las fuentes así: `[S#]`", "Tea is hot.\nIce is cold.", "[S{n}]", ""},
		{"请标注来源，例如[卷7][卷12]", "【卷1】Tea is hot.\n【卷2】Ice is cold.", "[{chunk_id}]", "卷1 卷2"},
		{"请标注来源，例如[卷7][卷12]", "Tea is hot.\nIce is cold.", "[卷{n}]", ""},
		{"Cite your sources.\nRooms are written as [R#].", "Tea is hot.\nIce is cold.", "", ""},
		{"Cite the source as [number#].", "Tea is hot.\nIce is cold.", "[{n}]", ""},
	} {
		f, ok := AskedFor(tt.ask)
		shown, _ := f.Shown(chunks, PassagesIn(chunks, []string{tt.message}))
		if got := strings.Join(shown, " "); ok != (tt.style != "") || f.Style != tt.style || got != tt.shown {
			t.Errorf("%q: %q shows %q", tt.ask, f.Style, got)
		}
	}
}

// TestASectionKeepsTheIDsThatItShows: what stands at the head of a line names the words below
// it, and an id in a sentence, or the number of a step, names none.
func TestASectionKeepsTheIDsThatItShows(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ ask, section, want string }{
		{"Cite the key, e.g. (lib-0a1b2c).", "lib-111aaa: Tea is hot (lib-333ccc).\n\nlib-222bbb: Ice é cold.", "0 lib-111aaa, 38 lib-222bbb"},
		{"Cite the number of the source: [1][2].", "Source 1:\nTea is hot.\n1. Boil it.\n2. Drink it.\nSource 2:\nIce is cold, as [1] says.", "7 1, 54 2"},
		{"Cite the number of the source: [1][2].", "[1] Tea is hot.\n[2] Ice is cold.", "1 1, 17 2"},
		{"Cite each source as a Markdown link, [title](url).", "[1] Tea is hot.", ""},
	} {
		f, _ := AskedFor(tt.ask)
		var got []string
		for _, m := range f.Inside(tt.section) {
			got = append(got, fmt.Sprint(m.At, " ", m.ID))
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%q: %q", tt.section, got)
		}
	}
}

// TestTheAppsOwnWordsNeedNoMarker: what an app states outside of its passages has no number
// in its lists, and an address near it is not that of a passage. No passage had a marker then.
func TestTheAppsOwnWordsNeedNoMarker(t *testing.T) {
	t.Parallel()
	f, _ := AskedFor("Sources are cited as [Data: Sources (1); Notes (2)].")
	chunks := []evidence.Chunk{{Text: "Tea is hot.", ID: "0"}, {Text: "It is 5 o'clock.", Message: 1, Ambient: true}}
	shown, whole := f.Shown(chunks, PassagesIn(chunks, []string{"--Sources--\n0|Tea is hot.", "It is 5 o'clock."}))
	if !whole || len(shown) != 2 || shown[0] != "Sources (0)" {
		t.Errorf("%q %v", shown, whole)
	}
	f, _ = AskedFor("Cite as a link [1](https://a.example).")
	chunks = []evidence.Chunk{{Text: "Tea is hot in the pot of the north wing all day."}, {Text: "Ice is cold in the box of the south wing at night."}, {Text: "It is 5 o'clock.", Message: 1, Ambient: true}}
	shown, _ = f.Shown(chunks, PassagesIn(chunks, []string{"- text: 'Tea is hot in the pot of the north wing\n    all day.'\n  uri: file:///tea.md\n- text: 'Ice is cold in the box of the south wing\n    at night.'\n  uri: file:///ice.md\n", "See https://us.example. It is 5 o'clock."}))
	if shown[0] != "file:///tea.md" || shown[1] != "file:///ice.md" {
		t.Errorf("%q", shown)
	}
}

// FuzzAskedFor: whatever a prompt says, its form is found at a cost that grows with it.
func FuzzAskedFor(f *testing.F) {
	for sample := range forms.Samples {
		f.Add(sample, "Notes: Tea is hot.")
	}
	f.Fuzz(func(t *testing.T, words, message string) {
		form, ok := AskedFor(words, message)
		if ok != (form.Style != "") {
			t.Fatalf("%q, %v", form.Style, ok)
		}
		chunks := []evidence.Chunk{{Text: words}, {Text: message, ID: "1"}, {Message: evidence.Beside}}
		passages := PassagesIn(chunks, []string{message + words})
		if shown, whole := form.Shown(chunks, passages); whole && shown != nil && len(shown) != len(chunks) {
			t.Fatalf("%q", shown)
		}
		form.Inside(message)
		Read(Client, words, Known{Sources: []Source{{Handle: "1"}}, Style: form.Style})
	})
}

func TestSamplesAreFoundInLinearTime(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{"(", "[", "[1] ", "(a, b; c) ", "cite (", "<", "\\ue202", "［", "[a](b"} {
		text := strings.Repeat(piece, maxFormText/len(piece))
		started := time.Now()
		AskedFor(text)
		if took := time.Since(started); took > 20*time.Second {
			t.Errorf("%q took %v", piece, took)
		}
	}
}

// TestAMarkerStandsWhereThePromptShowsIt: in a sentence that the app shows with its marker.
func TestAMarkerStandsWhereThePromptShowsIt(t *testing.T) {
	t.Parallel()
	for prompt, want := range map[string]Spot{
		"Cite the source, for example: The sky is blue [1].": {Before: true},
		"Cite the source.\nThe sky is blue[1].":              {Before: true, Glued: true},
		"Cite the source: The sky is blue.[1]":               {Glued: true},
		"Cite the source: The sky is blue. [1]":              {},
		"Cite the source of each sentence as [1].":           {},
		"Citations look like [1] and [2].":                   {},
	} {
		if got, ok := AskedFor(prompt); !ok || got.Spot != want {
			t.Errorf("%q: %+v, want %+v", prompt, got.Spot, want)
		}
	}
}

func TestAStatementInATagOfItsSourceIsKept(t *testing.T) {
	t.Parallel()
	a := Read(Client, `<cite doc="1">Tea is hot.</cite> <cite doc="2">Ice is cold.</cite>`, Known{Sources: []Source{{Handle: "1"}, {Handle: "2"}}})
	if a.Text() != "Tea is hot. Ice is cold." || len(a.Citations) != 2 {
		t.Errorf("%q cites %+v", a.Text(), a.Citations)
	}
}

// TestTheNameOfAPlaceHolderIsNotShown: readers of a published app got [doc_name#1] for a source.
func TestTheNameOfAPlaceHolderIsNotShown(t *testing.T) {
	for _, order := range []string{"Cite sources inline as [doc_name#chunk_index].", "Cite as [doc_id:chunk_id]."} {
		if f, ok := AskedFor(order); ok && strings.Contains(f.Style, "doc_") && !strings.Contains(f.Style, "{doc_") {
			t.Errorf("%q is read as %q", order, f.Style)
		}
	}
}
