package wire

import (
	"slices"
	"strings"
)

// Kind is what a path asks for, as far as the gateway tells them apart.
type Kind string

// The kinds of path.
const (
	KindChat        Kind = "chat"        // a chat completion: enforced
	KindResponses   Kind = "responses"   // the Responses interface
	KindMessages    Kind = "messages"    // Anthropic's interface
	KindCompletions Kind = "completions" // the older text completions
	KindModels      Kind = "models"      // GET only
	KindNoAnswer    Kind = "no answer"   // embeddings, moderations, images and what else carries no answer
	KindFiles       Kind = "files"       // files, uploads and vector stores
	KindVerify      Kind = "verify"      // the gateway's own audit
	KindHealth      Kind = "health"      // livez, readyz and their older names
	KindUnknown     Kind = "unknown"     // plainly spelt, and none of the above
	KindSuspicious  Kind = "suspicious"  // spelt so that others may read it as another path
)

// Target is where a request is to go.
type Target struct {
	Kind       Kind
	Prefix     string // the configured prefix in front, as configured, or ""
	Root       string // of the interface: "", /v1, /openai, /openai/v1 or /openai/deployments/{name}
	Rest       string // the path behind the root: /chat/completions
	Deployment string // Azure's name in the path, in the client's own letters
	Query      string // as it came, without the question mark
}

// Path returns the path to ask the upstream for, in its plain spelling. What
// is sent on must be this and never the client's own spelling: then no
// upstream can read it as another path than the one that was judged. It is ""
// for KindSuspicious.
func (t Target) Path() string { return t.Root + t.Rest }

// Route tells what a request asks for. target is the request target as it
// stands in the request line, with query; prefixes are the configured path
// prefixes. A path that is spelt unusually (escapes, dot segments, parameters,
// backslashes, …) is KindSuspicious; extra slashes are forgiven, and letter case in
// the path of a chat completion.
func Route(method, target string, prefixes ...string) Target {
	path, query, _ := strings.Cut(target, "?")
	if rest, ok := strings.CutPrefix(path, "/v1"); ok && method == "POST" && len(prefixes) == 0 && lists.Posts[rest] != "" {
		return Target{Kind: lists.Posts[rest], Root: "/v1", Rest: rest, Query: query} // as nearly all are spelt
	}
	path = withoutAuthority(path)
	segments, plain := split(path)
	r := router{strings.ToUpper(method), prefixes}
	t := Target{Kind: KindSuspicious}
	if plain {
		t = r.plain(segments)
	} else if model := r.classify(strings.Split(strings.Trim(path, "/"), "/"), false); r.escapedModel(model) {
		t = model
	} else if prefix, _ := r.cutPrefix(segments, false); strings.HasPrefix(path, prefix+"/") {
		t.Prefix = prefix // of an app that may verify nothing, whose upstream gets the rest as it came
	}
	t.Query = query
	return t
}

// router classifies paths for one request.
type router struct {
	method   string
	prefixes []string
}

// plain classifies a path without anything unusual but, perhaps, capitals.
func (r router) plain(segments []string) Target {
	exact, folded := r.classify(segments, false), r.classify(segments, true)
	switch {
	case exact.Kind == folded.Kind:
		return exact
	case folded.Kind == KindChat:
		return folded
	}
	return Target{Kind: KindSuspicious}
}

// escapedModel allows the one escape that clients do write: the slash in a
// model's name. A GET of a model cannot bring forth an answer.
func (r router) escapedModel(t Target) bool {
	name, ok := strings.CutPrefix(t.Rest, "/models/")
	if !ok || r.method != "GET" || t.Kind != KindModels {
		return false
	}
	_, plain := split(strings.ReplaceAll(strings.ReplaceAll(name, "%2F", "/"), "%2f", "/"))
	return plain
}

// classify finds prefix, root and kind. With fold, letter case is ignored.
func (r router) classify(segments []string, fold bool) Target {
	prefix, segments := r.cutPrefix(segments, fold)
	t := Target{Prefix: prefix}
	parts := segments
	if fold {
		parts = strings.Split(strings.ToLower(strings.Join(segments, "/")), "/")
	}
	n := rootLength(parts)
	if n == 3 {
		t.Deployment = segments[2]
		parts = slices.Clone(parts)
		parts[2] = t.Deployment
	}
	t.Root, t.Rest = joined(parts[:n]), joined(parts[n:])
	t.Kind = kindOf(r.method, parts[n:])
	if n > 0 || prefix != "" {
		return t
	}
	if lists.Probes[t.Rest] && (r.method == "GET" || r.method == "HEAD") {
		t.Kind = KindHealth
	}
	return t
}

// joined returns a path of segments, "" for none.
func joined(segments []string) string {
	if len(segments) == 0 {
		return ""
	}
	return "/" + strings.Join(segments, "/")
}

// cutPrefix takes the longest configured prefix away.
func (r router) cutPrefix(segments []string, fold bool) (prefix string, rest []string) {
	longest := 0
	for _, candidate := range r.prefixes {
		parts, _ := split(candidate)
		n := len(parts)
		if n <= longest || n > len(segments) {
			continue
		}
		head, want := joined(segments[:n]), joined(parts)
		if head == want || fold && strings.EqualFold(head, want) {
			prefix, longest = candidate, n
		}
	}
	return prefix, segments[longest:]
}

// rootLength returns how many segments belong to the root.
func rootLength(names []string) int {
	switch {
	case len(names) >= 3 && names[0] == "openai" && names[1] == "deployments":
		return 3
	case len(names) >= 2 && names[0] == "openai" && names[1] == "v1":
		return 2
	case len(names) >= 1 && (names[0] == "openai" || names[0] == "v1"):
		return 1
	}
	return 0
}

// kindOf tells what the path behind a root asks for.
func kindOf(method string, segments []string) Kind {
	if len(segments) == 0 {
		return KindUnknown
	}
	if segments[0] == "models" && (method == "GET" || method == "HEAD") {
		return KindModels
	}
	if kind, ok := lists.Families[segments[0]]; ok {
		return kind
	}
	if kind, ok := lists.Posts[joined(segments)]; ok && method == "POST" {
		return kind
	}
	return KindUnknown
}

// OnlyPosted reports whether a path that answers or verifies was asked with
// another method than POST, which brings forth no answer there.
func (t Target) OnlyPosted() bool {
	kind := lists.Posts[t.Rest]
	return t.Kind == KindUnknown && (kind == KindChat || kind == KindResponses || kind == KindMessages || kind == KindVerify)
}

// withoutAuthority turns the absolute form of a request target into its path.
func withoutAuthority(target string) string {
	scheme, rest, found := strings.Cut(target, "://")
	if !found || strings.ContainsAny(scheme, "/\\%") {
		return target
	}
	if slash := strings.IndexAny(rest, "/\\"); slash >= 0 {
		return rest[slash:]
	}
	return "/"
}

// split returns the segments of a path, empty ones left out. plain tells
// whether every reader takes them for the same: no escapes, parameters, dot
// segments, backslashes, control characters or characters beyond ASCII.
func split(path string) (segments []string, plain bool) {
	plain = true
	for segment := range strings.SplitSeq(path, "/") {
		switch segment {
		case "":
			continue
		case ".", "..":
			plain = false
		}
		for i := 0; i < len(segment); i++ {
			plain = plain && plainByte(segment[i])
		}
		segments = append(segments, segment)
	}
	return segments, plain
}

// plainByte tells whether a byte of a path means itself to every reader.
func plainByte(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return strings.IndexByte("-._~:@!$&'()*+,=", c) >= 0
}
