// Package demo plays a handful of exchanges through the real gateway against
// a small built-in model, and shows each one: the question, what the model
// wrote, what was found wrong with it, and what the client got. It needs no
// key and no network.
package demo

import (
	"bytes"
	"context"
	_ "embed" // the documents
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"vouchsafe/grounding/report"
	"vouchsafe/internal/upstreamtest"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/ledger"
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

// Outcome is what came of a scene.
type Outcome struct {
	Scene  Scene
	Answer string // as the client got it
	Events int    // of a stream
	Trace  *ledger.Trace
	Err    error
}

// OK reports whether the scene came out as it should.
func (o Outcome) OK() bool {
	return o.Err == nil && o.Trace != nil && o.Trace.Verdict == o.Scene.Verdict && o.Answer != ""
}

// Play sends a scene's question to a gateway, as any client would, and waits
// for its trace.
func Play(ctx context.Context, baseURL string, s Scene, traces <-chan *ledger.Trace) Outcome {
	o := Outcome{Scene: s}
	resp, err := post(ctx, baseURL, s)
	if err != nil {
		o.Err = err
		return o
	}
	defer resp.Body.Close()
	o.Answer, o.Events, o.Err = read(resp, s.Stream)
	select {
	case o.Trace = <-traces:
	case <-time.After(10 * time.Second):
		o.Err = fmt.Errorf("the exchange left no trace")
	}
	return o
}

func post(ctx context.Context, baseURL string, s Scene) (*http.Response, error) {
	request := map[string]any{
		"model": "demo", "stream": s.Stream,
		"messages": []map[string]string{{"role": "system", "content": documents}, {"role": "user", "content": s.Question}},
	}
	if s.Schema != "" {
		request["response_format"] = map[string]any{"type": "json_schema",
			"json_schema": map[string]any{"name": "notice", "strict": true, "schema": json.RawMessage(s.Schema)}}
	}
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, baseURL+"/v1/chat/completions", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	return http.DefaultClient.Do(req)
}

// read takes the answer's text out of a reply.
func read(resp *http.Response, stream bool) (text string, events int, err error) {
	if resp.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<16))
		return "", 0, fmt.Errorf("status %d: %s", resp.StatusCode, body)
	}
	if !stream {
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			return "", 0, err
		}
		reply, err := wire.ReadReply(body)
		if err != nil || reply.Choices[0].Content == nil {
			return "", 0, fmt.Errorf("cannot read the reply: %v", err)
		}
		return *reply.Choices[0].Content, 0, nil
	}
	gathered, in := wire.NewGatherer(wire.Limits{}), wire.NewEventReader(resp.Body, 1<<20)
	for ; !gathered.Done(); events++ {
		event, err := in.Next()
		if err == nil {
			err = gathered.Feed(event)
		}
		if err != nil {
			return "", events, fmt.Errorf("cannot read an event: %w", err)
		}
	}
	return gathered.Content(), events - 1, nil // [DONE] is none of the answer's
}
