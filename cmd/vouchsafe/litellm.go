package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/tidwall/gjson"
)

var checkLiteLLM = &flag{name: "litellm", about: "tell what LiteLLM's configuration `FILE` leaves open beside the guard in it"}

// checkGuarded tells what a LiteLLM file (1.108) leaves open: interfaces, and states of things, in
// which LiteLLM hands on what no guard has verified.
func checkGuarded(path string, s streams) error {
	data, err := os.ReadFile(path)
	if err == nil {
		data, err = yaml.YAMLToJSON(data)
	}
	if err != nil {
		return fmt.Errorf("cannot read LiteLLM's configuration: %s: %w", path, err)
	}
	open := openings(gjson.ParseBytes(data))
	for _, o := range open {
		fmt.Fprintf(s.out, "open: %s\n      %s\n", o[0], o[1])
	}
	for _, what := range alwaysOpen {
		fmt.Fprintf(s.out, "open, whatever the file says: %s\n", what)
	}
	if len(open) > 0 {
		return &exit{code: exitFailed}
	}
	return nil
}

// alwaysOpen is what LiteLLM shows to no guard, or hands on before one has answered.
var alwaysOpen = []string{
	"streams of /v1/completions",
	"LiteLLM's own pass-through routes (/openai/…, /anthropic/…, /vertex_ai/…), /v1/realtime, batches",
	"prompts whose passages stand only in document or search_result blocks of /v1/messages, or beside the messages",
	"a model's thinking, and its refusals",
}

// openings are what the file can close, each with what closes it.
func openings(c gjson.Result) (all [][2]string) {
	add := func(is bool, what, remedy string) {
		if is {
			all = append(all, [2]string{what, remedy})
		}
	}
	add(c.Get("general_settings.master_key").Str == "", "nothing, because LiteLLM does not start",
		"with guardrails it needs general_settings.master_key")
	guard := c.Get(`guardrails.#(litellm_params.api_base%"*/guard/*")`)
	name, p := guard.Get("guardrail_name").Str, guard.Get("litellm_params")
	if name == "" || p.Get("guardrail").Str != "generic_guardrail_api" {
		add(true, "every interface", "no guardrail of the kind generic_guardrail_api has an api_base that ends in /guard/NAME")
		return all
	}
	runs := func(hook string) bool {
		return slices.ContainsFunc(p.Get("mode").Array(), func(mode gjson.Result) bool { return mode.Str == hook })
	}
	add(!p.Get("default_on").Bool(), "every call that does not name the guardrail "+name, "default_on: true")
	add(!runs("pre_call"), "every answer: the guard blocks those whose request it has not seen", "mode: [pre_call, post_call]")
	add(!runs("post_call"), "every answer", "mode: [pre_call, post_call]")
	add(p.Get("unreachable_fallback").Str == "fail_open", "every call while the guard cannot be reached",
		"unreachable_fallback: fail_closed")
	add(p.Get("fail_on_error").Type == gjson.False, "every call on which the guard fails", "fail_on_error: true")
	fault := pipelineFault(c, name)
	add(fault != "", "streams of /v1/messages and /v1/responses", fault)
	add(fault != "" && p.Get("streaming_transform_mode").Str != "incremental_diff", "streams of /v1/chat/completions",
		fault+", or streaming_transform_mode: incremental_diff")
	for _, route := range c.Get("general_settings.pass_through_endpoints.#.path").Array() {
		add(true, "the pass-through route "+route.Str, "remove it from general_settings.pass_through_endpoints")
	}
	return all
}

// pipelineFault says what is missing of a policy that holds every stream for a guardrail; "" where
// nothing is.
func pipelineFault(c gjson.Result, guardrail string) string {
	fault := "policies with a post_call pipeline whose step is the guardrail " + guardrail + ", attached with scope: \"*\""
	attached := c.Get(`policy_attachments.#(scope=="*")#.policy`).Array()
	c.Get("policies").ForEach(func(policy, p gjson.Result) bool {
		held := slices.ContainsFunc(attached, func(a gjson.Result) bool { return a.Str == policy.Str })
		step := p.Get(`pipeline.steps.#(guardrail=="` + strings.ReplaceAll(guardrail, `"`, `\"`) + `")`)
		if !held || !step.Exists() || p.Get("pipeline.mode").Str != "post_call" || p.Get("condition").Type != gjson.Null {
			return true
		}
		fault = ""
		for _, on := range []string{"on_fail", "on_error"} {
			if fault == "" && cmp.Or(step.Get(on).Str, "block") != "block" {
				fault = "in the policy " + policy.Str + " " + on + ": block"
			}
		}
		return false
	})
	return fault
}
