// Package demo plays a handful of exchanges through the real gateway against
// a small built-in model, and shows each one: the question, what the model
// wrote, what was found wrong with it, and what the client got. It needs no
// key and no network.
package demo

import (
	_ "embed" // the documents

	"vouchsafe/grounding/report"
	"vouchsafe/internal/upstreamtest"
)

// Scene is one exchange and how it has to come out.
type Scene struct {
	Title    string
	About    string // what the model is made to do, in a few words
	Question string
	Trick    upstreamtest.Trick
	Stream   bool
	Schema   string // of the reply that the app asks for; "" for prose
	Shown    bool   // the prompt is shown, and what was read of it
	Verdict  report.Verdict
}

// notice is the schema of an app whose code reads the answer.
const notice = `{"type": "object", "properties": {"answer": {"type": "string"}, "days": {"type": "integer"}}, ` +
	`"required": ["answer", "days"], "additionalProperties": false}`

// documents are what the demo's app retrieves for every question, laid out as
// its prompt template lays them out.
//
//go:embed documents.txt
var documents string

// Scenes are the exchanges of the demo, in order: first what nobody else does.
func Scenes() []Scene {
	return append(firsts(), others()...)
}

func firsts() []Scene {
	return []Scene{
		{
			Title: "An app's prompt is read as it stands, and the answer proven", About: "repeats the runbook word for word",
			Question: "When do nightly backups start, and how long are backups kept?", Shown: true, Verdict: report.Grounded,
		},
		{
			Title: "A changed number is caught, and repaired", About: "changes the dose, and corrects it when told",
			Question: "What dose of apixaban do adults with atrial fibrillation start on?", Trick: upstreamtest.Number +
				"-once", Verdict: report.Repaired,
		},
		{
			Title: "What does not hold is shown in the source's own words", About: "cites the right clause, changes a figure, and insists",
			Question: "With how many days' notice may either party end the supply agreement?", Trick: upstreamtest.NumberText,
			Verdict: report.Quoted,
		},
		{
			Title: "A stream is stopped where it begins to invent, and goes on with what holds",
			About: "writes slowly, and invents the second sentence",
			Question: "What becomes of goods that arrive damaged, who bears the costs of carriage of damaged goods, " +
				"and when is the full price paid back?",
			Trick: upstreamtest.More + "+" + upstreamtest.InventNext + "-once", Stream: true, Verdict: report.Repaired,
		},
		{
			Title: "An app's own JSON keeps its form", About: "changes the number, and corrects it when told",
			Question: "With how many days' notice may either party end the agreement?", Trick: upstreamtest.Number + "-once",
			Schema: notice, Verdict: report.Repaired,
		},
	}
}

func others() []Scene {
	return []Scene{
		{
			Title: "A wrong pointer is healed", About: "repeats the right words and cites the wrong document",
			Question: "Which interest do late payments bear?", Trick: upstreamtest.WrongChunk, Verdict: report.Healed,
		},
		{
			Title: "What no source says is dropped", About: "adds a sentence of its own invention, and insists",
			Question: "When do nightly backups start, and which interest do late payments bear?", Trick: upstreamtest.Invent,
			Verdict: report.Redacted,
		},
		{
			Title: "An answer without proof is refused", About: "invents what no document says, and insists",
			Question: "May apixaban be combined with strong inhibitors of CYP3A4?", Trick: upstreamtest.InventAll, Verdict: report.Refused,
		},
		{
			Title: "A streamed answer shows sentence by sentence, each verified first", About: "writes slowly, word by word",
			Question: "What becomes of goods that arrive damaged, who bears the costs of carriage of damaged goods, " +
				"and when does the buyer get the full price back?",
			Trick: upstreamtest.More, Stream: true, Verdict: report.Grounded,
		},
	}
}

// Model is the built-in model: it repeats what it is sent, and cheats where the
// scene says so.
func Model() upstreamtest.Extractive {
	var m upstreamtest.Extractive
	for _, s := range Scenes() {
		if s.Trick != "" {
			m.Tricks = append(m.Tricks, upstreamtest.QuestionTrick{Contains: s.Question, Trick: s.Trick})
		}
	}
	return m
}
