package wire

import (
	"fmt"
	"net/url"
	"path"
	"strings"
	"testing"
)

func TestRoutePlainPaths(t *testing.T) {
	for _, tt := range []struct {
		method, target string
		want           Target
	}{
		{"POST", "/v1/chat/completions", Target{Kind: KindChat, Root: "/v1", Rest: "/chat/completions"}},
		{"POST", "/v1/chat/completions?a=b%2f", Target{Kind: KindChat, Root: "/v1", Rest: "/chat/completions", Query: "a=b%2f"}},
		{"POST", "/chat/completions", Target{Kind: KindChat, Rest: "/chat/completions"}},
		{"POST", "/openai/v1/chat/completions", Target{Kind: KindChat, Root: "/openai/v1", Rest: "/chat/completions"}},
		{"POST", "/openai/chat/completions", Target{Kind: KindChat, Root: "/openai", Rest: "/chat/completions"}},
		{"POST", "/openai/deployments/My-Model.2/chat/completions?api-version=2024-10-21",
			Target{Kind: KindChat, Root: "/openai/deployments/My-Model.2", Rest: "/chat/completions", Deployment: "My-Model.2", Query: "api-version=2024-10-21"}},
		{"POST", "/clinic/v1/chat/completions", Target{Kind: KindChat, Prefix: "/clinic", Root: "/v1", Rest: "/chat/completions"}},
		{"POST", "/clinic/east/chat/completions", Target{Kind: KindChat, Prefix: "/clinic/east", Rest: "/chat/completions"}},
		{"POST", "/clinical/v1/chat/completions", Target{Kind: KindUnknown, Rest: "/clinical/v1/chat/completions"}},
		{"GET", "/v1/chat/completions", Target{Kind: KindUnknown, Root: "/v1", Rest: "/chat/completions"}},
		{"POST", "/v1/chat/completions/x", Target{Kind: KindUnknown, Root: "/v1", Rest: "/chat/completions/x"}},
		{"POST", "/v1/responses", Target{Kind: KindResponses, Root: "/v1", Rest: "/responses"}},
		{"POST", "/openai/responses", Target{Kind: KindResponses, Root: "/openai", Rest: "/responses"}},
		{"GET", "/v1/responses/resp_1", Target{Kind: KindUnknown, Root: "/v1", Rest: "/responses/resp_1"}},
		{"POST", "/v1/completions", Target{Kind: KindCompletions, Root: "/v1", Rest: "/completions"}},
		{"POST", "/openai/deployments/d/completions", Target{Kind: KindCompletions, Root: "/openai/deployments/d", Rest: "/completions", Deployment: "d"}},
		{"GET", "/v1/models", Target{Kind: KindModels, Root: "/v1", Rest: "/models"}},
		{"GET", "/v1/models/Org/Model-7B", Target{Kind: KindModels, Root: "/v1", Rest: "/models/Org/Model-7B"}},
		{"GET", "/v1/models/Org%2FModel-7B", Target{Kind: KindModels, Root: "/v1", Rest: "/models/Org%2FModel-7B"}},
		{"DELETE", "/v1/models/m", Target{Kind: KindUnknown, Root: "/v1", Rest: "/models/m"}},
		{"POST", "/v1/embeddings", Target{Kind: KindNoAnswer, Root: "/v1", Rest: "/embeddings"}},
		{"POST", "/v1/moderations", Target{Kind: KindNoAnswer, Root: "/v1", Rest: "/moderations"}},
		{"POST", "/rerank", Target{Kind: KindNoAnswer, Rest: "/rerank"}},
		{"POST", "/v2/rerank", Target{Kind: KindNoAnswer, Rest: "/v2/rerank"}},
		{"POST", "/tokenize", Target{Kind: KindNoAnswer, Rest: "/tokenize"}},
		{"POST", "/v1/audio/transcriptions", Target{Kind: KindNoAnswer, Root: "/v1", Rest: "/audio/transcriptions"}},
		{"POST", "/v1/images/generations", Target{Kind: KindNoAnswer, Root: "/v1", Rest: "/images/generations"}},
		{"GET", "/v1/files/file-AbC/content", Target{Kind: KindFiles, Root: "/v1", Rest: "/files/file-AbC/content"}},
		{"POST", "/v1/uploads/u/parts", Target{Kind: KindFiles, Root: "/v1", Rest: "/uploads/u/parts"}},
		{"POST", "/v1/vector_stores/vs_1/search", Target{Kind: KindFiles, Root: "/v1", Rest: "/vector_stores/vs_1/search"}},
		{"POST", "/v1/vouchsafe/verify", Target{Kind: KindVerify, Root: "/v1", Rest: "/vouchsafe/verify"}},
		{"GET", "/livez", Target{Kind: KindHealth, Rest: "/livez"}},
		{"HEAD", "/readyz", Target{Kind: KindHealth, Rest: "/readyz"}},
		{"GET", "/clinic/livez", Target{Kind: KindUnknown, Prefix: "/clinic", Rest: "/livez"}},
		{"POST", "/v1/batches", Target{Kind: KindUnknown, Root: "/v1", Rest: "/batches"}},
		{"POST", "/v1/messages", Target{Kind: KindMessages, Root: "/v1", Rest: "/messages"}},
		{"POST", "/v1/threads/t/runs", Target{Kind: KindUnknown, Root: "/v1", Rest: "/threads/t/runs"}},
		{"POST", "/v1/engines/m/chat/completions", Target{Kind: KindUnknown, Root: "/v1", Rest: "/engines/m/chat/completions"}},
		{"POST", "/openai/deployments/d/extensions/chat/completions", Target{Kind: KindUnknown, Root: "/openai/deployments/d", Rest: "/extensions/chat/completions", Deployment: "d"}},
		{"GET", "/", Target{Kind: KindUnknown}},
		{"GET", "", Target{Kind: KindUnknown}},
		{"OPTIONS", "*", Target{Kind: KindUnknown, Rest: "/*"}},
	} {
		if got := Route(tt.method, tt.target, "/clinic", "/clinic/east/"); !equalTargets(got, tt.want) {
			t.Errorf("Route(%s %s) =\n%+v, want\n%+v", tt.method, tt.target, got, tt.want)
		}
	}
}

// equalTargets compares targets; a prefix may be written with a slash behind.
func equalTargets(a, b Target) bool {
	a.Prefix = strings.TrimSuffix(a.Prefix, "/")
	return a == b
}

// Each is the chat path to every reader.
func TestRouteForgivesSlashesAndCapitals(t *testing.T) {
	for _, target := range []string{
		"//v1/chat/completions", "/v1//chat///completions", "/v1/chat/completions/", "/v1/chat/completions//",
		"/V1/Chat/Completions", "/v1/CHAT/completions", "/Clinic/v1/chat/completions", "/Chat/Completions",
		"http://host/v1/chat/completions", "HTTPS://host:8080/v1/chat/completions", "http://host//v1/Chat/completions",
		"v1/chat/completions", "/OPENAI/Deployments/d/chat/completions", "/openai/deployments/d/chat/completions/",
	} {
		for _, method := range []string{"POST", "post"} {
			if got := Route(method, target, "/clinic"); got.Kind != KindChat || !strings.HasSuffix(got.Path(), "/chat/completions") {
				t.Errorf("Route(%s %s) = %+v", method, target, got)
			}
		}
	}
}

// Each is the chat path to some reader, and another path to others.
func TestRouteForgivesNoWayAround(t *testing.T) {
	for _, target := range []string{
		"/v1%2fchat%2Fcompletions", "/v1/%63hat/completions",
		"/v1/%2563hat/completions", "/v1/chat/./completions", "/v1/models/../chat/completions",
		"/v1/models/%2e%2e/chat/completions", "/v1/models/..%2fchat/completions", "/v1/%2e/chat/completions",
		"/v1/files/x/../../chat/completions", "/v1\\chat\\completions", "/v1/models\\..\\chat\\completions",
		"/v1%5cchat%5Ccompletions", "/v1/chat/completions;v=1", "/v1;a/chat;b=c/completions", "/v1/models/..;/chat/completions",
		"/v1/chat/completions%3b", "/v1/chat/completions%00", "/v1/chat/completions%20", "/v1/chat/completions%0a",
		"/v1/chat/completions#x", "/v1/chat/completions%23x", "/v1/chat/completions%3fx=1", "/%76%31/chat/completions",
		"/../v1/chat/completions", "/v1/chat/completions/.", "/v1/chat/completions/x/..",
		"/%63linic/v1/chat/completions",
	} {
		if got := Route("POST", target, "/clinic"); got != (Target{Kind: KindSuspicious}) {
			t.Errorf("Route(%s) = %+v", target, got)
		}
	}
}

// Under a prefix every such path was the default app's, which turned it away, though the app at the prefix verifies nothing.
func TestAnOddPathIsStillItsPrefixsApps(t *testing.T) {
	for target, prefix := range map[string]string{
		"/clinic/v1/files/report%202024.pdf": "/clinic", "/clinic/v1/x;y=1?q=a%2Fb": "/clinic", "/clinic/../v1/chat/completions": "/clinic",
		"/clinical/v1/a%41": "", "/v1/clinic/a%41": "", "//clinic/v1/a%41": "", "/Clinic/v1/a%41": "",
	} {
		got := Route("POST", target, "/clinic")
		if got.Kind != KindSuspicious || got.Prefix != prefix || got.Path() != "" {
			t.Errorf("Route(%s) = %+v", target, got)
		}
	}
}

func TestRouteIsWaryOfOddSpellings(t *testing.T) {
	for _, target := range []string{
		"/v1/Embeddings", "/v1/embeddings%2f", "/v1/%65mbeddings", "/v1/files/../models", "/v1/files/a%2fb", "/v1/Responses",
		"/v1/chat/%63ompletions/extra", "/v1/chat/completions/..%2f..%2fembeddings", "/v1/batches;x", "/v1/caf\u00e9",
		"/v1/ch\u0430t/completions", "/openai/deployments/a%20b/chat/completions", "/v1/chat/completions%c0%af", "/v1/%",
		"/v1/%25252525252563hat/completions", "/v1/models/..%2fchat%2fcompletions%2fx", "/v1/a b",
	} {
		if got := Route("POST", target); got != (Target{Kind: KindSuspicious}) {
			t.Errorf("Route(%s) = %+v", target, got)
		}
	}
	for _, target := range []string{"/v1/models/..%2fchat%2fcompletions", "/v1/models/a%2f..%2fb", "/v1/models/%2e%2e", "/v1/models/a%2f%2e"} {
		if got := Route("GET", target); got.Kind != KindSuspicious {
			t.Errorf("Route(GET %s) = %+v", target, got)
		}
	}
}

// normal is a lenient reader written another way: the order of its steps and
// how often they are made differ from those of the router.
func normal(target string, rounds int, fold bool) string {
	target, _, _ = strings.Cut(target, "?")
	if i := strings.Index(target, "://"); i > 0 {
		if j := strings.IndexByte(target[i+3:], '/'); j >= 0 {
			target = target[i+3+j:]
		}
	}
	for range rounds {
		if decoded, err := url.PathUnescape(target); err == nil {
			target = decoded
		}
		target, _, _ = strings.Cut(target, "?")
		target, _, _ = strings.Cut(target, "#")
		target = strings.ReplaceAll(target, "\\", "/")
		segments := strings.Split(target, "/")
		for i := range segments {
			segments[i], _, _ = strings.Cut(segments[i], ";")
		}
		target = path.Clean("/" + strings.Trim(strings.Join(segments, "/"), " \x00\n"))
	}
	if fold {
		target = strings.ToLower(target)
	}
	return target
}

// chatPaths are the plain spellings that the fuzz tests start from or end at.
var chatPaths = map[string]bool{
	"/v1/chat/completions": true, "/chat/completions": true, "/openai/v1/chat/completions": true,
	"/openai/deployments/d/chat/completions": true, "/clinic/v1/chat/completions": true,
}

// Whatever any reader takes for the chat path is chat or suspicious, and what
// is sent on is spelt plainly.
func FuzzRoute(f *testing.F) {
	for _, seed := range []string{
		"/v1/chat/completions", "//v1/%63hat/./completions/", "/V1\\chat/x/..;a/completions?q", "http://h/v1/chat%252fcompletions#",
		"/openai/deployments/d/chat/completions", "/v1/models/a%2Fb", "/v1/files/%2e%2e/%2E./chat/completions", "/clinic/v1/embeddings",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, target string) {
		got := Route("POST", target, "/clinic")
		for rounds := range 4 {
			for _, fold := range []bool{false, true} {
				if chatPaths[normal(target, rounds, fold)] && got.Kind != KindChat && got.Kind != KindSuspicious {
					t.Fatalf("%q is %q to some, %+v here", target, normal(target, rounds, fold), got)
				}
			}
		}
		if got.Kind == KindSuspicious {
			if got.Path() != "" {
				t.Fatalf("%q: a suspicious path is to be sent on: %+v", target, got)
			}
			return
		}
		if again := Route("POST", got.Path()); again.Kind != got.Kind && got.Prefix == "" {
			t.Fatalf("%q is %s, but sent on as %q, which is %s", target, got.Kind, got.Path(), again.Kind)
		}
		if got.Path() != "" && normal(got.Path(), 3, false) != got.Path() {
			t.Fatalf("%q is sent on as %q", target, got.Path())
		}
	})
}

// disguise spells a path in another way, as each byte of script says.
func disguise(plain string, script []byte) string {
	spelt := plain
	for _, op := range script {
		at := int(op>>4) * len(spelt) / 16
		slash := strings.IndexByte(spelt[at:], '/') + at
		switch op & 15 {
		case 0:
			spelt = spelt[:at] + fmt.Sprintf("%%%02x", spelt[at]) + spelt[at+1:]
		case 1:
			spelt = spelt[:at] + fmt.Sprintf("%%25%02X", spelt[at]) + spelt[at+1:]
		case 2:
			spelt = spelt[:at] + strings.ToUpper(spelt[at:])
		case 3:
			spelt = "http://host" + spelt
		case 4:
			spelt += "?x=/v1/models"
		case 5:
			spelt += "%3b/../"
		case 6:
			spelt = "/v1/models/../.." + spelt
		}
		if slash < at {
			continue
		}
		for i, with := range []string{"//", "/./", "/x/../", "\\", ";a=b/", "/%2e/", "/x/%2E%2e/", "%2f"} {
			if int(op&15) == 8+i {
				spelt = spelt[:slash] + with + spelt[slash+1:]
			}
		}
	}
	return spelt
}

func FuzzRouteDisguised(f *testing.F) {
	for i := range 256 {
		f.Add([]byte{byte(i)})
	}
	f.Add([]byte{0x08, 0x1f, 0xf0, 0x23})
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) > 8 {
			return
		}
		for plain := range chatPaths {
			target := disguise(plain, script)
			got := Route("POST", target, "/clinic")
			readAs := normal(target, 4, true)
			if got.Kind != KindChat && got.Kind != KindSuspicious && chatPaths[readAs] {
				t.Fatalf("%q (%q to some) is %+v", target, readAs, got)
			}
		}
	})
}
