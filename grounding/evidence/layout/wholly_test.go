package layout

import (
	"slices"
	"strings"
	"testing"

	"vouchsafe/proxy/wire/prompt"
)

// TestOneObjectBelowItsLabelWasNoEvidence names shapes of a single piece of data that stood below “Context:” and
// were seen by nobody, so that whatever was said of them passed.
func TestOneObjectBelowItsLabelWasNoEvidence(t *testing.T) {
	const order = "Answer the question using only the context below.\n\nContext:\n"
	for name, data := range map[string]string{
		"a hit in its list":    `{"results": [{"id": "z1", "content": "The pump runs at 40 bar."}]}`,
		"a hit alone":          `{"id": "z1", "content": "The pump runs at 40 bar."}`,
		"a hit in a fence":     "```json\n" + `{"id": "z1", "content": "The pump runs at 40 bar."}` + "\n```",
		"a record":             `{"name": "Pump A", "pressure": "40 bar", "stops_at": "60 °C"}`,
		"a record over lines":  "{\n  \"name\": \"Pump A\",\n  \"pressure\": \"40 bar\"\n}",
		"a reply of GraphQL":   `{"data": {"pump": {"pressure": "40 bar", "note": "It never stops."}}}`,
		"JSON in a string":     `{"results": "[{\"id\": \"z1\", \"content\": \"The pump runs at 40 bar.\"}]"}`,
		"a string of JSON":     `"[{\"id\": \"z1\", \"content\": \"The pump runs at 40 bar.\"}]"`,
		"columns":              "name,pressure,note\nPump A,40 bar,once daily\nPump B,30 bar,twice daily",
		"columns in a fence":   "```csv\nname,pressure,note\nPump A,40 bar,once daily\n```",
		"columns with tabs":    "name\tpressure\tnote\nPump A\t40 bar\tonce daily",
		"an object over lines": "{\n  \"pump\": {\n    \"pressure\": \"40 bar\"\n  }\n}",
	} {
		for role, p := range map[string]prompt.Prompt{
			"user":   onePrompt("user", order+data+"\n\nQuestion: At which pressure does it run?"),
			"system": say("system", order+data, "user", "At which pressure does it run?"),
		} {
			f := Find(p, Defaults())
			if len(f.Chunks) == 0 || !strings.Contains(f.Chunks[0].Text, "40 bar") {
				t.Errorf("%s of a %s message: %v", name, role, f.Chunks)
			}
		}
	}
}

func TestOfARecordWithTwoTextsOneWasNoEvidence(t *testing.T) {
	for name, data := range map[string]string{
		"JSON":        `[{"title": "Pump", "summary": "A short summary.", "body": "It fails at night."}, {"title": "Filter", "summary": "Another one.", "body": "It lasts two years."}]`,
		"inner shell": `[{"key": "A-1", "fields": {"summary": "A short summary.", "description": "It fails at night."}}, {"key": "A-2", "fields": {"summary": "Another one.", "description": "It lasts two years."}}]`,
		"other keys":  `[{"id": "A-1", "summary": "A short summary.", "resolution": "It fails at night."}, {"id": "A-2", "summary": "Another one.", "resolution": "It lasts two years."}]`,
		"tags":        "<documents><document><title>Pump</title><summary>A short summary.</summary><body>It fails at night.</body></document><document><title>Filter</title><summary>Another one.</summary><body>It lasts two years.</body></document></documents>",
		"YAML":        "- title: Pump\n  summary: A short summary.\n  body: It fails at night.\n- title: Filter\n  summary: Another one.\n  body: It lasts two years.",
	} {
		got := textsOf(say("system", "Answer from the records.\n\nRecords:\n"+data, "user", "How long does it last?"))
		want := []string{"A short summary.\n\nIt fails at night.", "Another one.\n\nIt lasts two years."}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestDocumentsWithoutATextThatIsKnownPassedInSilence(t *testing.T) {
	for raw, want := range map[string]string{`[5]`: "", `[{"id": "1", "body_text": "The library opens at nine."}]`: "The library opens at nine."} {
		p := say("user", "When does it open?")
		p.Beside = []prompt.Beside{{Channel: "documents", JSON: raw}}
		f := Find(p, Defaults())
		if told := f.Unseen == Unreadable; told != (want == "") || !told && f.Chunks[0].Text != want {
			t.Errorf("%s: %q %v", raw, f.Unseen, f.Chunks)
		}
	}
}

// TestATextInMarksThatAnOrderNamesWasNoEvidence names marks around a text of which an order says to answer from it.
func TestATextInMarksThatAnOrderNamesWasNoEvidence(t *testing.T) {
	both := coldStore + "\n" + licence
	for name, p := range map[string]prompt.Prompt{
		"a fence":                  onePrompt("user", "Answer from the text in triple backticks.\n```\n"+both+"\n```\nHow warm may it be?"),
		"a fence, ordered above":   say("system", "Answer the question from the text that the user gives in triple backticks.", "user", "```\n"+both+"\n```\n\nHow warm may it be?"),
		"a fence on its lines":     onePrompt("user", "Answer the question below from the text in triple backticks.\n\n```"+both+"```\n\nHow warm may it be?"),
		"rules":                    onePrompt("user", "Use only the snippets.\n---\n"+coldStore+"\n---\n"+licence+"\n---\nHow warm may it be?"),
		"angles":                   say("system", "Answer using the text between << and >>.\n<<"+both+">>", "user", "How warm may it be?"),
		"a page":                   say("system", "Answer from the page.\n<html><body><p>"+coldStore+"</p><p>"+licence+"</p></body></html>", "user", "How warm may it be?"),
		"tags within tags":         say("system", "Use the knowledge in <kb> only.\n<kb><p>"+coldStore+"</p><p>"+licence+"</p></kb>", "user", "How warm may it be?"),
		"German quotation marks":   onePrompt("user", "Beantworte die Frage anhand des Textes in den Anführungszeichen: „"+coldStore+" "+licence+"“ Frage: Wie warm?"),
		"French quotation marks":   onePrompt("user", "Réponds à la question à partir du texte entre guillemets.\n« "+coldStore+" "+licence+" »\nCombien ?"),
		"a label that it names":    say("system", "You answer questions on the contract that the user sends.", "user", "Contract:\n"+both+"\n\nHow warm may it be?"),
		"a note that is read from": say("system", "Extract the limits from the note.", "user", "Note:\n"+both),
	} {
		said := strings.Join(textsOf(p), "\n")
		if !strings.Contains(said, coldStore) || !strings.Contains(said, licence) || strings.Contains(said, "How warm") || strings.Contains(said, "Combien") {
			t.Errorf("%s: %q", name, said)
		}
	}
	for _, p := range []prompt.Prompt{
		say("system", "Use the policy text to answer employees.", "user", "POLICY TEXT\n"+both+"\nEMPLOYEE ASKS\nHow warm may it be?"),
	} {
		if f := Find(p, Defaults()); len(f.Chunks) == 0 && f.Unseen != Unreadable {
			t.Errorf("nothing tells that nothing was seen of %v", p)
		}
	}
	for _, chat := range []string{"Fix this code.\n```\nx = 1. Then it runs.\n```\nIt should add two.", "Do not answer from hints alone. What is a hint? It is a small help that somebody gives to somebody else."} {
		if f := Find(onePrompt("user", chat), Defaults()); len(f.Chunks) > 0 || f.Unseen != "" {
			t.Errorf("%q: %v %s", chat, f.Chunks, f.Unseen)
		}
	}
}

// TestCodeInAnItemWasAllTheEvidence: a fence that belongs to an item frames nothing; one in a prompt that is set in does.
func TestCodeInAnItemWasAllTheEvidence(t *testing.T) {
	const fenced = "```\nRun it. Stop it.\n```"
	inside := strings.ReplaceAll(fenced, "\n", "\n  ")
	for _, data := range []string{"- The pump runs at 40 bar.\n  " + inside + "\n- It stops at 60 C.", "1. The pump runs at 40 bar.\n\n  " + inside + "\n2. It stops at 60 C."} {
		for _, p := range []prompt.Prompt{
			onePrompt("user", "Context:\n"+data+"\n\nQuestion: When does it stop?"),
			say("system", "Answer only from the context.\n\nContext:\n"+data, "user", "When does it stop?"),
		} {
			if all := strings.Join(textsOf(p), "\n"); !strings.Contains(all, "40 bar") || !strings.Contains(all, "60 C") || !strings.Contains(all, "Run it") {
				t.Errorf("%q: %q", data, all)
			}
		}
	}
	indented := strings.ReplaceAll("Answer from the context below.\n"+fenced+"\nQuestion: When does it stop?", "\n", "\n    ")
	if got := textsOf(onePrompt("user", indented)); len(got) != 1 || strings.Contains(got[0], "Question") {
		t.Errorf("%q", got)
	}
}
