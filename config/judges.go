package config

import (
	"cmp"
	"slices"
	"strings"

	"vouchsafe/policy"
)

// Values of Judge.Ask and Judge.OnError.
const (
	AskOpen = "open" // only about claims that words leave open
	AskAll  = "all"
)

// completeJudges brings older forms into the present one, and fills in
// about what each is asked.
func (c *Config) completeJudges(r *reader) {
	for name, j := range c.Judges {
		j = j.withPreset()
		if u, known := c.Upstreams[j.Upstream]; known && j.Kind == "nli" && j.URL == "" {
			j.URL = strings.TrimSuffix(strings.TrimSuffix(u.BaseURL, "/")+strings.TrimSuffix(j.Path, "/"), "/predict")
			r.warnAt(join("judges", name)+".upstream", Problem{Value: j.Upstream, Message: "is read as url; write url: " + j.URL})
			j.Upstream, j.APIKey = "", u.APIKey
		}
		if j.Ask == "" {
			j.Ask = AskOpen
			if slices.Contains(r.asksAll, name) {
				j.Ask = AskAll
			}
		}
		j.Path = ""
		c.Judges[name] = j
	}
}

// Hosted reports whether the judge is a chat model behind an upstream, and not
// a server of its own.
func (j Judge) Hosted() bool { return !slices.Contains([]string{"nli", "rerank", "score"}, j.Kind) }

func (c *Config) checkJudges(r *reader) {
	for _, name := range sortedKeys(c.Judges) {
		j, path := c.Judges[name], join("judges", name)
		if j.Upstream != "" {
			checkReference(r, path+".upstream", j.Upstream, "upstream", c.Upstreams)
			r.when(j.Kind == "guardian" && c.Upstreams[j.Upstream].Kind == "anthropic", path+".upstream",
				Problem{Value: j.Upstream, Message: "is of kind anthropic: a guardian reads the evidence from members of its chat " +
					"template, which that interface does not have"})
		}
		r.when(j.Threshold == 0, path+".threshold", Problem{Message: "of 0 rejects nothing; it must be above 0"})
		r.when(len(j.Labels) > 0 && j.Kind != "nli", path+".labels", Problem{Message: "are for nli"})
		r.when(j.Sigmoid && j.Kind != "rerank" && j.Kind != "score", path+".sigmoid", Problem{Message: "is for rerank and score"})
		r.when(j.Template != "" && j.Kind != "nli", path+".template", Problem{Message: "is for nli"})
		whole := strings.Contains(j.Template, "{evidence}") && strings.Contains(j.Template, "{claim}")
		r.when(j.Template != "" && !whole, path+".template",
			Problem{Message: "lacks {evidence} or {claim}"})
		r.when(j.Version != "" && j.Kind != "guardian", path+".version", Problem{Message: "is for guardian"})
		if j.Hosted() {
			j.checkHosted(r, path)
		} else {
			j.checkServer(r, path)
		}
	}
}

func (j Judge) checkHosted(r *reader, path string) {
	r.when(j.Model == "" && j.Kind != "chat", path+".model", Problem{Message: "is missing: " + j.Kind + " is a model of its own"})
	r.when(j.URL != "", path+".url", Problem{Value: j.URL, Message: "is for nli, rerank and score; name an upstream instead"})
	r.when(j.ClientCredential && j.Upstream != "", path+".client_credential",
		Problem{Message: "would send the client's credential to a server that it is not for; leave upstream out"})
}

func (j Judge) checkServer(r *reader, path string) {
	r.when(j.URL == "", path+".url", Problem{Message: "is missing: it is the root of the server, such as http://127.0.0.1:8080"})
	r.when(j.Upstream != "" && j.URL != "", path+".upstream",
		Problem{Value: j.Upstream, Message: "stands beside url; " + j.Kind + " takes url"})
	r.when(j.ClientCredential, path+".client_credential", Problem{Message: "is for a judge that asks the upstream of the exchange"})
}

// checkOpinions finds wishes of a policy that only a judge can fulfil.
func checkOpinions(r *reader, path string, v policy.Verify, judges map[string]Judge) {
	switch {
	case v.Judge != "":
		checkReference(r, path+".judge", v.Judge, "judge", judges)
	case v.Open == policy.OpenJudge:
		r.at(path+".open", Problem{Value: string(v.Open), Message: "needs verify.judge, the name of a judge"})
	case v.Relevance == policy.RelevanceFail:
		r.at(path+".relevance", Problem{Value: string(v.Relevance), Message: "needs verify.judge: words alone only warn"})
	}
}

// supported are the names of MiniCheck's class 1: its own, and what servers call a class without a name.
var supported = map[string]float64{"1": 1, "LABEL_1": 1, "SUPPORTED": 1}

// presets are named judges: what is to be known to ask each. Labels and templates are
// those of the models' own pages; the threshold of all is the default.
var presets = map[string]Judge{
	// https://github.com/Liyan06/MiniCheck: RoBERTa and DeBERTa take one text, document and claim with the end of a text
	// between them (minicheck/inference.py); their config.json names the classes 0 and 1, and 1 is supported.
	"minicheck-roberta": {Kind: "nli", Labels: supported, Template: "{evidence}</s>{claim}"},
	"minicheck-deberta": {Kind: "nli", Labels: supported, Template: "{evidence}[SEP]{claim}"},
	"minicheck-7b":      {Kind: "minicheck", Model: "bespokelabs/Bespoke-MiniCheck-7B"},
	// https://huggingface.co/yaxili96/FactCG-DeBERTa-v3-Large: one text, class 1 is yes.
	"factcg": {Kind: "nli", Labels: map[string]float64{"LABEL_1": 1},
		Template: "{evidence}\n\nChoose your answer: based on the paragraph above can we conclude that \"{claim}\"?\n\n" +
			"OPTIONS:\n- Yes\n- No\nI think the answer is "},
	// https://huggingface.co/vectara/hallucination_evaluation_model
	"hhem":         {Kind: "nli", Labels: map[string]float64{"consistent": 1}},
	"guardian-3.0": {Kind: "guardian", Version: "3.0", Model: "ibm-granite/granite-guardian-3.0-8b"},
	"guardian-3.3": {Kind: "guardian", Version: "3.3", Model: "ibm-granite/granite-guardian-3.3-8b"},
	"guardian-4.1": {Kind: "guardian", Version: "4.1", Model: "ibm-granite/granite-guardian-4.1-8b"},
}

// withPreset fills in what is left out.
func (j Judge) withPreset() Judge {
	p := presets[j.Preset]
	j.Kind, j.Model = cmp.Or(j.Kind, p.Kind, "chat"), cmp.Or(j.Model, p.Model)
	j.Template, j.Version = cmp.Or(j.Template, p.Template), cmp.Or(j.Version, p.Version)
	if len(j.Labels) == 0 {
		j.Labels = p.Labels
	}
	return j
}
