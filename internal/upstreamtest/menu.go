package upstreamtest

import (
	"strings"
	"time"
)

// Menu is the script of the stand-alone scripted upstream: the model's name
// says how it behaves. "fault:NAME" is one of Faults, "paced" writes at a pace;
// any other model is Extractive, with its trick behind a colon, through each of the
// interfaces for answers; but through Anthropic's other names say back what they are told.
// Model lists and embeddings are answered too.
func Menu() Script {
	honest := Extractive{Files: shelf}.Reply
	faults, paced := Faults(honest), Paced(3*time.Millisecond, honest)
	return func(r *Request) Reply {
		switch {
		case strings.HasSuffix(r.Path, "/models"):
			return modelList()
		case strings.HasSuffix(r.Path, "/embeddings"):
			return embeddings(r)
		case r.IsMessages() && !strings.HasPrefix(r.Model(), "extractive"):
			return messagesReply(r)
		case !r.IsChat() && !r.IsResponse() && !r.IsMessages() && !r.isCompletion():
			return Fails(404, "unknown_url", "Unknown request URL: "+r.Method+" "+r.Path, nil)(r)
		}
		if name, ok := strings.CutPrefix(r.Model(), "fault:"); ok {
			if script, ok := faults[name]; ok {
				return script(r)
			}
			return Fails(404, "model_not_found", "There is no fault "+name+".", nil)(r)
		}
		if r.Model() == "paced" {
			return paced(r)
		}
		return honest(r)
	}
}

// shelf is what the stand-alone upstream's hosted search finds.
var shelf = []File{
	{"file-kiln", "kiln.pdf",
		"The kiln at Brackwater is fired for 14 hours at 1180 degrees. Glazes with copper are fired on the lower shelf."},
	{"file-gate", "gate.pdf", "The studio gate closes at 21:30 on weekdays."},
}

// Faults are the ways in which upstreams fail, by name. What they spoil is the
// answer of next.
func Faults(next Script) map[string]Script {
	retry := map[string]string{"Retry-After": "1", "X-Ratelimit-Remaining-Requests": "0"}
	return map[string]Script{
		"400":             Fails(400, "context_length_exceeded", "This model's maximum context length is 8192 tokens.", nil),
		"401":             Fails(401, "invalid_api_key", "Incorrect API key provided.", nil),
		"429":             Fails(429, "rate_limit_exceeded", "Rate limit reached.", retry),
		"500":             Fails(500, "server_error", "The server had an error.", nil),
		"503":             Fails(503, "overloaded", "The engine is overloaded.", nil),
		"html":            HTML(502),
		"error-inside":    ErrorInside("The engine is overloaded."),
		"cut":             Dies(Cut, next),
		"reset":           Dies(Reset, next),
		"hang":            Dies(Hang, next),
		"vanish":          Vanishes(),
		"silent":          Silent(),
		"huge":            Huge(100 << 20),
		"gzip":            Zipped(next),
		"rejects-formats": Rejects(next, "json_schema", "json_object"),
	}
}

func modelList() Reply {
	var list []any
	for _, name := range []string{"extractive", "extractive:invent-once", "extractive:invent-all"} {
		list = append(list, object{"id": name, "object": "model", "created": created, "owned_by": "scripted"})
	}
	return Reply{Header: headers("application/json"), Body: encode(object{"object": "list", "data": list})}
}

// embeddings gives every input the same short vector.
func embeddings(r *Request) Reply {
	inputs := len(r.Get("input").Array())
	var data []any
	for i := range max(inputs, 1) {
		data = append(data, object{"object": "embedding", "index": i, "embedding": []float64{0.6, 0.8}})
	}
	usage := object{"prompt_tokens": inputs, "total_tokens": inputs}
	return Reply{Header: headers("application/json"), Body: encode(object{
		"object": "list", "model": r.Model(), "data": data, "usage": usage,
	})}
}
