package layout

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire/prompt"
)

// TestWhatStandsWithAHeadIsFiled reads what apps put in brackets or behind a head.
func TestWhatStandsWithAHeadIsFiled(t *testing.T) {
	for extra, want := range map[string]evidence.Chunk{
		"Fees":                               {Title: "Fees"},
		"a.pdf":                              {Title: "a.pdf", Filename: "a.pdf"},
		"a.pdf, page 3":                      {Title: "a.pdf", Filename: "a.pdf", Page: "3"},
		"a.pdf | Page: 12":                   {Title: "a.pdf", Filename: "a.pdf", Page: "12"},
		"S. 7":                               {Page: "7"},
		"第3页":                                {Page: "3"},
		"https://a.example/x":                {URL: "https://a.example/x"},
		"Source: a.pdf | Similarity: 0.8":    {Title: "a.pdf", Filename: "a.pdf", Source: "a.pdf"},
		"title: Fees; author: Berg; year: 4": {Title: "Fees", Authors: []string{"Berg"}, Year: 4},
		"Fees, and what they are for":        {Title: "Fees, and what they are for"},
		"0.91":                               {},
		"ID: a7":                             {ID: "a7", DocID: "a7"},
	} {
		var c evidence.Chunk
		readExtra(&c, extra)
		complete(&c)
		c.Similarity, c.Meta = nil, nil
		if diff := cmp.Diff(want, c); diff != "" {
			t.Errorf("%q (-want +got):\n%s", extra, diff)
		}
	}
}

// TestKeysAreKnownInEverySpelling folds keys, and takes the word for a passage or its
// document off their front.
func TestKeysAreKnownInEverySpelling(t *testing.T) {
	for key, want := range map[string]field{
		"title": fieldTitle, "Document Title": fieldTitle, "article_title": fieldTitle, "wikipedia title": fieldTitle, "Titel": fieldTitle,
		"pageContent": fieldText, "page_content": fieldText, "Document Excerpt": fieldText, "chunk-text": fieldText, "内容": fieldText,
		"source_url": fieldURL, "articleLink": fieldURL, "chunk_id": fieldID, "passage number": fieldID, "doc_id": fieldDoc,
		"document_id": fieldDoc, "Page": fieldPage, "page_label": fieldPage, "source": fieldSource, "doc path": fieldFile,
		"colour": fieldNone, "documentcolour": fieldNone, "": fieldNone,
	} {
		if got := fieldOf(key); got != want {
			t.Errorf("%q stands for %d, want %d", key, got, want)
		}
	}
}

// TestTheFirstValueOfAKindStays files values one after the other. All texts are what the record says.
func TestTheFirstValueOfAKindStays(t *testing.T) {
	var c evidence.Chunk
	for _, pair := range [][2]string{
		{"index", "2"}, {"id", "a7"}, {"title", "Fees"}, {"heading", "Other"}, {"source", "a.pdf (page 3)"}, {"url", "<https://a.example>"},
		{"author", "Berg; Holm"}, {"author", "Nobody"}, {"date", "2024-05-01"}, {"similarity", "0.82"}, {"similarity", "12"}, {"score", "7"},
		{"content", "The text."}, {"text", "Another."}, {"page", "Home of all pages"},
	} {
		setField(&c, pair[0], pair[1])
	}
	complete(&c)
	similarity := 0.82
	want := evidence.Chunk{ID: "a7", Title: "Fees", Source: "a.pdf", Filename: "a.pdf", Page: "3", URL: "https://a.example",
		Authors: []string{"Berg", "Holm"}, Date: "2024-05-01", Year: 2024, Similarity: &similarity, Text: "The text.\n\nAnother."}
	c.Meta = nil
	if diff := cmp.Diff(want, c); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestMetadataIsLiftedWhereMostTextsHaveSome takes it off a list, not off one of many.
func TestMetadataIsLiftedWhereMostTextsHaveSome(t *testing.T) {
	with, without := "Title: Fees\nURL: https://a.example\n\n"+licence, coldStore
	for name, tt := range map[string]struct {
		texts []string
		title string
	}{
		"all":         {[]string{with, with}, "Fees"},
		"most":        {[]string{with, with, without}, "Fees"},
		"one of many": {[]string{with, without, without}, ""},
	} {
		var list []found
		for _, text := range tt.texts {
			list = append(list, found{Chunk: evidence.Chunk{Text: text}})
		}
		liftHeads(list)
		if got := list[0].Title; got != tt.title {
			t.Errorf("%s: title %q, want %q", name, got, tt.title)
		}
		if tt.title != "" && list[0].Text != licence {
			t.Errorf("%s: text %q", name, list[0].Text)
		}
	}
}

// TestAKeyThatNobodyKnowsInATreeIsNotQuotable: it was read into the text of the passage.
func TestAKeyThatNobodyKnowsInATreeIsNotQuotable(t *testing.T) {
	var c evidence.Chunk
	const text = "The pier opens at nine."
	if rest, _ := readMeta(&c, "├── Source: pier.txt\n└── Kapitel: 4\n"+text, nil); rest != text {
		t.Errorf("the text is %q", rest)
	}
}

// TestWhatTheReaderTakesOffATextIsKept: of a label, a head or a remark on the text's line the chunk
// tells that the prompt shows it there, so that a quote may take it along.
func TestWhatTheReaderTakesOffATextIsKept(t *testing.T) {
	const x, y = "Backups are kept for 21 days.", "Restores of the archive take two hours."
	for said, want := range map[string][2]string{
		`<document id="d1">Summary: ` + x + `</document>`:                              {"Summary:"},
		"<document id=\"d1\">\n**Inhalt:**\n" + x + "\n</document>":                    {"**Inhalt:**"},
		"Document 1: " + x + "\n\nDocument 2: " + y:                                    {"Document 1:"},
		"Source: a.pdf\nContent: " + x + "\n\nSource: b.pdf\nContent: " + y:            {"Source: a.pdf\nContent:"},
		"Tapes are gone. Context: " + x:                                                {"Context:"},
		"Sources:\n[1] " + x + " (similarity: 0.82)\n[2] " + y + " (similarity: 0.71)": {"[1]", "(similarity: 0.82)"},
		`<document id="d1">` + x + `</document><document id="d2">` + y + `</document>`: {},
	} {
		chunks := Find(prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{"Answer from the documents.\n" + said}}}}, Defaults()).Chunks
		if len(chunks) == 0 || chunks[0].Text != x || chunks[0].Before != want[0] || chunks[0].Behind != want[1] {
			t.Errorf("%q: %+v", said, chunks)
		}
	}
}
