package ownschema

import (
	"slices"
	"strings"
	"testing"
)

// Tools as agent frameworks offer them beside tools that look up.
func TestTheToolThatEndsARunIsKnownByWhatItIs(t *testing.T) {
	t.Parallel()
	object := func(names ...string) string {
		out := ""
		for _, name := range names {
			out += `,"` + name + `":{"type":"string"}`
		}
		return `{"type":"object","properties":{` + out[min(len(out), 1):] + `}}`
	}
	search := Tool{"search_docs", "Search the documents", object("query")}
	weather := Tool{"GetWeather", "Get the current weather in a given location", object("location")}
	for name, tc := range map[string]struct {
		tools    []Tool
		required bool
		want     []bool
	}{
		"pydantic-ai":            {[]Tool{search, {"final_result", "The final response which ends this conversation", object("days", "why")}}, false, []bool{false, true}},
		"pydantic-ai, two forms": {[]Tool{{"final_result_Found", "", object("days")}, {"final_result_Missing", "", object("what")}, search}, true, []bool{true, true, false}},
		"pydantic-ai, own name":  {[]Tool{search, {"CityLocation", "The final response which ends this conversation", object("city")}}, false, []bool{false, true}},
		"smolagents":             {[]Tool{search, {"final_answer", "Provides a final answer to the given problem.", object("answer")}}, false, []bool{false, true}},
		"magentic":               {[]Tool{search, {"return_policy", "", object("days", "place")}}, false, []bool{false, true}},
		"LangChain":              {[]Tool{search, {"BackupPolicy", "How long backups are kept.", object("days", "place")}}, true, []bool{false, true}},
		"LangChain, two forms":   {[]Tool{search, {"Found", "", object("days")}, {"Missing", "", object("what")}}, true, []bool{false, true, true}},
		"LangChain, a choice":    {[]Tool{search, {"ResponseFormatter", "Always use this tool to structure your response to the user.", object("text")}}, false, []bool{false, true}},
		"AI SDK":                 {[]Tool{{"extract-1", "Tool for extracting structured output from the model's response.", object("text", "sources")}, search}, true, []bool{true, false}},
		"google-adk":             {[]Tool{search, {"set_model_response", "Set your final response using the required output schema.", object("days")}}, false, []bool{false, true}},
		"Inspect":                {[]Tool{search, {"submit", "Submit an answer for evaluation.", object("answer")}}, false, []bool{false, true}},
		"only tools that find":   {[]Tool{search, weather}, true, []bool{false, false}},
		"tools that do":          {[]Tool{search, {"send_email", "Send an email to the user", object("to", "text")}}, false, []bool{false, false}},
		"an order taken back":    {[]Tool{search, {"return_order", "Return an order", object("order_id")}}, false, []bool{false, false}},
		"a question that is put": {[]Tool{search, {"answer_question", "Answers a question from the documents", object("question")}}, false, []bool{false, false}},
		"an answer with sources": {[]Tool{search, {"AnswerWithSources", "Structured.", object("text", "sources")}}, false, []bool{false, true}},
		"no object":              {[]Tool{search, {"respond", "Speaks.", object("text")}}, false, []bool{false, true}},
		"to whom":                {[]Tool{search, {"respond_to_user", "Speaks.", object("text")}}, false, []bool{false, true}},
		"a name that may be any": {[]Tool{search, {"give_dose", "", object("drug", "dose_mg")}}, false, []bool{false, false}},
	} {
		if got := AnswerTools(tc.tools, tc.required, ""); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
	}
}

func TestAToolThatActsIsNoAnswerForAVerbInItsName(t *testing.T) {
	t.Parallel()
	for name, description := range map[string]string{
		"reply_to_email": "Sends a reply to an email.", "respond_to_ticket": "Adds a response to a ticket.", "return_books": "Registers returned books.",
		"return_item": "Books the return of an item the customer sends back.", "ReturnForm": "Opens the return form for a parcel.", "return_to_menu": "Goes back to the main menu.",
		"submit_form": "Submits a form.", "finish_job": "Marks the job as done in the scheduler.", "answer_call": "Picks up an incoming phone call.", "respond_rsvp": "Accepts an invitation.",
	} {
		if AnswerTools([]Tool{{name, description, `{"properties":{"id":{},"note":{}}}`}}, false, "")[0] {
			t.Error(name)
		}
	}
}

// TestAForcedToolIsAnAnswerUnlessItAsks: a fact that it saves is read by somebody.
func TestAForcedToolIsAnAnswerUnlessItAsks(t *testing.T) {
	t.Parallel()
	object := func(names string) string {
		return `{"properties":{"` + strings.ReplaceAll(names, " ", `":{},"`) + `":{}}}`
	}
	for _, c := range []struct {
		name, parameters string
		answers          bool
	}{
		{"create_ticket", "title priority", true}, {"send_email", "to body", true}, {"save_facts", "facts", true},
		{"get_weather", "city", false}, {"Search", "query", false}, {"report", "name", true}, {"report", "location", true},
		{"Dose", "drug dose_mg", true}, {"get_dose", "drug dose_mg", true}, {"extract_facts", "facts", true}, {"record_summary", "summary", true},
		{"send_message", "response", true}, {"final_answer", "answer", true},
	} {
		if got := AnswerTools([]Tool{{Name: c.name, Parameters: object(c.parameters)}}, true, c.name)[0]; got != c.answers {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}
