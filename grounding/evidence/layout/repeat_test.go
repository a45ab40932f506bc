package layout

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAHeadIsKnownBecauseItComesAgain fills forms of heads that no word tells: numbers and
// names change from one passage to the next, all else stays.
func TestAHeadIsKnownBecauseItComesAgain(t *testing.T) {
	for name, tt := range map[string]struct {
		prompt, id string
	}{
		"works with pages":       {"Context (with relevance scores):\n Hansen2021 pages 3-4: {a}\n\nOkoro2019 page 112: {b}\n\nValid keys: Hansen2021 pages 3-4, Okoro2019 page 112", "Hansen2021 pages 3-4"},
		"codes":                  {"Context:\n\nkx-3fa1c9: {a}\n\nkx-77be02: {b}\n\nKeys: kx-3fa1c9, kx-77be02", "kx-3fa1c9"},
		"a number and a file":    {"Retrieved content:\n\nStore chunk #1 (cold.txt): {a}\n\nStore chunk #2 (law.pdf): {b}", "1"},
		"a drawn frame":          {"Contexto:\n─── Recorte 1 ───\n📍 Seção: Frio\n\n{a}\n\n─── Recorte 2 ───\n📍 Seção: Lei\n\n{b}", "1"},
		"a title and a page":     {"【资料】\n《冷库》第3页\n{a}\n\n《许可》第5页\n{b}", ""},
		"numbers of a rule":      {"Фрагменты:\n\nИнструкция 27, п. 2.4\n{a}\n\nПриказ 118, п. 6\n{b}", ""},
		"a tag above the text":   {"CONTEXT (each with its tag)\n----------\n[source:a.pdf page:12 chunk:5]\n{a}\n\n[source:b.pdf page:3 chunk:1]\n{b}\n----------", ""},
		"names of files":         {"Context:\n\ncold.pdf\n{a}\n\nlaw.pdf\n{b}", ""},
		"keys of any language":   {"## 참고 문서\n[문서 1]\n요약: 냉장\n본문:\n{a}\n\n---\n\n[문서 2]\n요약: 면허\n본문:\n{b}", "1"},
		"an order above them":    {"## Context:\nEach point below is a source. When answering, cite the source by its number.\n\n1. {a}\n2. {b}", "1"},
		"a head of the document": {"Documents:\n\nDocument ID: kz-1\nTitle: cold.txt\n\nChunk ID c5f4:\n{a}\n\nDocument ID: kz-2\nTitle: law.txt\n\nChunk ID e6a9:\n{b}", "c5f4"},
	} {
		text := strings.NewReplacer("{a}", coldStore, "{b}", licence).Replace(tt.prompt)
		f := Find(say("user", "Answer only from the given context.\n\n"+text+"\n\nQuestion: How warm may it be?"), Defaults())
		var got []string
		for _, c := range f.Chunks {
			got = append(got, c.Text)
		}
		if diff := cmp.Diff([]string{coldStore, licence}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		} else if f.Chunks[0].ID != tt.id {
			t.Errorf("%s: id %q, want %q", name, f.Chunks[0].ID, tt.id)
		}
	}
}

// TestHeadsThatTheAppsWordsCallSoAreSeen holds prompts without a lead-in that is known: nothing was seen, and
// whatever the model answered passed. The app's words call the passages what their heads do.
func TestHeadsThatTheAppsWordsCallSoAreSeen(t *testing.T) {
	for name, tt := range map[string]struct{ system, user string }{
		"a word and a number": {"Ihre Auskünfte stützen sich allein auf die beigefügten Klauseln.", "Klausel 4.2 (Halle 3): {a}\n\nKlausel 7.1 (Halle 3): {b}\n\nWie lange?"},
		"a figure behind it":  {"Unten stehen Treffer aus der Datenbank.", "Treffer 1 (Relevanz 0,92): {a}\nTreffer 2 (Relevanz 0,87): {b}\n\nFrage des Nutzers: Wie lange?"},
		"a frame with a file": {"--- leaflet id=1 source=a.pdf ---\n{a}\n--- leaflet id=2 source=b.pdf ---\n{b}\n\nBe precise; say nothing that is not in the leaflets or documents.", "How warm?"},
	} {
		fill := strings.NewReplacer("{a}", coldStore, "{b}", licence)
		said := []string{"user", fill.Replace(tt.user)}
		if tt.system != "" {
			said = append([]string{"system", fill.Replace(tt.system)}, said...)
		}
		var got []string
		for _, c := range Find(say(said...), Defaults()).Chunks {
			got = append(got, c.Text)
		}
		if diff := cmp.Diff([]string{coldStore, licence}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestListsThatNobodyCallsMaterialAreNone holds lists that begin alike, of a user's own or of orders.
func TestListsThatNobodyCallsMaterialAreNone(t *testing.T) {
	for _, said := range [][]string{
		{"user", "Compare these two poems.\n\nPoem 1: " + coldStore + "\n\nPoem 2: " + licence},
		{"system", "You run an interview in stages.\n\n[Stage 1]\nGreet the candidate and ask for a short introduction.\n\n[Stage 2]\nAsk three questions about databases and rate each answer.", "user", "Hi"},
		{"system", "You call tools to answer, with their inputs and an output.\n- search: Searches the handbook.\n    Takes inputs: {'query': {'type': 'string', " +
			"'description': 'What to look for in it.'}}\n    Returns an output of type: string, to be read by you.\n- final_answer: Ends the task with its answer.\n" +
			"    Takes inputs: {'answer': {'type': 'any', 'description': 'The final answer.'}}\n    Returns an output of type: any, which nobody reads.", "user", "Hi"},
		{"system", "You are Max.", "user", "Monday 3: " + coldStore + "\nMonday 10: " + licence + "\nPlan my week."},
	} {
		if f := Find(say(said...), Defaults()); len(f.Chunks) > 0 {
			t.Errorf("%q: found %+v", said, f.Chunks)
		}
	}
}

// TestATextIsNoHead holds beginnings of passages that are none of a head.
func TestATextIsNoHead(t *testing.T) {
	for _, s := range [...]string{
		"", "The valve opens at 45 bar. It closes at 40.", "The store is cold", "Note: keep it shut",
		"Is room 3 free?", "(see 4", strings.Repeat("word ", 7) + "12: text", strings.Repeat("x1 ", 60),
	} {
		if o := readOpening(s, false); slices.ContainsFunc(o.cuts, func(c cut) bool { return c.names > 0 }) {
			t.Errorf("%q is read as a head: %+v", s, o)
		}
	}
}

// TestWhatAnOrderShowsIsNoMaterial holds orders that show a form: it displaces nothing, and
// is nothing to answer from.
func TestWhatAnOrderShowsIsNoMaterial(t *testing.T) {
	for name, order := range map[string]string{
		"names in brackets":     "Format your reply like this:\n\n[Your reply here.]\n\nReferences:\n- [Title of document] ([Year]): [URL]\n- [Title of document] ([Year]): [URL]",
		"links to nowhere":      "## Sources\nAt the end list the sources:\n\n**Sources:**\n1. [Document Title](file:///path/to/doc) - Relevant section\n2. [Another Document](file:///path/to/other) - Page 5\n\n## No Source Found\n\"I found nothing about X in the provided documents.\"",
		"a mark in quotes":      "Cite each source in the format:\n'''\n[CIT:document_id:KIND]\n'''",
		"values to be filled":   "Follow the following format.\n\nThe collected information:\n${info}\nThe name of the store: ${name}\n\n---",
		"steps of what to do":   "For each source:\n1. First QUOTE the exact text as it appears there.\n2. Then explain it in a few of your own words.\n3. Name the source in brackets behind it.",
		"ellipses under a list": "**Sources:**\n\n- [S1] ...\n- [S2] ...",
	} {
		for _, role := range [...]string{"system", "user"} {
			f := Find(say(role, "Answer from the provided documents.\n\n"+order, "user", "Documents:\n\n[1] "+coldStore+"\n\n[2] "+licence+"\n\nQuestion: How warm may it be?"), Defaults())
			if role == "user" {
				f = Find(say("user", "Answer from the provided documents.\n\n"+order+"\n\nDocuments:\n\n[1] "+coldStore+"\n\n[2] "+licence+"\n\nQuestion: How warm may it be?"), Defaults())
			}
			var got []string
			for _, c := range f.Chunks {
				if !c.Ambient {
					got = append(got, c.Text)
				}
			}
			if diff := cmp.Diff([]string{coldStore, licence}, got); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", name, role, diff)
			}
		}
	}
}

// TestTheNameOfTheMaterialIsNoPassage puts the name of the material in a frame or above a rule
// in front of the first passage, in several languages.
func TestTheNameOfTheMaterialIsNoPassage(t *testing.T) {
	for _, title := range [...]string{"--- KONTEXT ---", "【上下文】", "[CONTEXTO]", "=== BAĞLAM ===", "**Contexto:**", "======\nCONTESTO\n======"} {
		for _, order := range [...]string{"Beantworte die Frage anhand des folgenden Kontexts.", "Aşağıdaki bağlamı kullanarak soruyu yanıtla."} {
			f := Find(say("user", order+"\n\n"+title+"\n"+coldStore+"\n---\n"+licence+"\n\nFrage: How warm may it be?\nAntwort:"), Defaults())
			var got []string
			for _, c := range f.Chunks {
				got = append(got, c.Text)
			}
			if diff := cmp.Diff([]string{coldStore, licence}, got); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", title, order, diff)
			}
		}
	}
}

// TestAClauseInFrontOfACommaWasTakenForAHead: of items with a number in their first clause the text began behind that.
func TestAClauseInFrontOfACommaWasTakenForAHead(t *testing.T) {
	const first, second = "展示ホールAの収容人数は420名で、飲食は禁止されている。", "キャンセル料は利用日の14日前から発生し、料金の30%である。"
	f := Find(say("user", "以下の社内文書を参考に、質問に答えてください。\n\n# 参考文書\n- "+first+"\n- "+second+"\n\n# 質問\n展示ホールAで飲食はできますか？"), Defaults())
	var got []string
	for _, c := range f.Chunks {
		got = append(got, c.Text)
	}
	if diff := cmp.Diff([]string{first, second}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
