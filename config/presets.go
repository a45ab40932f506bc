package config

import "cmp"

// presets are named judges: what is to be known to ask each. Labels and templates are
// those of the models' own pages; the threshold of all is the default.
var presets = map[string]Judge{
	// https://github.com/Liyan06/MiniCheck: RoBERTa and DeBERTa take one text, document and claim with the end of a text
	// between them (minicheck/inference.py); their config.json names the classes 0 and 1, and 1 is supported.
	"minicheck-roberta": {Kind: "nli", Labels: map[string]float64{"1": 1}, Template: "{evidence}</s>{claim}"},
	"minicheck-deberta": {Kind: "nli", Labels: map[string]float64{"1": 1}, Template: "{evidence}[SEP]{claim}"},
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
