package layout

import (
	"cmp"
	"testing"

	"vouchsafe/proxy/wire/prompt"
)

// TestPassagesWithNumbersAreCitedByOthers: a newcomer's app whose order describes the marker and
// shows none got a passage under another one's number.
func TestPassagesWithNumbersAreCitedByOthers(t *testing.T) {
	for _, order := range []string{
		"Answer only from the passages. Cite sources by their number in square brackets.",
		"Put the passage number in square brackets behind each sentence.",
		"Gib die Nummer des Abschnitts in eckigen Klammern an.",
	} {
		found := Find(prompt.Prompt{Messages: []prompt.Message{
			{Role: "system", Parts: []string{order}},
			{Role: "user", Parts: []string{"Passages:\n[1] Customs duties are paid by the buyer.\n[2] The warranty on frames lasts ten years.\n\nQuestion: How long is the warranty?"}},
		}}, Defaults())
		if found.Marker != "[{n}]" {
			t.Errorf("%s: the marker is %q", order, found.Marker)
		}
	}
}

// TestAShortPassageIsLostInTagsOfAnUnknownName: a newcomer's honest answer was refused, because its passage was
// short and stood in a tag that nobody had heard of, beside a long one.
func TestAShortPassageIsLostInTagsOfAnUnknownName(t *testing.T) {
	const passages = "<src id=\"a6\">All bicycles are checked in the workshop before they are handed over to the customer, and the result " +
		"of the check is noted in the service book.</src>\n<src id=\"a7\">The warranty on frames lasts ten years.</src>"
	for _, messages := range [][]prompt.Message{
		{{Role: "system", Parts: []string{"Answer the question from the sources below.\n" + passages}}, {Role: "user", Parts: []string{"How long is the warranty?"}}},
		{{Role: "user", Parts: []string{"Answer the question from the sources below.\n\n" + passages + "\n\nQuestion: How long is the warranty?"}}},
	} {
		found := Find(prompt.Prompt{Messages: messages}, Defaults())
		if len(found.Chunks) != 2 || found.Chunks[1].ID != "a7" {
			t.Errorf("chunks: %+v", found.Chunks)
		}
	}
}

// TestAMarkerIsThatOfTheAppsOwnPassages: a sample in brackets and what stands in front of the passages are one
// pair. Any other marker would name another passage, or none, to who reads the prompt.
func TestAMarkerIsThatOfTheAppsOwnPassages(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ order, first, second, marker, called string }{
		{"Cite the article after each sentence, like [Art. 1].", "Art. 1 ", "Art. 2 ", "[Art. {chunk_id}]", "2"},
		{"After each sentence give the letter of the excerpt, like (b).", "(a) ", "(b) ", "({chunk_id})", "b"},
		{"Cite the fact number in parentheses, e.g. (2).", "1. ", "2. ", "({chunk_id})", "2"},
		{"Zitiere nach jedem Satz den Paragraphen, z. B. (§ 1).", "§ 1 ", "§ 2 ", "(§ {chunk_id})", "2"},
		{"문장 끝에 [자료 1]처럼 출처를 표시하세요.", "[자료 1] ", "[자료 2] ", "[자료 {chunk_id}]", "2"},
		{"根拠の資料番号を【1】のように付けてください。", "【資料1】", "【資料2】", "【{chunk_id}】", "2"},
		{"Cite with the key of the source, like (Example2012Example pages 3-4).", "Okafor2019 pages 3-4: ", "Lind2021 pages 7-8: ", "({chunk_id})", "Lind2021 pages 7-8"},
		{"Cite as [file#page].", "[house.pdf#page=3] ", "[rent.pdf#page=7] ", "[{chunk_id}]", "rent.pdf#page=7"},
		{"Cite the doc id in square brackets.", "id: kb-3\ncontent: ", "\nid: kb-7\ncontent: ", "[{chunk_id}]", "kb-7"},
		{"Put the doc id in square brackets.", "<doc id=\"kb-3\"> ", "<doc id=\"kb-7\"> ", "[{chunk_id}]", "kb-7"},
		{"Cite like [document_id]. Use the complete id, such as `note:abc123`, `source:abc123` or `source:abd124`.", "id: source:k3v9t2ab\ncontent: ", "\nid: note:p81xw0qd\ncontent: ", "[{chunk_id}]", "note:p81xw0qd"},
	} {
		system := "Answer from the material below. " + tc.order + "\n\n" + tc.first + "Dogs must be kept on a leash.\n" + tc.second + "Barbecues are allowed until 9 pm."
		found := Find(prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{system}}, {Role: "user", Parts: []string{"What is allowed?"}}}}, Defaults())
		if len(found.Chunks) != 2 {
			t.Errorf("%s: %+v", tc.order, found.Chunks)
			continue
		}
		if c := &found.Chunks[1]; found.Marker != tc.marker || cmp.Or(c.Shown, c.ID) != tc.called {
			t.Errorf("%s: marker %q, %q, want %q, %q", tc.order, found.Marker, cmp.Or(c.Shown, c.ID), tc.marker, tc.called)
		}
	}
}
