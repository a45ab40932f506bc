package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

var checkLiteLLM = &flag{name: "litellm", about: "tell what LiteLLM's configuration `FILE` leaves open beside the guard in it"}

// liteLLM is what matters here of LiteLLM's configuration (1.108).
type liteLLM struct {
	Guardrails []struct {
		Name   string        `yaml:"guardrail_name"`
		Params liteLLMParams `yaml:"litellm_params"`
	} `yaml:"guardrails"`
	Policies    map[string]liteLLMPolicy `yaml:"policies"`
	Attachments []struct {
		Policy string `yaml:"policy"`
		Scope  string `yaml:"scope"`
	} `yaml:"policy_attachments"`
	General struct {
		MasterKey   string `yaml:"master_key"`
		PassThrough []struct {
			Path string `yaml:"path"`
		} `yaml:"pass_through_endpoints"`
	} `yaml:"general_settings"`
}

type liteLLMParams struct {
	Guardrail     string `yaml:"guardrail"`
	Mode          any    `yaml:"mode"` // a word or a list of them
	Base          string `yaml:"api_base"`
	DefaultOn     bool   `yaml:"default_on"`
	Unreachable   string `yaml:"unreachable_fallback"`
	FailOnError   *bool  `yaml:"fail_on_error"`
	TransformMode string `yaml:"streaming_transform_mode"`
}

type liteLLMPolicy struct {
	Condition any `yaml:"condition"`
	Pipeline  struct {
		Mode  string `yaml:"mode"`
		Steps []struct {
			Guardrail string `yaml:"guardrail"`
			OnPass    string `yaml:"on_pass"`
			OnFail    string `yaml:"on_fail"`
			OnError   string `yaml:"on_error"`
		} `yaml:"steps"`
	} `yaml:"pipeline"`
}

// opening is an interface, or a state of things, in which LiteLLM hands on what no guard
// has verified. remedy is what closes it in the file, "" where nothing does.
type opening struct{ what, remedy string }

// checkGuarded tells what a LiteLLM file leaves open.
func checkGuarded(path string, s streams) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("cannot read LiteLLM's configuration: %w", err)
	}
	var c liteLLM
	if err := yaml.Unmarshal(data, &c); err != nil {
		return fmt.Errorf("cannot read LiteLLM's configuration: %s: %w", path, err)
	}
	closable := false
	for _, o := range c.openings() {
		if closable = closable || o.remedy != ""; o.remedy != "" {
			fmt.Fprintf(s.out, "open: %s\n      %s\n", o.what, o.remedy)
			continue
		}
		fmt.Fprintf(s.out, "open, whatever the file says: %s\n", o.what)
	}
	if closable {
		return &exit{code: exitFailed}
	}
	return nil
}

// openings are all of them, those that the file can close first.
func (c *liteLLM) openings() (all []opening) {
	add := func(is bool, what, remedy string) {
		if is {
			all = append(all, opening{what, remedy})
		}
	}
	add(c.General.MasterKey == "", "nothing, because LiteLLM does not start", "with guardrails it needs general_settings.master_key")
	name, p := c.guard()
	if name == "" {
		add(true, "every interface", "no guardrail of the kind generic_guardrail_api has an api_base that ends in /guard/NAME")
		return append(all, c.always()...)
	}
	add(!p.DefaultOn, "every call that does not name the guardrail "+name, "default_on: true")
	add(!p.runs("pre_call"), "every answer: the guard blocks those whose request it has not seen", "mode: [pre_call, post_call]")
	add(!p.runs("post_call"), "every answer", "mode: [pre_call, post_call]")
	add(p.Unreachable == "fail_open", "every call while the guard cannot be reached", "unreachable_fallback: fail_closed")
	add(p.FailOnError != nil && !*p.FailOnError, "every call on which the guard fails", "fail_on_error: true")
	if fault := c.pipeline(name); fault != "" {
		add(true, "streams of /v1/messages and /v1/responses", fault)
		add(p.TransformMode != "incremental_diff", "streams of /v1/chat/completions", fault+", or streaming_transform_mode: incremental_diff")
	}
	for _, route := range c.General.PassThrough {
		add(true, "the pass-through route "+route.Path, "remove it from general_settings.pass_through_endpoints")
	}
	return append(all, c.always()...)
}

// always is what LiteLLM shows to no guard, or hands on before one has answered.
func (c *liteLLM) always() []opening {
	return []opening{
		{"streams of /v1/completions", ""},
		{"LiteLLM's own pass-through routes (/openai/…, /anthropic/…, /vertex_ai/…), /v1/realtime, batches", ""},
		{"prompts whose passages stand only in document or search_result blocks of /v1/messages, or beside the messages", ""},
		{"a model's thinking, and its refusals", ""},
	}
}

// guard is the guardrail that asks a guard; the name is "" where there is none.
func (c *liteLLM) guard() (name string, p liteLLMParams) {
	for _, g := range c.Guardrails {
		if g.Params.Guardrail == "generic_guardrail_api" && strings.Contains(g.Params.Base, "/guard/") {
			return g.Name, g.Params
		}
	}
	return "", p
}

func (p liteLLMParams) runs(hook string) bool {
	if list, ok := p.Mode.([]any); ok {
		return slices.Contains(list, any(hook))
	}
	return p.Mode == hook
}

// pipeline says what is missing of a policy that holds every stream for the guardrail; ""
// where nothing is.
func (c *liteLLM) pipeline(guardrail string) string {
	missing := "policies with a post_call pipeline whose step is the guardrail " + guardrail + ", attached with scope: \"*\""
	for policy, p := range c.Policies {
		if p.Pipeline.Mode != "post_call" || p.Condition != nil || !c.attached(policy) {
			continue
		}
		for _, step := range p.Pipeline.Steps {
			if step.Guardrail != guardrail {
				continue
			}
			if wrong := firstOther("block", "on_fail", step.OnFail, "on_error", step.OnError); wrong != "" {
				return "in the policy " + policy + " " + wrong + ": block"
			}
			return ""
		}
	}
	return missing
}

// firstOther names the first key whose value is given, and another one than wanted.
func firstOther(wanted string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" && pairs[i+1] != wanted {
			return pairs[i]
		}
	}
	return ""
}

func (c *liteLLM) attached(policy string) bool {
	for _, a := range c.Attachments {
		if a.Policy == policy && a.Scope == "*" {
			return true
		}
	}
	return false
}
