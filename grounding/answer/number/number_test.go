package number

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/text"
	"vouchsafe/proxy/wire"
)

// written is a request with its numbers written into it, and the chunks that it does
// not show.
func written(t testing.TB, body string) (chat *wire.Chat, sheet *Sheet, edited string, absent []int) {
	t.Helper()
	chat, fault := wire.Completions.Parse([]byte(body))
	if fault != nil {
		t.Fatal(fault)
	}
	found := layout.Find(chat.Prompt(), layout.Defaults())
	set := evidence.NewSet(found.Chunks)
	sheet = Of(set, Sign(body, set), func(i int) []text.Sentence { return text.Sentences(set.At(i).Text) })
	spots, absent := sheet.Places(body, set, func(message int) (texts []text.Span) {
		if message == evidence.Beside {
			return nil
		}
		for _, at := range chat.Texts(message, false) {
			texts = append(texts, text.Span(at))
		}
		return texts
	})
	edit := chat.Edit()
	edit.Insert(len(spots), func(i int) (int, string) { return spots[i].At, spots[i].Text })
	return chat, sheet, string(edit.Bytes()), absent
}

// asked is a request with some context in its system message.
func asked(context any) string {
	body, err := json.Marshal(map[string]any{"model": "m", "messages": []any{
		map[string]any{"role": "system", "content": context},
		map[string]any{"role": "user", "content": "When does it open?"},
	}})
	if err != nil {
		panic(err)
	}
	return string(body)
}

// content is what the first message of a request says.
func content(t testing.TB, body string) string {
	t.Helper()
	chat, fault := wire.Completions.Parse([]byte(body))
	if fault != nil {
		t.Fatalf("%v: %s", fault, body)
	}
	return strings.Join(chat.Prompt().Messages[0].Parts, "\n\n")
}

func TestNumbersStandInEveryLayout(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ said, want string }{
		"tags": {"Use the documents.\n<documents>\n<document id=\"a\">The museum opens at nine on weekdays. It is closed in May.</document>\n<document id=\"b\">Entry costs nine euros for adults.</document>\n</documents>",
			"Use the documents.\n<documents>\n<document id=\"a\">§1 The museum opens at nine on weekdays. §2 It is closed in May.</document>\n<document id=\"b\">§3 Entry costs nine euros for adults.</document>\n</documents>"},
		"numbered heads": {"Context:\n[1] The museum opens at nine on weekdays.\nIt is closed in May.\n\n[2] Entry costs nine euros for adults.\n",
			"Context:\n[1] §1 The museum opens at nine on weekdays.\n§2 It is closed in May.\n\n[2] §3 Entry costs nine euros for adults.\n"},
		"a list": {"Context:\n\"\"\"\nThe museum has these hours:\n- It opens at nine on weekdays.\n- It opens at ten on Sundays.\n1. Entry costs nine euros.\n\"\"\"",
			"Context:\n\"\"\"\n§1 The museum has these hours:\n- §2 It opens at nine on weekdays.\n- §3 It opens at ten on Sundays.\n1. §4 Entry costs nine euros.\n\"\"\""},
		"a table, headings and code": {"<document id=\"a\">\n# Hours\n\n| Day | Opens |\n|---|---|\n| Monday | nine |\n| Sunday | ten |\n\n```\nopen(\"door\"). Then wait.\n```\n\nThe kiosk is open. See https://kiosk.example/a.b for more.\n</document>",
			"<document id=\"a\">\n# Hours\n\n| Day | Opens |\n|---|---|\n| §1 Monday | nine |\n| §2 Sunday | ten |\n\n```\nopen(\"door\"). Then wait.\n```\n\n§3 The kiosk is open. §4 See https://kiosk.example/a.b for more.\n</document>"},
		"HTML": {"<document id=\"a\"><h2>Hours</h2><p>The museum opens at nine.</p><ul><li>Monday: nine to five</li><li class=\"x\">Sunday: ten to four</li></ul><table><tr><th>Day</th></tr><tr><td>Monday</td></tr></table><img alt=\"A door. A sign.\"></document>",
			"<document id=\"a\"><h2>Hours</h2><p>§1 The museum opens at nine.</p><ul><li>§2 Monday: nine to five</li><li class=\"x\">§3 Sunday: ten to four</li></ul><table><tr><th>Day</th></tr><tr><td>§4 Monday</td></tr></table><img alt=\"A door. A sign.\"></document>"},
		"comma-separated rows": {"<document id=\"a\">\nday,opens,closes\nmonday,nine,five\nsunday,ten,four\n</document>",
			"<document id=\"a\">\n§1 day,opens,closes\n§2 monday,nine,five\n§3 sunday,ten,four\n</document>"},
		"entries of YAML": {"<document id=\"a\">\nopening:\n  monday: nine\n  sunday: ten\nclosed: May\n</document>",
			"<document id=\"a\">\nopening:\n  monday: §1 nine\n  sunday: §2 ten\nclosed: §3 May\n</document>"},
		"lines that were wrapped": {"<document id=\"a\">\nThe museum opens at nine, on weekdays,\nand at ten, on Sundays, which\nis late.\n</document>",
			"<document id=\"a\">\n§1 The museum opens at nine, on weekdays,\nand at ten, on Sundays, which\nis late.\n</document>"},
		"quotes of YAML": {"<document id=\"a\">\npassages:\n  - \"Note: filters last. Wash them.\"\n  - \"It stops at 60 C.\"\npump: \"It runs. It stops.\"\n</document>",
			"<document id=\"a\">\npassages:\n  - \"§1 Note: filters last. §2 Wash them.\"\n  - \"§3 It stops at 60 C.\"\npump: \"§4 It runs. §5 It stops.\"\n</document>"},
		"TOML": {"<document id=\"a\">\n[[doc]]\nid = \"a1\"\ntext = \"It runs at 40 bar. It stops.\"\n\n[[doc]]\nid = \"b1\"\ntext = \"Filters last.\"\n</document>",
			"<document id=\"a\">\n[[doc]]\nid = \"a1\"\ntext = \"§1 It runs at 40 bar. §2 It stops.\"\n\n[[doc]]\nid = \"b1\"\ntext = \"§3 Filters last.\"\n</document>"},
		"a record of YAML with a list": {"<document id=\"a\">\nid: k. 1\ntitle: Guide. One\ntags:\n- hot. Dry\n- cold\ninfo:\n  by: J. Wu\n  note: n. 1\ntext: It runs. It stops.\nurl: https://e.example/a. B\n</document>",
			"<document id=\"a\">\nid: k. 1\ntitle: Guide. One\ntags:\n- hot. Dry\n- cold\ninfo:\n  by: J. Wu\n  note: n. 1\ntext: §1 It runs. §2 It stops.\nurl: https://e.example/a. B\n</document>"},
		"records of YAML": {"<document id=\"a\">\ndocs:\n  k-1:\n    title: Guide. One\n    text: |\n      It runs.\n      by: J. Wu. Now.\n  k-2:\n    title: Guide. Two\n    text: It stops.\n</document>",
			"<document id=\"a\">\ndocs:\n  k-1:\n    title: Guide. One\n    text: |\n      §1 It runs.\n      by: §2 J. Wu. §3 Now.\n  k-2:\n    title: Guide. Two\n    text: §4 It stops.\n</document>"},
		"ids of TOML": {"<document id=\"a\">\n[[doc]]\nid = \"k. 1\"\ntitle = \"Guide. One\"\ntext = \"It runs. It stops.\"\n</document>",
			"<document id=\"a\">\n[[doc]]\nid = \"k. 1\"\ntitle = \"Guide. One\"\ntext = \"§1 It runs. §2 It stops.\"\n</document>"},
		"rows with sentences in their cells": {"<document id=\"a\">\ndrug | dose | note\n--- | --- | ---\naspirin | 5 mg. Once. | With food.\nzinc | 9 mg. Twice. | At night.\n</document>",
			"<document id=\"a\">\n§1 drug | dose | note\n--- | --- | ---\n§2 aspirin | 5 mg. Once. | With food.\n§3 zinc | 9 mg. Twice. | At night.\n</document>"},
		"code that is set in": {"<document id=\"a\">\nRun it like so:\n\n    pump.start(now). Then wait.\n    pump.stop(). Done.\n\nIt starts in 5 s.\n\n    A quotation is set in. It is none.\n</document>",
			"<document id=\"a\">\n§1 Run it like so:\n\n    pump.start(now). Then wait.\n    pump.stop(). Done.\n\n§2 It starts in 5 s.\n\n    §3 A quotation is set in. §4 It is none.\n</document>"},
		"code in tags, and links": {"<document id=\"a\"><p>Run it.</p><pre><code>pump start. Now wait.\nNext. Line.</code></pre><!-- Old. Gone. --><p>It starts.</p>\n\n![An image. Two](https://e.example/i.png) It stops.\n\n[m]: https://e.example/a \"Pump. Manual\"\n</document>",
			"<document id=\"a\"><p>§1 Run it.</p><pre><code>pump start. Now wait.\nNext. Line.</code></pre><!-- Old. Gone. --><p>§2 It starts.</p>\n\n![An image. Two](https://e.example/i.png) §3 It stops.\n\n[m]: https://e.example/a \"Pump. Manual\"\n</document>"},
		"text with entities": {"<document id=\"a\">The pump&#x27;s filter lasts. Wash it in May &amp; June. It is &quot;blue&quot;.</document>",
			"<document id=\"a\">§1 The pump&#x27;s filter lasts. §2 Wash it in May &amp; June. §3 It is &quot;blue&quot;.</document>"},
		"doubled quotes": {"Documents:\n- id: d\n  text: 'It''s 40 bar in the pump. It stops at 60 C.'\n- id: e\n  text: 'Filters last two years. Don''t wash them.'",
			"Documents:\n- id: d\n  text: '§1 It''s 40 bar in the pump. §2 It stops at 60 C.'\n- id: e\n  text: '§3 Filters last two years. §4 Don''t wash them.'"},
		"prices": {"<document id=\"a\">Plans cost $5, $9 or $20. Support is free. A costs 5$ and B 9$.</document>", "<document id=\"a\">§1 Plans cost $5, $9 or $20. §2 Support is free. §3 A costs 5$ and B 9$.</document>"},
		"JSON in a text of JSON": {"Documents:\n{\"result\": \"{\\\"hits\\\": [{\\\"id\\\": \\\"a\\\", \\\"text\\\": \\\"It runs at 40 bar. It stops.\\\"}, {\\\"id\\\": \\\"b\\\", \\\"text\\\": \\\"Filters last two years.\\\"}]}\"}",
			"Documents:\n{\"result\": \"{\\\"hits\\\": [{\\\"id\\\": \\\"a\\\", \\\"text\\\": \\\"§1 It runs at 40 bar. §2 It stops.\\\"}, {\\\"id\\\": \\\"b\\\", \\\"text\\\": \\\"§3 Filters last two years.\\\"}]}\"}"},
		"formulas": {"<document id=\"a\">The area is $a = b + c$. It is old.</document>", "<document id=\"a\">§1 The area is $a = b + c$. §2 It is old.</document>"},
		"code in a sentence": {"<document id=\"a\">Call `open(). Then()` first. The door is open.</document>",
			"<document id=\"a\">§1 Call `open(). Then()` first. §2 The door is open.</document>"},
		"JSON": {"Answer from these documents:\n[{\"id\": \"d-17.4\", \"url\": \"https://museum.example/a\", \"text\": \"The museum opens at \\\"nine\\\" on weekdays.\\nIt is closed in May.\"}, {\"id\": \"d-18\", \"text\": \"Entry costs nine euros \\u2013 for adults.\"}]",
			"Answer from these documents:\n[{\"id\": \"d-17.4\", \"url\": \"https://museum.example/a\", \"text\": \"§1 The museum opens at \\\"nine\\\" on weekdays.\\n§2 It is closed in May.\"}, {\"id\": \"d-18\", \"text\": \"§3 Entry costs nine euros \\u2013 for adults.\"}]"},
		"one record": {"Answer from the documents.\n[{\"url\": \"https://museum.example/a\", \"title\": \"Hours\", \"content\": \"It opens at nine. It is closed in May.\"}]",
			"Answer from the documents.\n[{\"url\": \"https://museum.example/a\", \"title\": \"Hours\", \"content\": \"§1 It opens at nine. §2 It is closed in May.\"}]"},
		"one record, set in": {"Answer from the documents.\n[\n  {\n    \"doc_id\": \"k-1\",\n    \"content\": \"It opens at nine. It is closed in May.\"\n  }\n]",
			"Answer from the documents.\n[\n  {\n    \"doc_id\": \"k-1\",\n    \"content\": \"§1 It opens at nine. §2 It is closed in May.\"\n  }\n]"},
		"right to left": {"<document id=\"a\">يفتح المتحف في التاسعة صباحا. ويغلق في مايو.</document>",
			"<document id=\"a\">§1 يفتح المتحف في التاسعة صباحا. §2 ويغلق في مايو.</document>"},
		"a script without spaces": {"<document id=\"a\">博物馆上午九点开门。五月闭馆。</document>", "<document id=\"a\">§1 博物馆上午九点开门。§2 五月闭馆。</document>"},
		"escapes and line ends": {"<document id=\"a\">\r\nThe caf\u00e9 opens\r\nat nine, \U0001F600 daily.  It is \\closed\\ in May.\r\n</document>",
			"<document id=\"a\">\r\n§1 The caf\u00e9 opens\r\nat nine, \U0001F600 daily.  §2 It is \\closed\\ in May.\r\n</document>"},
	} {
		t.Run(name, func(t *testing.T) {
			_, sheet, edited, absent := written(t, asked(c.said))
			if got := content(t, edited); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
			if len(absent) > 0 || strings.Count(edited, "§") != len(sheet.All) {
				t.Errorf("%d of %d numbers are written, %d chunks have none", strings.Count(edited, "§"), len(sheet.All), len(absent))
			}
		})
	}
}

// TestNumbersKeepTheJSONOfATool: what a tool returned is read by other programs too.
func TestNumbersKeepTheJSONOfATool(t *testing.T) {
	t.Parallel()
	results := `{"results":[{"chunk_id":"a.1","score":0.93,"content":"The museum opens at nine on weekdays. It is closed in May."},{"chunk_id":"b.1","content":"Entry costs 9 euros."}]}`
	for name, said := range map[string]any{
		"an object": results, "in a string": string(must(json.Marshal(results))),
		"in parts": []any{map[string]any{"type": "text", "text": results}},
	} {
		t.Run(name, func(t *testing.T) {
			body := string(must(json.Marshal(map[string]any{"messages": []any{
				map[string]any{"role": "user", "content": "When does it open?"},
				map[string]any{"role": "tool", "tool_call_id": "c", "content": said},
			}})))
			_, sheet, edited, absent := written(t, body)
			if len(sheet.All) != 3 || strings.Count(edited, "§") != 3 || len(absent) > 0 {
				t.Fatalf("%d numbers: %s", len(sheet.All), edited)
			}
			chat, _ := wire.Completions.Parse([]byte(edited))
			text := chat.Prompt().Messages[1].Parts[0]
			if name == "in a string" {
				if err := json.Unmarshal([]byte(text), &text); err != nil {
					t.Fatal(err)
				}
			}
			var read struct {
				Results []struct{ Chunk_id, Content string }
			}
			if err := json.Unmarshal([]byte(text), &read); err != nil {
				t.Fatalf("%v: %s", err, text)
			}
			if got := fmt.Sprint(read.Results); got != "[{a.1 §1 The museum opens at nine on weekdays. §2 It is closed in May.} {b.1 §3 Entry costs 9 euros.}]" {
				t.Error(got)
			}
		})
	}
}

// TestARowOfJSONHasANumber: what a tool returned stands once in the prompt.
func TestARowOfJSONHasANumber(t *testing.T) {
	t.Parallel()
	said := `{"count": 2, "rows": [{"day": "monday", "open": "nine"}, {"hour": 10, "day": "sunday, \"late\"", "in": {"room": "B"}}, {"hour": 3}]}`
	body := string(must(json.Marshal(map[string]any{"messages": []any{
		map[string]any{"role": "user", "content": "When does it open?"},
		map[string]any{"role": "tool", "tool_call_id": "c", "content": said},
	}})))
	_, sheet, edited, absent := written(t, body)
	chat, _ := wire.Completions.Parse([]byte(edited))
	want := `{"count": 2, "rows": [{"day": "§1 monday", "open": "nine"}, {"hour": 10, "day": "§2 sunday, \"late\"", "in": {"room": "§3 B"}}, {"hour": 3}]}`
	if got := chat.Prompt().Messages[1].Parts[0]; got != want || len(absent) > 0 || len(sheet.All) != 3 {
		t.Errorf("%d numbers, %v absent: %s", len(sheet.All), absent, got)
	}
	if got := sheet.All[0].Text; got != `{"day": "monday", "open": "nine"}` {
		t.Errorf("the first row is %s", got)
	}
}

// TestJSONOfFiguresHasOneNumber: none fits into {"open": 9}.
func TestJSONOfFiguresHasOneNumber(t *testing.T) {
	t.Parallel()
	said := `{"open": 9, "closed": [5, 6]}`
	body := string(must(json.Marshal(map[string]any{"messages": []any{
		map[string]any{"role": "user", "content": "When does it open?"},
		map[string]any{"role": "tool", "tool_call_id": "c", "content": said},
	}})))
	if _, _, edited, absent := written(t, body); !strings.Contains(edited, `"§1 {\"open`) || len(absent) > 0 {
		t.Errorf("%v %s", absent, edited)
	}
}

// TestANumberStandsInNoTitleOfARecord: one record of JSON had its number in its title, its author or its id; one with its
// first brace cut off had them in its keys.
func TestANumberStandsInNoTitleOfARecord(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		`{"name": "Guide To Kilns", "text": "Clay is dear. Ask."}`:                                                    `{"name": "Guide To Kilns", "text": "§1 Clay is dear. §2 Ask."}`,
		`[{"id": "K-1", "content": "Zwei."}, {"id": "K-2", "content": "Drei."}]`:                                      `[{"id": "K-1", "content": "§1 Zwei."}, {"id": "K-2", "content": "§2 Drei."}]`,
		`{"title": "All about kilns and clay", "body": "Ask.", "metadata": {"author": "Anna Berg", "tags": ["a b"]}}`: `{"title": "All about kilns and clay", "body": "§1 Ask.", "metadata": {"author": "Anna Berg", "tags": ["a b"]}}`,
		`{"id": "7", "metadata": {"source": "Kiln Guide.pdf", "text": "Clay is dear."}, "score": 0.5}`:                `{"id": "7", "metadata": {"source": "Kiln Guide.pdf", "text": "§1 Clay is dear."}, "score": 0.5}`,
		"\"results\": [\n  {\n    \"doc_id\": \"K-1\",\n    \"content\": \"Clay is dear. Ask.\"\n  }\n]\n}":           "\"results\": [\n  {\n    \"doc_id\": \"K-1\",\n    \"content\": \"§1 Clay is dear. §2 Ask.\"\n  }\n]\n}",
	} {
		set := evidence.NewSet([]evidence.Chunk{{ID: "a", Text: said, Message: evidence.Beside, Standing: evidence.Primary}})
		sheet := Of(set, "§", func(int) []text.Sentence { return text.Sentences(said) })
		if got := sheet.Written(0, said); got != want {
			t.Errorf("%s", got)
		}
	}
}

func TestNumbersOfEarlierTurnsStay(t *testing.T) {
	t.Parallel()
	first := `{"role":"system","content":"<document id=\"a\">The museum opens at nine. It is closed in May.</document>"},{"role":"user","content":"When does it open?"}`
	more := `,{"role":"assistant","content":"At nine."},{"role":"user","content":"<document id=\"b\">Entry costs nine euros. Children pay four.</document>\n\nWhat does it cost?"}`
	_, _, one, _ := written(t, `{"messages":[`+first+`]}`)
	_, _, two, _ := written(t, `{"messages":[`+first+more+`]}`)
	if prefix := strings.TrimSuffix(one, "]}"); !strings.HasPrefix(two, prefix) || !strings.Contains(two, "§3 Entry") {
		t.Errorf("%s\n%s", one, two)
	}
}

// TestASignInThePromptIsNotTheSignOfNumbers: else a document could forge a citation.
func TestASignInThePromptIsNotTheSignOfNumbers(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"§2 applies to all.", "All of \u00b6 and §.", "None."} {
		body := asked("<document id=\"a\">The museum opens at nine. " + said + "</document>")
		_, sheet, edited, _ := written(t, body)
		if strings.Contains(body, sheet.Sign) || !strings.Contains(edited, sheet.Sign+"1 The museum") {
			t.Errorf("%s: %s", sheet.Sign, edited)
		}
	}
	escaped := `{"messages":[{"role":"system","content":"<document id=\"a\">It is \u00A72.</document>"},{"role":"user","content":"\u00b6?"}]}`
	if _, sheet, _, _ := written(t, escaped); sheet.Sign != "※" {
		t.Error(sheet.Sign)
	}
	if sign := Sign("§¶※★№♦", evidence.NewSet(nil)); sign != "" {
		t.Errorf("%q is free", sign)
	}
	if sign := Sign("", evidence.NewSet([]evidence.Chunk{{Text: "§"}})); sign != "¶" {
		t.Errorf("%q: the chunk has the other", sign)
	}
}

// TestEverySentenceOfAChunkIsFoundAgain by its number, in the chunk's own words.
func TestEverySentenceOfAChunkIsFoundAgain(t *testing.T) {
	t.Parallel()
	said := "Öffnungszeiten sind täglich. 开门。 \n\n- Ünicode 😀 first.\n| a | b |"
	set := evidence.NewSet([]evidence.Chunk{{ID: "a", Text: said, Message: evidence.Beside, Standing: evidence.Primary}})
	sheet := Of(set, "§", func(int) []text.Sentence { return text.Sentences(said) })
	runes := []rune(said)
	for n := range sheet.All {
		c, ok := sheet.Citation(n + 1)
		if !ok || string(runes[c.Place.Start:c.Place.End]) != c.Snippet || c.ChunkID != "a" {
			t.Errorf("%+v", c)
		}
	}
	if _, ok := sheet.Citation(len(sheet.All) + 1); ok || len(sheet.All) != 4 {
		t.Errorf("%+v", sheet.All)
	}
	if got := sheet.Written(0, said); got != "§1 Öffnungszeiten sind täglich. §2 开门。 \n\n- §3 Ünicode 😀 first.\n| §4 a | b |" {
		t.Error(got)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// FuzzNumbersBreakNothing: a request with numbers is a request, and says the same
// without them.
func FuzzNumbersBreakNothing(f *testing.F) {
	for _, said := range []string{
		"<document id=\"a\">It opens. It \"closes\" \\ at five.</document>", "[{\"id\":\"a\",\"text\":\"It opens \\u00e9. It \\\"closes\\\".\"}]",
		"Context:\n> It opens.\n> It closes.\n| a | b |\n|---|---|\n| c | d |", "{\"a\": 1, \"b\": [2, \"It opens at nine o'clock. It closes.\"]}", "\x00\\ud83d\\u12",
	} {
		f.Add(said, true)
		f.Add(said, false)
	}
	f.Fuzz(func(t *testing.T, said string, tool bool) {
		body := asked(said)
		if tool {
			body = string(must(json.Marshal(map[string]any{"messages": []any{
				map[string]any{"role": "user", "content": "When?"}, map[string]any{"role": "tool", "tool_call_id": "c", "content": said},
			}})))
		}
		if len(body) > 1<<14 || strings.Contains(body, "§") {
			return
		}
		if _, fault := wire.Completions.Parse([]byte(body)); fault != nil {
			return
		}
		_, sheet, edited, _ := written(t, body)
		if sheet.Sign != "§" {
			return
		}
		if !json.Valid([]byte(edited)) {
			t.Fatalf("%q becomes %q", body, edited)
		}
		for n := len(sheet.All); n > 0; n-- {
			edited = strings.Replace(edited, sheet.Mark(n)+" ", "", 1)
		}
		if edited != body {
			t.Fatalf("%q becomes %q", body, edited)
		}
	})
}

// TestPlacingIsLinear: many passages that stand nowhere as they are, in a long prompt.
func TestPlacingIsLinear(t *testing.T) {
	t.Parallel()
	var said strings.Builder
	var chunks []evidence.Chunk
	for i := range 4000 {
		fmt.Fprintf(&said, "The station %d stands \\\\ high above the sea.\n  It was opened in %d.\n", i, i)
		chunks = append(chunks, evidence.Chunk{Text: fmt.Sprintf("A station %d stands low. It was closed in %d.", i, i), Standing: evidence.Primary})
	}
	body := asked(said.String())
	chat, _ := wire.Completions.Parse([]byte(body))
	set := evidence.NewSet(chunks)
	sheet := Of(set, "§", func(i int) []text.Sentence { return text.Sentences(set.At(i).Text) })
	began := time.Now()
	texts := []text.Span{text.Span(chat.Texts(0, false)[0])}
	_, absent := sheet.Places(body, set, func(int) []text.Span { return texts })
	if took := time.Since(began); len(absent) != len(chunks) || took > 20*time.Second {
		t.Errorf("%d absent after %v", len(absent), took)
	}
}
