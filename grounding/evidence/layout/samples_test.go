package layout

import (
	"strings"
	"testing"

	"vouchsafe/grounding/evidence"

	"vouchsafe/proxy/wire/prompt"
)

// TestSamplesAreNoEvidence holds prompts that show the model the form of an
// answer, an input or a whole exchange. Nothing of that is evidence, and the
// real documents keep their standing.
func TestSamplesAreNoEvidence(t *testing.T) {
	docs := "Documents:\n[doc1] " + coldStore + "\n[doc2] " + licence
	for name, system := range map[string]string{
		"claims in JSON": "You are a clinical assistant. Return JSON:\n{\n  \"answer\": \"The mill rests on Sundays, as the handbook of the mill says in full [doc1].\",\n" +
			"  \"claims\": [{\"text\": \"The mill rests on Sundays and on all days of the harvest feast.\", \"citation_ids\": [\"doc1\"], \"confidence\": \"high\"}],\n" +
			"  \"citations\": [{\"id\": \"doc1\", \"title\": \"Mill handbook\", \"source\": \"mill.pdf\", \"relevant_quote\": \"the mill rests on Sundays and on feast days\"}]\n}",
		"an example in JSON":         "Example:\n{\"id\": \"doc9\", \"title\": \"Mill handbook\", \"text\": \"The mill rests on Sundays and on all days of the harvest feast.\"}\n\nBe brief.",
		"a sample in XML":            "Here is an example of the input:\n<document id=\"1\"><title>Mill</title>The mill rests on Sundays and on all days of the harvest feast.</document>\n\nBe brief.",
		"a list in a worked example": "Example:\n[1] The mill rests on Sundays and on all days of the harvest feast.\n[2] The miller is paid by the sack, twice a month.\nQ: When does the mill rest?\nA: On Sundays [1].\n\nBe brief.",
		"an exchange told in sentences": "You can use Context.\n\nHere is example input.\nContext: The mill rests on Sundays and on all days of the harvest feast.\n" +
			"Question: When does the mill rest?\n\nHere is example output.\nAnswer: On Sundays",
		"a template in a fence": "Answer in this format:\n```json\n[{\"source\": \"mill.pdf\", \"content\": \"The mill rests on Sundays and on all days of the harvest feast.\"}]\n```\nBe brief.",
		"a schema":              "Your output must follow this schema:\n{\"type\": \"object\", \"properties\": {\"text\": {\"type\": \"string\", \"description\": \"The mill rests on Sundays and on all days of the harvest feast.\"}}}",
		"placeholders":          "Format your sources as [{\"title\": \"<title of the document>\", \"url\": \"<address of the document>\", \"content\": \"The mill rests on Sundays and all days of the feast.\"}]",
	} {
		for _, tt := range []struct {
			place    string
			standing evidence.Standing
			p        []string
		}{
			{"user", evidence.Fallback, []string{"system", system, "user", docs + "\n\nQuestion: How warm may it be?"}},
			{"system", evidence.Primary, []string{"system", system + "\n\n" + docs, "user", "How warm may it be?"}},
		} {
			set := evidence.NewSet(Find(say(tt.p...), Defaults()).Chunks)
			got := ""
			for _, i := range set.Usable() {
				got += string(set.At(i).Standing) + " " + set.At(i).Text + "\n"
			}
			if strings.Contains(got, "mill") || !strings.Contains(got, string(tt.standing)+" "+coldStore) || !strings.Contains(got, licence) {
				t.Errorf("%s, documents in the %s message: %q", name, tt.place, got)
			}
		}
	}
}

// TestWhatLooksLikeASampleInAPassageStays holds passages that show examples of
// their own.
func TestWhatLooksLikeASampleInAPassageStays(t *testing.T) {
	text := "The feed is read once an hour. For example:\n{\"id\": \"7\", \"text\": \"Battery pack of 48 V, charged within two hours\"}\nIt stops after 25 errors."
	for _, prompt := range []string{
		"<document id=\"1\">" + text + "</document>\n<document id=\"2\">" + coldStore + "</document>",
		"Context:\n" + text,
		"Sources:\n[1] " + coldStore + "\n\n[2] " + text,
	} {
		if got := evidenceIn("system", prompt); !strings.Contains(got, text) {
			t.Errorf("%q: %q", prompt, got)
		}
	}
}

// TestToolTextInsideAJSONStringIsDecoded holds what several agents send: what a
// tool returned, encoded as one JSON string, once or twice.
func TestToolTextInsideAJSONStringIsDecoded(t *testing.T) {
	for _, text := range []string{
		`"` + coldStore + `\n\n` + licence + `"`,
		`"[{\"text\":\"` + coldStore + `\"},{\"text\":\"` + licence + `\"}]"`,
		`"\"` + coldStore + `\\n\\n` + licence + `\""`,
	} {
		got := evidenceIn("tool", text)
		if !strings.Contains(got, coldStore+"\n") || !strings.Contains(got, licence+"\n") || strings.Contains(got, `\n`) {
			t.Errorf("%s: %q", text, got)
		}
	}
}

// TestAWorkedExampleBehindALongOrderIsNoEvidence holds an example that stands where the only
// paragraph of the instructions ends, however long that is.
func TestAWorkedExampleBehindALongOrderIsNoEvidence(t *testing.T) {
	order := strings.Repeat("Answer from the numbered sources alone and cite the number of each source that you use. ", 6)
	text := order + "For example:\nSource 1:\nThe mill rests on Sundays and on feast days.\nSource 2:\nThe miller is paid by the sack.\n" +
		"Query: When does the mill rest?\nAnswer: On Sundays [1].\nNow it is your turn. Below are several numbered sources of information:\n------\n" +
		"Source 1:\n" + coldStore + "\n\nSource 2:\n" + licence + "\n------\nQuery: How warm may it be?\nAnswer: "
	chunks := Find(say("user", text), Defaults()).Chunks
	if len(chunks) != 2 || chunks[0].Text != coldStore || chunks[1].Text != licence || chunks[1].ID != "2" {
		t.Errorf("got %+v", chunks)
	}
}

// TestAWorkedExampleInFrontOfTheQuestionIsNoEvidence holds a prompt whose question stands above
// its material, after an example of many lines that nothing calls one.
func TestAWorkedExampleInFrontOfTheQuestionIsNoEvidence(t *testing.T) {
	example := "QUESTION: When does the mill rest?\n=========\n" + strings.Repeat("Content: The mill rests on Sundays and on feast days.\n\n", 50) + "=========\nFINAL ANSWER: On Sundays.\n\n"
	text := "Given the following extracted parts of a long document and a question, give a final answer.\n\n" + example +
		"QUESTION: How warm may it be?\n=========\n" + coldStore + "\n\n" + licence + "\n=========\nFINAL ANSWER:"
	r := Find(say("user", text), Defaults())
	if len(r.Chunks) != 2 || r.Chunks[0].Text != coldStore || r.Chunks[1].Text != licence || r.Question != "How warm may it be?" {
		t.Errorf("asked %q, got %+v", r.Question, r.Chunks)
	}
}

// TestInstructionsBelowAnOrderToUseTheContextAreNoEvidence holds orders and a form that stand
// between the order to use the context and the context, below its label.
func TestInstructionsBelowAnOrderToUseTheContextAreNoEvidence(t *testing.T) {
	text := "Use the following pieces of context to answer the question at the end.\n\n" +
		"In addition to the answer, tell the user how good it is. Give it in the following format:\n\nQuestion: [question here]\nHelpful Answer: [answer here]\n\n" +
		"How to tell how good it is:\n- Higher is better\n- Nothing found is 0\n\nBegin!\n\nContext:\n---------\n" + coldStore + "\n\n" + licence + "\n---------\nQuestion: How warm may it be?\nHelpful Answer:"
	chunks := Find(say("user", text), Defaults()).Chunks
	if len(chunks) != 2 || chunks[0].Text != coldStore || chunks[1].Text != licence {
		t.Errorf("got %+v", chunks)
	}
}

// TestAnExampleInAUsersMessageEndsAtItsLabels holds an example whose reply has labels that nobody
// knows: its text was evidence, and took the first passage in.
func TestAnExampleInAUsersMessageEndsAtItsLabels(t *testing.T) {
	const shown = "Answer with JSON only.\n\nExample:\nCONTEXT:\n[d1]\nSnow is white in every season.\n\nQUESTION:\nWhat is white?\n\nRIGHT:\n{\"a\": \"Snow is white [d1].\"}\n\nPOOR:\n{\"a\": \"Coal\"}\n\n"
	const real = "CONTEXT:\n[d1]\nThe night bus costs 5 euros.\n\n[d2]\nThe day bus costs 3 euros.\n\nQUESTION:\nWhat does it cost?"
	found := Find(say("user", shown+real), Defaults())
	if len(found.Chunks) != 2 || found.Chunks[0].Text != "The night bus costs 5 euros." {
		t.Errorf("found %+v", found.Chunks)
	}
}

// TestAColonInARuleIntroducesNothing holds rules of a prompt, and the form of a marker: what
// stands behind their colons was evidence, with all that follows.
func TestAColonInARuleIntroducesNothing(t *testing.T) {
	const list = "\n\nQuellenauszüge:\n\n[1] (Datei: a.pdf, Seite 2)\nDer Nachtbus kostet 5 Euro.\n\n---\n\n[2] (Datei: b.pdf, Seite 3)\nDer Tagbus kostet 3 Euro."
	for _, rules := range []string{
		"Regeln:\n1. Nutze nur die Auszüge.\n2. Frühere Antworten sind keine Quellen: Übernimm daraus keine Fakten. Belegbar ist nur, was unten steht.\n3. Antworte auf Deutsch.",
		"Beantworte Fragen anhand der Quellenauszüge. Nenne die Quellen im Format [Quelle: Name, Abschnitt N]. Wenn etwas fehlt, sage es. Erfinde nichts.",
	} {
		found := Find(say("system", rules+list, "user", "Was kostet der Nachtbus?"), Defaults())
		if len(found.Chunks) != 2 || found.Chunks[0].Text != "Der Nachtbus kostet 5 Euro." {
			t.Errorf("%q: found %+v", rules, found.Chunks)
		}
	}
}

// TestAWorkedExampleOfASystemMessageWasWhatTheAppStates holds examples with figures below a label of their own.
func TestAWorkedExampleOfASystemMessageWasWhatTheAppStates(t *testing.T) {
	system := "Answer from the sources.\n\n<context>\n<source id=\"1\">" + plain[0].text + "</source>\n</context>\n\n" +
		"## Examples\nThe market grew by 7.8 % in the third quarter of 2024.\n\n## Rules\nBe brief."
	found := Find(prompt.Prompt{Messages: []prompt.Message{msg("system", system), msg("user", "How long?")}}, Defaults())
	if len(found.Chunks) != 1 {
		t.Errorf("%+v", found.Chunks)
	}
}

// TestAFormRightAbovePassagesHidesNone: the form of an answer ends where the tag of a passage opens, also
// without a blank line between them.
func TestAFormRightAbovePassagesHidesNone(t *testing.T) {
	for _, form := range []string{"Format:\nsafe: true|false\nlead: yes/no", "Answer format:\nANSWER=yes;CONF=0.95", "Output template: ## Verdict\nyes | no"} {
		system := "You are the assistant of a pottery studio.\n" + form + "\n<doc id=1>\nThe kiln is fired to 1,240 degrees.\n</doc>\n<doc id=2>\nGlaze 14 contains lead.\n</doc>"
		if found := Find(say("system", system, "user", "May I use glaze 14?"), Defaults()).Chunks; len(found) != 2 {
			t.Errorf("%q: %d passages, want 2", form, len(found))
		}
	}
}
