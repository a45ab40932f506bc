package layout

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"vouchsafe/proxy/wire/prompt"
)

// parseRequest reads a chat completion request; the tests need no more of the
// wire format than this.
func parseRequest(raw string) prompt.Prompt {
	var p prompt.Prompt
	v := gjson.Parse(raw)
	for _, m := range v.Get("messages").Array() {
		msg := prompt.Message{
			Role: m.Get("role").Str, ToolCalls: m.Get("tool_calls.0").Exists(),
			Context: m.Get("context").Raw,
		}
		if c := m.Get("content"); c.IsArray() {
			for _, part := range c.Array() {
				if t := part.Get("text"); t.Exists() {
					msg.Parts = append(msg.Parts, t.Str)
				}
			}
		} else if c.Type == gjson.String {
			msg.Parts = []string{c.Str}
		}
		p.Messages = append(p.Messages, msg)
	}
	for _, at := range [...]string{"vouchsafe.chunks", "documents", "chat_template_kwargs.documents"} {
		if d := v.Get(at); d.IsArray() {
			p.Beside = append(p.Beside, prompt.Beside{Channel: at, JSON: d.Raw})
		}
	}
	return p
}

// readLines reads the lines of a JSON lines file.
func readLines(t testing.TB, name string) []string {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var lines []string
	scan := bufio.NewScanner(file)
	scan.Buffer(nil, 16<<20)
	for scan.Scan() {
		if s := strings.TrimSpace(scan.Text()); s != "" {
			lines = append(lines, s)
		}
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}
