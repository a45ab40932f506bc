package layout

import (
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
