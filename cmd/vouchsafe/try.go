package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"vouchsafe/cmd/vouchsafe/pasted"
	"vouchsafe/config"
	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
	"vouchsafe/proxy/wire/messages"
	"vouchsafe/trace/audit"
	"vouchsafe/trace/ledger"
)

var (
	tryModel    = &flag{name: "model", about: "ask this model, by `NAME`, whatever the prompts name"}
	tryDialects = &flag{name: "dialects", about: "`A,B`: the dialects to compare (default: all in which a model can be asked)"}
	tryJSON     = &flag{name: "json", isSwitch: true, about: "print JSON, a line for each dialect"}
)

// tryCommand is `vouchsafe try`.
var tryCommand = command{
	page: "commands#your-own-model-in-five-minutes",
	use:  "try PROMPTS.jsonl|-", does: "Measure how well a model cites, dialect by dialect, on your own prompts",
	more: "Each line is the body of a request, or a stored trace, whose question and passages are asked again. Every prompt goes\n" +
		"to the model once as it stands and once in each dialect, so this costs (dialects + 1) calls a prompt, and the repairs.",
	arguments: [2]int{1, 1},
	flags:     []*flag{tryModel, tryDialects, tryJSON, configFlag},
	do:        tryModels,
}

const (
	plainApp      = "plain" // the app of the calls that are passed as they stand
	triedAtATime  = 4       // prompts
	longestPrompt = 16 << 20
)

// tryModels sends every prompt through a gateway of its own and compares.
func tryModels(c call) error {
	settings, dialects, err := tryConfig(c)
	if err != nil {
		return err
	}
	prompts, err := readPrompts(c)
	if err != nil {
		return err
	}
	t := newTrial(dialects)
	t.key = keyOf(settings)
	err = whileServing(context.Background(), settings, hooks{trace: t.take}, func(_ context.Context, base string) error {
		t.ask(base, prompts)
		return nil
	})
	if err != nil {
		return &exit{exitFailed, err}
	}
	if c.isOn(tryJSON) {
		err = t.writeJSON(c.out)
	} else if t.measured() == nil {
		err = t.writeTable(c.out)
	}
	if err != nil {
		return &exit{exitFailed, err}
	}
	return t.measured()
}

// tryConfig has an app for each dialect, which all ask the upstream of the app
// default under its policy, and one that changes nothing.
func tryConfig(c call) (*config.Config, []answer.Dialect, error) {
	settings, err := loadConfig(c.text(configFlag), c.streams)
	if err != nil {
		return nil, nil, err
	}
	name, err := chooseApp(settings, "")
	if err != nil {
		return nil, nil, err
	}
	dialects, err := chooseDialects(c.text(tryDialects))
	if err != nil {
		return nil, nil, err
	}
	app := settings.Apps[name]
	rules := settings.Policies[app.Policy]
	if rules.Mode != policy.Enforce {
		rules = settings.Policies["balanced"]
	}
	rules.Cache = false
	app.Keys, app.Shadow, app.EnforceShare, app.Enabled = nil, config.Shadow{}, 100, true
	settings.Auth, settings.Apps = "open", map[string]config.App{}
	off := rules
	off.Mode = policy.Off
	settings.Policies[plainApp], app.Policy, app.PathPrefix = off, plainApp, ""
	settings.Apps[config.DefaultApp] = app
	for _, d := range dialects {
		rules.Citations.Dialect = d
		settings.Policies[string(d)], app.Policy, app.PathPrefix = rules, string(d), "/"+string(d)
		settings.Apps[string(d)] = app
	}
	if err := override(settings, "127.0.0.1:0", ""); err != nil {
		return nil, nil, err
	}
	keepNothing(settings)
	return settings, dialects, tell(settings.Check(), c.text(configFlag), c.streams)
}

// keepNothing has a gateway that runs for a short while write nothing down.
func keepNothing(c *config.Config) {
	c.Admin.Listen, c.Log.Level, c.Log.Format = "", "error", "console"
	c.Limits.Drain = drainApp
	c.Ledger = config.Ledger{Store: config.Store{Driver: config.NoStore}, Content: config.FullContent}
}

// chooseDialects are those of a comma-separated list, or all.
func chooseDialects(list string) ([]answer.Dialect, error) {
	known := answer.Asked()
	if list == "" {
		return known, nil
	}
	var out []answer.Dialect
	for _, name := range strings.Split(list, ",") {
		d := answer.Dialect(strings.TrimSpace(name))
		if !slices.Contains(known, d) {
			return nil, fmt.Errorf("there is no dialect %q; a model can be asked in %s", d, joined(known))
		}
		out = append(out, d)
	}
	return out, nil
}

func joined(names []answer.Dialect) string {
	var parts []string
	for _, n := range names {
		parts = append(parts, string(n))
	}
	return strings.Join(parts, ", ")
}

// readPrompts reads the requests of an input. Streams are asked for as a whole, so
// that times compare.
func readPrompts(c call) (out [][]byte, err error) {
	in, err := openInput(c.args[0], c.in)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	stored := 0
	err = requestsOf(in).filled(func(n int, line []byte) error {
		if gjson.GetBytes(line, "record").Exists() && !gjson.GetBytes(line, "messages").Exists() {
			return nil // what a trace file says of itself
		}
		if audit.IsTrace(line) {
			if line, err = promptOf(line); errors.Is(err, errNoQuestion) {
				return nil // a call that failed, or asked nothing
			} else if err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
			stored++
		}
		body, _ := pasted.Read(string(line))
		line = []byte(body)
		if _, err := parseChat(line); err != nil {
			why, _, _ := strings.Cut(err.Message, " `vouchsafe docs ")
			return fmt.Errorf("line %d: %s Each line is the body of a request, or a stored trace", n, why)
		}
		if name := c.text(tryModel); name != "" {
			line, _ = sjson.SetBytes(line, "model", name) // the line has been parsed
		}
		if gjson.GetBytes(line, "model").String() == "" {
			return fmt.Errorf("line %d names no model; name one with --model", n)
		}
		line, _ = sjson.DeleteBytes(line, "stream")
		line, _ = sjson.DeleteBytes(line, "stream_options")
		out = append(out, line)
		return nil
	})
	if err == nil && len(out) == 0 {
		err = errors.New("there are no prompts in the input")
	}
	if stored > 0 && err == nil {
		fmt.Fprintf(c.err, "vouchsafe: %s: a trace keeps no request, so its passages are sent before its question, in the plain call too\n",
			countOf(stored, "stored trace"))
	}
	return out, err
}

var errNoQuestion = errors.New("the trace holds no question")

// promptOf asks the question of a stored trace again, below its passages: the same request
// in each dialect and as a plain call, so that what they cost compares.
func promptOf(line []byte) ([]byte, error) {
	t, err := audit.ReadTrace(line)
	if err != nil {
		return nil, err
	}
	if t.Veiled || t.Question == "" {
		return nil, errNoQuestion
	}
	set := evidence.NewSet(t.Chunks)
	var blocks []answer.Block
	for _, i := range set.Usable() {
		c := set.At(i)
		blocks = append(blocks, answer.Block{Handle: set.Handle(i), Title: c.Title, Authors: c.Authors, Year: c.Year, Text: c.Text})
	}
	messages := []any{map[string]string{"role": "user", "content": t.Question}}
	if len(blocks) > 0 {
		messages = slices.Insert(messages, 0, any(map[string]string{"role": "system", "content": answer.Chunks(blocks)}))
	}
	return json.Marshal(map[string]any{"model": t.Model, "messages": messages})
}

// keyOf says where the key is read from that the upstream of the app default gets.
func keyOf(c *config.Config) string {
	const name = "OPENAI_API_KEY"
	upstream := c.Apps[config.DefaultApp].Upstream
	switch path := "upstreams." + upstream + ".api_key"; {
	case c.Variables[path] != "":
		return path + ": " + c.Variables[path]
	case c.Upstreams[upstream].APIKey != "":
		return path
	case os.Getenv(name) == "":
		return name + ", which is not set"
	}
	return name
}

// trial is what came of the prompts, by app.
type trial struct {
	dialects []answer.Dialect
	key      string // where the upstream's key is read from

	mu     sync.Mutex
	all    map[string]*tried
	faults map[string]int // why calls failed, and how many
}

func newTrial(dialects []answer.Dialect) *trial {
	t := &trial{dialects: dialects, faults: map[string]int{}, all: map[string]*tried{plainApp: newTried(plainApp)}}
	for _, d := range dialects {
		t.all[string(d)] = newTried(string(d))
	}
	return t
}

// ask sends the prompts, a few at a time, each in one way after the other.
func (t *trial) ask(base string, prompts [][]byte) {
	slots := make(chan struct{}, triedAtATime)
	var all sync.WaitGroup
	for _, prompt := range prompts {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			to := pathOf(prompt)
			t.send(plainApp, base+to, prompt)
			for _, d := range t.dialects {
				t.send(string(d), base+"/"+string(d)+to, prompt)
			}
		})
	}
	all.Wait()
}

// pathOf is where a request goes, by the interface that it is of.
func pathOf(body []byte) string {
	switch {
	case messages.IsRequest(body):
		return "/v1/messages"
	case wire.SurfaceOf(body) == wire.Responses:
		return "/v1/responses"
	}
	return "/v1/chat/completions"
}

// send makes one call and counts what it cost.
func (t *trial) send(app, url string, body []byte) {
	began := time.Now()
	status, verdict, reply, err := post(url, body)
	took := time.Since(began)
	t.mu.Lock()
	defer t.mu.Unlock()
	of := t.all[app]
	of.Calls++
	if err != nil || status != http.StatusOK && verdict != string(report.Refused) {
		of.Failed++
		t.faults[faultOf(status, reply, err)]++
		return
	}
	of.Millis += float64(took.Milliseconds())
	of.count([]byte(gjson.GetBytes(reply, "usage").Raw))
}

// post sends a request with the credential of the environment. Each call is to have a reply
// of its own, also where prompts are alike: no-cache says so.
func post(url string, body []byte) (status int, verdict string, reply []byte, err error) {
	req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return 0, "", nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Cache-Control", "no-cache")
	if key := os.Getenv("OPENAI_API_KEY"); key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, "", nil, err
	}
	defer resp.Body.Close()
	reply, err = io.ReadAll(io.LimitReader(resp.Body, longestPrompt))
	return resp.StatusCode, resp.Header.Get("X-Vouchsafe-Verdict"), reply, err
}

func faultOf(status int, reply []byte, err error) string {
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%d: %s", status, gjson.GetBytes(reply, "error.message"))
}

// take counts the trace of a call.
func (t *trial) take(trace *ledger.Trace, _ ledger.Content) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if of := t.all[trace.App]; of != nil {
		of.add(trace)
	}
}

// writeJSON writes a line for each way of asking.
func (t *trial) writeJSON(w io.Writer) error {
	for _, name := range slices.Sorted(maps.Keys(t.all)) {
		line := t.all[name].told()
		line.Suits = t.measured() == nil && name == t.best().Dialect && t.all[name].suits()
		if err := writeLine(w, line); err != nil {
			return err
		}
	}
	return nil
}

// measured is nil where any answer was verified, and else says why there is none.
func (t *trial) measured() error {
	calls, failed := 0, 0
	for _, of := range t.all {
		if of.Answers > 0 {
			return nil
		}
		calls, failed = calls+of.Calls, failed+of.Failed
	}
	if failed == 0 {
		return &exit{exitFailed, errors.New("nothing was measured: in none of the replies was there anything to verify; " +
			"`vouchsafe inspect` shows what is seen in the prompts")}
	}
	fault := byCount(t.faults)[0]
	return &exit{exitFailed, fmt.Errorf("nothing was measured: %d of %s failed: %s", failed, countOf(calls, "call"),
		visible(fault)+t.ofKey(fault))}
}

// ofKey says of a call that was turned away where its key was read from; "" of another.
func (t *trial) ofKey(fault string) string {
	if !strings.HasPrefix(fault, "401:") && !strings.HasPrefix(fault, "403:") {
		return ""
	}
	return " (the key is read from " + t.key + ")"
}
