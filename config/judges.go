package config

import (
	"slices"
	"strings"
	"time"

	"vouchsafe/policy"
)

// Values of Judge.Ask and Judge.OnError.
const (
	AskOpen  = "open" // only about claims that words leave open
	AskAll   = "all"
	failOpen = "open"
)

func newJudge() Judge {
	return Judge{Kind: "chat", Threshold: 0.5, Timeout: 10 * time.Second}
}

func judgeTable(j *Judge) node {
	return object{
		{"kind", oneOf(&j.Kind, "chat", "nli", "rerank", "minicheck", "guardian"), "what kind of model it is, and so how it is asked"},
		{"upstream", text(&j.Upstream, nil), "of a chat model: name of its upstream; left out: the upstream of the exchange"},
		{"model", text(&j.Model, nil), "of a chat model: its name; left out: the model of the exchange. Of rerank, where the server wants one"},
		{"url", text(&j.URL, orEmpty(isPlainURL)), "of nli and rerank: root of the server, without the path"},
		{"path", old{text(&j.oldPath, isPath), "is read as a part of url; write url, the root of the server"}, "older form of url"},
		{"api_key", secret(&j.APIKey), "of nli and rerank: what the server asks for as a bearer token"},
		{"labels", dict[float64]{&j.Labels, nil, func(w *float64) node { return share(w) }, notEmpty}, "of nli: weight of each label; left out: 1 for entailment and its like"},
		{"sigmoid", truth(&j.Sigmoid), "of rerank: the server gives raw scores, which a sigmoid brings between 0 and 1"},
		{"threshold", share(&j.Threshold), "least score with which a claim is carried"},
		{"timeout", span(&j.Timeout, time.Millisecond, hour), "for all claims of an answer, or of a sentence of a stream"},
		{"ask", oneOf(&j.Ask, AskOpen, AskAll), "about which claims it is asked: those that words leave open, or carried ones too"},
		{"on_error", renamed(oneOfOrNone(&j.OnError, failOpen, "fail", "pass"), map[string]string{"reject": "fail", "accept": "pass"}), "what becomes of a claim without an opinion: the risk decides, it fails, it passes"},
		{"client_credential", truth(&j.ClientCredential), "without upstream: spend the client's own credential where the exchange does"},
	}
}

func newGuard() Guard { return Guard{Kind: "litellm", App: DefaultApp} }

func guardTable(g *Guard) node {
	return object{
		{"kind", oneOf(&g.Kind, "litellm"), "which gateway calls"},
		{"app", text(&g.App, notEmpty), "name of the app whose policy and key count"},
	}
}

// completeJudges brings older forms into the present one, and fills in
// about what each is asked.
func (c *Config) completeJudges(r *reader) {
	for name, j := range c.Judges {
		if u, known := c.Upstreams[j.Upstream]; known && j.Kind == "nli" && j.URL == "" {
			j.URL = strings.TrimSuffix(strings.TrimSuffix(u.BaseURL, "/")+strings.TrimSuffix(j.oldPath, "/"), "/predict")
			r.warnAt(join("judges", name)+".upstream", Problem{Value: j.Upstream, Message: "is read as url; write url: " + j.URL})
			j.Upstream, j.APIKey = "", u.APIKey
		}
		if j.Ask == "" {
			j.Ask = AskOpen
			if slices.Contains(r.asksAll, name) {
				j.Ask = AskAll
			}
		}
		j.oldPath = ""
		c.Judges[name] = j
	}
}

// Hosted reports whether the judge is a chat model behind an upstream, and not
// a server of its own.
func (j Judge) Hosted() bool { return j.Kind != "nli" && j.Kind != "rerank" }

func (c *Config) checkJudges(r *reader) {
	for _, name := range sortedKeys(c.Judges) {
		j, path := c.Judges[name], join("judges", name)
		if _, known := c.Upstreams[j.Upstream]; !known && j.Upstream != "" {
			r.at(path+".upstream", Problem{Value: j.Upstream, Message: "names no upstream", Allowed: sortedKeys(c.Upstreams)})
		}
		if j.Threshold == 0 {
			r.at(path+".threshold", Problem{Message: "of 0 rejects nothing; it must be above 0"})
		}
		if j.Hosted() {
			j.checkHosted(r, path)
		} else {
			j.checkServer(r, path)
		}
	}
}

func (j Judge) checkHosted(r *reader, path string) {
	if j.Model == "" && j.Kind != "chat" {
		r.at(path+".model", Problem{Message: "is missing: " + j.Kind + " is a model of its own"})
	}
	if j.URL != "" {
		r.at(path+".url", Problem{Value: j.URL, Message: "is for nli and rerank; name an upstream instead"})
	}
	if j.ClientCredential && j.Upstream != "" {
		r.at(path+".client_credential", Problem{Message: "would send the client's credential to a server that it is not for; leave upstream out"})
	}
	j.checkOwn(r, path)
}

func (j Judge) checkServer(r *reader, path string) {
	if j.URL == "" {
		r.at(path+".url", Problem{Message: "is missing: it is the root of the server, such as http://127.0.0.1:8080"})
	}
	if j.Upstream != "" && j.URL != "" {
		r.at(path+".upstream", Problem{Value: j.Upstream, Message: "stands beside url; " + j.Kind + " takes url"})
	}
	if j.ClientCredential {
		r.at(path+".client_credential", Problem{Message: "is for a judge that asks the upstream of the exchange"})
	}
	j.checkOwn(r, path)
}

// checkOwn finds keys that belong to one kind and stand at another.
func (j Judge) checkOwn(r *reader, path string) {
	if len(j.Labels) > 0 && j.Kind != "nli" {
		r.at(path+".labels", Problem{Message: "are for nli"})
	}
	if j.Sigmoid && j.Kind != "rerank" {
		r.at(path+".sigmoid", Problem{Message: "is for rerank"})
	}
}

func (c *Config) checkGuards(r *reader) {
	for _, name := range sortedKeys(c.Guards) {
		if app := c.Guards[name].App; !contains(c.Apps, app) {
			r.at(join("guards", name)+".app", Problem{Value: app, Message: "names no app", Allowed: sortedKeys(c.Apps)})
		}
	}
}

// checkOpinions finds wishes of a policy that only a judge can fulfil.
func (c *Config) checkOpinions(r *reader, path string, v policy.Verify) {
	switch {
	case v.Judge != "" && !contains(c.Judges, v.Judge):
		r.at(path+".judge", Problem{Value: v.Judge, Message: "names no judge", Allowed: sortedKeys(c.Judges)})
	case v.Judge != "":
	case v.Open == policy.OpenJudge:
		r.at(path+".open", Problem{Value: string(v.Open), Message: "needs verify.judge, the name of a judge"})
	case v.Relevance == policy.RelevanceFail:
		r.at(path+".relevance", Problem{Value: string(v.Relevance), Message: "needs verify.judge: words alone only warn"})
	}
}

func contains[T any](m map[string]T, name string) bool {
	_, ok := m[name]
	return ok
}
