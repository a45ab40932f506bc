package config

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"vouchsafe/policy"
)

// Bounds of a file. The parser takes time that grows with the square of the
// depth, and a configuration is deep nowhere.
const (
	maxFileBytes = 256 << 10
	maxBrackets  = 100
)

// defaultUpstream is the name of the upstream where the file has none.
const defaultUpstream = "openai"

// openAI is where that one is, unless the file or the environment says otherwise.
const openAI = "https://api.openai.com/v1"

// Load reads a configuration. It returns either a configuration or problems,
// all of them, in the order of the file.
func Load(data []byte, env Env) (*Config, []Problem) {
	c := defaultConfig()
	r := &reader{env: env, places: map[string]ast.Node{}, bad: map[string]bool{}, variables: c.Variables}
	if root, ok := r.parse(data); ok {
		r.section(table(), "", root, reflect.ValueOf(c).Elem())
	}
	c.complete(env)
	c.completeJudges(r)
	c.crossCheck(r)
	if len(r.problems) > 0 {
		return nil, inOrder(r.problems)
	}
	c.Warnings = c.warnings(r)
	return c, nil
}

// Default is the configuration without a file: the upstream of OPENAI_BASE_URL
// with the client's own credential, and the policy balanced.
func Default(env Env) *Config {
	c := defaultConfig()
	c.complete(env)
	return c
}

// defaultConfig holds the defaults of every fixed key.
func defaultConfig() *Config {
	c := &Config{
		Upstreams: map[string]Upstream{}, Apps: map[string]App{}, Policies: map[string]policy.Policy{}, Layouts: map[string]Layout{},
		Variables: map[string]string{},
	}
	table().fill(reflect.ValueOf(c).Elem())
	for _, name := range policy.Names() {
		c.Policies[name], _ = policy.Builtin(name)
	}
	return c
}

// complete adds what a file may leave out: an upstream, an app for clients
// without a key, and each app's share of the defaults.
func (c *Config) complete(env Env) {
	if u, ok := c.Upstreams[defaultUpstream]; ok && u.BaseURL == "" && u.Kind == "openai" {
		u.BaseURL = openAI // no other name stands for an address
		c.Upstreams[defaultUpstream] = u
	}
	if len(c.Upstreams) == 0 {
		u := defaultsOf[Upstream]()
		u.BaseURL, u.Unnamed = openAI, true
		if base, _ := env("OPENAI_BASE_URL"); base != "" {
			u.BaseURL = base
		}
		c.Upstreams = map[string]Upstream{defaultUpstream: u}
	}
	if _, ok := c.Apps[DefaultApp]; !ok && c.Auth == Open {
		c.Apps[DefaultApp] = defaultsOf[App]()
	}
	c.Telemetry.complete(env)
	only := ""
	if len(c.Upstreams) == 1 {
		only = sortedKeys(c.Upstreams)[0]
	}
	for name, app := range c.Apps {
		if app.Upstream == "" {
			app.Upstream = only
		}
		if app.Content == "" {
			app.Content = c.Ledger.Content
		}
		c.Apps[name] = app
	}
}

// parse takes a file apart and returns its top mapping; false where there is
// nothing to read.
func (r *reader) parse(data []byte) (root ast.Node, ok bool) {
	if len(data) > maxFileBytes {
		r.report(nil, Problem{Message: fmt.Sprintf("is larger than %s", formatSize(maxFileBytes))})
		return nil, false
	}
	if tooDeep(data) {
		r.report(nil, Problem{Message: fmt.Sprintf("has more than %d open brackets", maxBrackets)})
		return nil, false
	}
	file, err := parseYAML(bytes.TrimPrefix(data, []byte("\ufeff"))) // editors put it there
	if err != nil {
		r.syntax(err, data)
		return nil, false
	}
	var bodies []ast.Node
	for _, doc := range file.Docs {
		if doc.Body != nil {
			bodies = append(bodies, doc.Body)
		}
	}
	switch len(bodies) {
	case 0:
		return nil, false
	case 1:
		return bodies[0], true
	}
	r.report(bodies[1], Problem{Message: "is a second YAML document; a configuration is one"})
	return nil, false
}

// parseYAML calls the parser, and turns its panics into errors: a bad file
// must not take down a gateway that reads it while it runs.
func parseYAML(data []byte) (file *ast.File, err error) {
	defer func() {
		if trouble := recover(); trouble != nil {
			err = fmt.Errorf("cannot read this YAML: %v", trouble)
		}
	}()
	// Duplicate keys are found later, with their paths and all at once.
	return parser.ParseBytes(data, 0, parser.AllowDuplicateMapKey())
}

// syntax reports what the parser found.
func (r *reader) syntax(err error, data []byte) {
	p := Problem{Message: "is no YAML: " + err.Error()}
	if broken, ok := errors.AsType[*yaml.SyntaxError](err); ok {
		p.Message = "is no YAML: " + broken.Message
		if t := broken.Token; t != nil && t.Position != nil {
			p.Line, p.Column = t.Position.Line, t.Position.Column
		}
	}
	lines := bytes.Split(data, []byte{'\n'})
	if p.Line > 0 && p.Line <= len(lines) && bytes.Contains(lines[p.Line-1], []byte("${")) {
		p.Message += `; between braces a variable needs quotes, as in {token: "${NAME}"}`
	}
	r.problems = append(r.problems, p)
}

// tooDeep reports whether brackets are open to an unlikely depth. It counts
// those in texts and comments too, which is harmless at that bound.
func tooDeep(data []byte) bool {
	open := 0
	for _, b := range data {
		switch b {
		case '[', '{':
			if open++; open > maxBrackets {
				return true
			}
		case ']', '}':
			open = max(0, open-1)
		}
	}
	return false
}

// elementPath is the path of an element of a list.
func elementPath(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }

// otlpName begins the names of the variables that every exporter of
// OpenTelemetry reads.
const otlpName = "OTEL_EXPORTER_OTLP_"

// complete takes from the environment what the file leaves out. A
// collector that is said to speak gRPC is left alone: spans leave over HTTP.
func (t *Telemetry) complete(env Env) {
	if t.OTLPEndpoint == "" && !strings.EqualFold(otlpVariable(env, "PROTOCOL"), "grpc") {
		t.OTLPEndpoint = otlpVariable(env, "ENDPOINT")
	}
	if t.OTLPEndpoint != "" && len(t.Headers) == 0 {
		t.Headers = parseHeaders(otlpVariable(env, "HEADERS"))
	}
}

// otlpVariable is a setting for traces, or else for everything.
func otlpVariable(env Env, name string) string {
	for _, full := range []string{otlpName + "TRACES_" + name, otlpName + name} {
		if value, ok := env(full); ok && value != "" {
			return value
		}
	}
	return ""
}

// parseHeaders reads name=value pairs with commas between them, as the
// OpenTelemetry specification writes them.
func parseHeaders(text string) map[string]string {
	headers := map[string]string{}
	for pair := range strings.SplitSeq(text, ",") {
		name, value, found := strings.Cut(pair, "=")
		name = strings.TrimSpace(name)
		if decoded, err := url.PathUnescape(strings.TrimSpace(value)); found && err == nil && checks()["header"](name) == "" {
			headers[name] = decoded
		}
	}
	if len(headers) == 0 {
		return nil
	}
	return headers
}

// check looks at an address that may come from the environment.
func (t *Telemetry) check(r *reader) {
	if message := (&key{Type: "url", Empty: true}).check(t.OTLPEndpoint); message != "" {
		r.at("telemetry.otlp_endpoint", Problem{Value: t.OTLPEndpoint,
			Message: message + "; it comes from " + otlpName + "ENDPOINT"})
	}
}
