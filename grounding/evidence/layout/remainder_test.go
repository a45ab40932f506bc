package layout

import (
	"strings"
	"testing"
)

// TestPassagesInWhateverFormAreSeenWhereTheAppSaysSo: heads of a form that nobody knew were not
// seen where the question had no label, and whatever the model stated passed unverified.
func TestPassagesInWhateverFormAreSeenWhereTheAppSaysSo(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ system, user string }{
		"a word, a code and a title":      {"Use only the documents.", "LEAF a1 | Ferry\n" + ferry + "\n\nLEAF a2 | Fares\n" + fares + "\n\n" + wanted},
		"a number in parentheses":         {"Use only the documents.", "(1) " + ferry + "\n\n(2) " + fares + "\n\n" + wanted},
		"a letter, behind an order alone": {"You help passengers; answer from timetables.", "(a) " + ferry + "\n(b) " + fares + "\n\n" + wanted},
		"guillemets around each":          {"Cite with the short name in brackets.", "«[Timetable] " + ferry + "»\n«[Tariff] " + fares + "»\n\n" + wanted},
		"questions with their answers":    {"Answer from the FAQ entries only.", "Q: When does it leave?\nA: " + ferry + "\n\nQ: What does it cost?\nA: " + fares + "\n\n" + wanted},
		"a label that the order names":    {"Only use the brochure.", "Brochure:\n" + ferry + "\n\n" + fares + "\n\n" + wanted},
		"a label like the question's":     {"", "Sadece verilen içerikleri kullan.\n\n📚 Metinler:\n" + ferry + "\n\n" + fares + "\n\n❓ Soru:\n" + wanted + "\n\n💬 Yanıt:"},
	} {
		turns := []string{"user", tt.user}
		if tt.system != "" {
			turns = append([]string{"system", tt.system}, turns...)
		}
		said := ""
		for _, c := range Find(say(turns...), Defaults()).Chunks {
			said += c.Text + "\n"
		}
		if !strings.Contains(said, "06:40") || !strings.Contains(said, "9 euros") || strings.Contains(said, wanted) {
			t.Errorf("%s: %q", name, said)
		}
	}
}

// TestWhatAUserStatesIsNotWhatIsLeft: an order to answer from documents makes no evidence of what
// is typed where none are shown. Such a prompt is told.
func TestWhatAUserStatesIsNotWhatIsLeft(t *testing.T) {
	t.Parallel()
	for _, text := range typed {
		for _, system := range []string{"Use only the documents.", "Answer from the documents supplied with each question.", "Réponds uniquement avec les documents."} {
			found := Find(say("system", system, "user", text), Defaults())
			if len(found.Chunks) > 0 || found.Unseen != Unreadable {
				t.Errorf("%q, %q: %+v, %q", system, text, found.Chunks, found.Unseen)
			}
		}
	}
}

// TestPassagesKeepTheirOwnWords holds borders that took a part of a passage, or a passage, away.
func TestPassagesKeepTheirOwnWords(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		text string
		want []string
	}{
		"a label that is no name of material": {"Contesto:\nFoglio: " + ferry + "\n\nFoglio: " + fares + "\n\nDomanda: " + wanted + "\n\nRisposta:", []string{"Foglio: " + ferry, "Foglio: " + fares}},
		"two dashes above the question":       {"You have the following information:\nDOCUMENT:\n" + ferry + "\n\n" + fares + "\n--\nQUESTION:\n" + wanted + "\n--\nINSTRUCTIONS:\nAnswer the users QUESTION using the DOCUMENT text above.", []string{ferry, fares}},
		"a label in front of the first tag":   {"已知信息：<data>" + coldStore + "</data>\n<data>" + licence + "</data>\n用户问题：" + wanted, []string{coldStore, licence}},
		"a sentence behind the key of an id":  {"Sources:\n[1]\ntitle: Pier\nchunk: It leaves at 06:40.\n\n" + ferry + "\n\n[2]\ntitle: Tariff\nchunk: " + fares + "\n\nQuestion: " + wanted, []string{"It leaves at 06:40.\n\n" + ferry, fares}},
		"backticks around each":               {"Search result [1]: `" + ferry + "`\n\nSearch result [2]: `" + fares + "`\n\nQuestion: " + wanted, []string{ferry, fares}},
		"a fence around all":                  {"Réponds à partir du contexte.\n\n### CONTEXTE:\n```\n" + ferry + "\n\n" + fares + "\n```\n\n### QUESTION:\n```\n" + wanted + "\n```", []string{ferry, fares}},
	} {
		found := Find(say("user", tt.text), Defaults()).Chunks
		if len(found) != len(tt.want) || found[0].Text != tt.want[0] || found[1].Text != tt.want[1] {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

// TestAnIDAloneInATagIsTheID: `<source a1>` gave no id.
func TestAnIDAloneInATagIsTheID(t *testing.T) {
	found := Find(say("system", "Answer from the sources.\n\n<source a1>\n"+ferry+"\n</source>\n<source B12>\n"+fares+"\n</source>", "user", wanted), Defaults()).Chunks
	if len(found) != 2 || found[0].ID != "a1" || found[1].ID != "B12" {
		t.Errorf("%+v", found)
	}
}

// TestAListInAnAnswerOfTheHistoryIsNoPassage: what was said in a conversation that the app quotes is no material,
// in whatever form the model said it.
func TestAListInAnAnswerOfTheHistoryIsNoPassage(t *testing.T) {
	t.Parallel()
	for system, user := range map[string]string{
		"Formuliere die letzte Frage des Nutzers so um, dass sie ohne den Gesprächsverlauf verständlich ist. Gib nur die umformulierte Frage aus.": "Gesprächsverlauf:\nNutzer: Was kostet Geld abheben?\nAssistent: Gerne! Hier die Kosten im Überblick:\n\n- **Inland:** kein eigenes Entgelt an fremden Geldautomaten [1]\n- **Ausland:** 1,75 Prozent des Betrags, mindestens jedoch 5 Euro [1]\nNutzer: Wie schnell ist eine Überweisung?\nAssistent: Sie wird spätestens am nächsten Geschäftstag ausgeführt. [1]\n\n\nLetzte Frage: Meine Karte ist weg, hafte ich?\n\nUmformulierte Frage:",
		"Rewrite the user's last question so that it can be understood without the conversation. Output only the rewritten question.":              "Chat history:\nUser: What does it cost to withdraw money?\nAssistant: Sure! Here is an overview:\n\n- **At home:** no fee at other banks' cash machines [1]\n- **Abroad:** 1.75 percent of the amount, at least 5 euros [1]\n\nLast question: And with the credit card?\n\nRewritten question:",
	} {
		if found := Find(say("system", system, "user", user), Defaults()); len(found.Chunks) > 0 {
			t.Errorf("%q: %+v", system, found.Chunks)
		}
	}
}

// TestAJSONSampleInTheOrderIsNoEvidence, which displaced the passages of the user's message.
func TestAJSONSampleInTheOrderIsNoEvidence(t *testing.T) {
	t.Parallel()
	for system, label := range map[string]string{
		`Answer from the passages. Reply only with JSON of the form {"answer": "...", "evidence": [{"index": 0, "score": 0.0}]}. Score between 0 and 1.`:       "Passages:",
		`Bewerte, wie relevant jede Passage ist. Antworte ausschließlich mit JSON der Form {"ranking": [{"index": 0, "score": 0.0}]}. Score zwischen 0 und 1.`: "Passagen:",
	} {
		found := Find(say("system", system, "user", label+"\n[1] "+ferry+"\n[2] "+fares+"\n\nQuestion: "+wanted), Defaults()).Chunks
		if len(found) != 2 || found[0].Text != ferry || found[1].Text != fares {
			t.Errorf("%q: %+v", system, found)
		}
	}
}

// TestAnOrderBehindTheMaterialIsNoPassage: it was read into the last one.
func TestAnOrderBehindTheMaterialIsNoPassage(t *testing.T) {
	t.Parallel()
	for label, order := range map[string]string{
		"Sources:\n": "Answer: At 06:40. [1]\n\nSuggest three short follow-up questions the customer could ask next. Return them as a JSON array of strings, nothing else.",
		"Quellen:\n": "Antwort: Um 06:40. [1]\n\nSchlage drei kurze Anschlussfragen vor, die der Kunde als Nächstes stellen könnte. Gib sie als JSON-Array von Strings zurück, sonst nichts.",
	} {
		found := Find(say("user", label+"[1] "+ferry+"\n[2] "+fares+"\n\n"+order), Defaults()).Chunks
		if len(found) != 2 || found[1].Text != fares {
			t.Errorf("%q: %+v", order, found)
		}
	}
}
