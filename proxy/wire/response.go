package wire

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// readResponse reads the body of a response that is no stream into the same
// neutral reply as a chat completion, with one choice. The error is a
// *BrokenReply.
func readResponse(body []byte) (*Reply, error) {
	root, err := replyObject(body)
	if err != nil {
		return nil, err
	}
	if fault := upstreamError(root.Get("error")); fault != nil {
		return nil, fault
	}
	reply := &Reply{}
	reply.readResponseHead(root)
	output := root.Get("output")
	if !output.IsArray() {
		return nil, broken(FaultNoChoices, "no output")
	}
	choice := Choice{}
	if fault := choice.end(root); fault != nil {
		return nil, fault
	}
	if fault := reply.readOutput(choice, output.Array()); fault != nil {
		return nil, fault
	}
	return reply, nil
}

// readOutput takes the items of an output as the reply's one choice.
func (r *Reply) readOutput(choice Choice, items []gjson.Result) error {
	for _, item := range items {
		r.Items = append(r.Items, item.Raw)
	}
	fault := choice.readItems(items)
	r.Choices = []Choice{choice}
	return fault
}

// readResponseHead takes what stands beside the output.
func (r *Reply) readResponseHead(root gjson.Result) {
	r.readHead(root)
	if created, whole := integer(root.Get("created_at")); whole && r.Created == 0 {
		r.Created = created
	}
}

// end takes the status of a response as a finish reason. One that has not come
// to an end carries no answer.
func (c *Choice) end(root gjson.Result) error {
	switch status := root.Get("status").Str; status {
	case "", "completed":
		c.FinishReason = "stop"
	case "incomplete":
		c.FinishReason = "length"
	case "failed", "cancelled":
		return broken(FaultError, "status "+status)
	default:
		return broken(FaultTruncated, "status "+status)
	}
	if root.Get("incomplete_details.reason").Str == "content_filter" {
		c.FinishReason = "content_filter" // whole as that of a gateway's refusal is, or not
	}
	return nil
}

// clientCalls lists the items that ask the client to do something. They pass
// as the calls of tools that they are; what an upstream's own tools did is
// evidence or nothing.
var clientCalls = map[string]bool{
	"function_call": true, "custom_tool_call": true, "computer_call": true, "local_shell_call": true,
	"shell_call": true, "apply_patch_call": true, "mcp_approval_request": true,
}

// readItems takes the items of an output.
func (c *Choice) readItems(items []gjson.Result) error {
	var calls, sealed []string
	var found []string
	var said spoken
	var reasoning strings.Builder
	searched := false
	for _, item := range items {
		kind := item.Get("type").Str
		switch {
		case kind == "message":
			said.read(item)
		case kind == "reasoning":
			reasoning.WriteString(reasoningText(item))
			if raw := sealedReasoning(item); raw != "" {
				sealed = append(sealed, raw)
			}
		case kind == "web_search_call":
			searched = true
		case kind == "file_search_call":
			searched = true
			for _, r := range item.Get("results").Array() {
				found = append(found, r.Raw)
			}
		case clientCalls[kind]:
			calls = append(append(calls, sealed...), item.Raw)
			sealed = nil
		}
		if len(calls) > 2*maxCalls {
			return broken(FaultBadChoice, "too many tool calls")
		}
	}
	if len(calls) > 0 {
		c.ToolCalls = "[" + strings.Join(calls, ",") + "]"
		if c.FinishReason == "stop" {
			c.FinishReason = "tool_calls"
		}
	}
	said.into(c)
	c.Reasoning = reasoning.String()
	if searched && c.Content != nil {
		text := withoutMarks(*c.Content)
		c.Content = &text
	}
	c.Context = foundContext(gjson.Parse(`{"results":[` + strings.Join(found, ",") + `]}`))
	return nil
}

// commentary is the phase of a message in which a model says what it is about
// to do: no part of the answer.
const commentary = "commentary"

// spoken is what messages say: the refusal in place of a text that they have not.
type spoken struct{ content, refusal saidText }

// read takes the text of a message.
func (s *spoken) read(item gjson.Result) {
	if item.Get("phase").Str == commentary {
		return
	}
	begun := false
	item.Get("content").ForEach(func(_, part gjson.Result) bool {
		switch part.Get("type").Str {
		case "output_text", "text":
			text := part.Get("text").Str
			s.content.add(text, begun)
			begun = begun || text != ""
		case "refusal":
			s.refusal.add(part.Get("refusal").Str, false)
		}
		return true
	})
}

// into makes it what a choice says.
func (s *spoken) into(c *Choice) { c.Content, c.Refusal = s.content.whole(), s.refusal.whole() }

// saidText is a text of several parts, nil as long as none was added.
type saidText struct {
	text strings.Builder
	any  bool
}

func (j *saidText) add(text string, sameMessage bool) {
	if j.text.Len() > 0 && text != "" {
		j.text.WriteString(seam(j.text.String(), text, sameMessage))
	}
	j.text.WriteString(text)
	j.any = true
}

func (j *saidText) whole() *string {
	if !j.any {
		return nil
	}
	text := j.text.String()
	return &text
}

// seam is what stands between two parts of an answer. Each message is a paragraph, and so is each part of one
// that begins behind the end of a sentence; others go on where the part before ended.
func seam(before, after string, sameMessage bool) string {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(after)
	if sameMessage && (!unicode.IsPunct(last) || unicode.IsPunct(first) || unicode.IsSpace(first)) {
		return ""
	}
	return "\n\n"
}

// reasoningText is what an item of reasoning says, in its summary or in full.
func reasoningText(item gjson.Result) string {
	texts := append(outputTexts(item.Get("summary")), outputTexts(item.Get("content"))...)
	return strings.Join(texts, "\n\n")
}

// sealedReasoning returns an item of reasoning with nothing in it but what
// only the upstream can read: an app that keeps the conversation itself has to
// send it back in front of the call that it led to. It is "" where that is not
// there, or is not evidently unreadable.
func sealedReasoning(item gjson.Result) string {
	seal := item.Get("encrypted_content").Str
	if !isSeal(seal) {
		return ""
	}
	return `{"id":` + quote(item.Get("id").Str) + `,"type":"reasoning","summary":[],"encrypted_content":` + quote(seal) + `}`
}

// A sealed text is one word in the alphabet of base64, and nothing that can be
// read. A token of Fernet, the form that OpenAI uses, has a hundred bytes without
// any content. Of 64 random signs 26 are small letters: more than 24 of them in a
// row come up in one of a million texts of ten kilobytes.
var (
	oneWord   = regexp.MustCompile(`^[\w+/=-]{100,}$`)
	smallOnly = regexp.MustCompile(`[a-z]{25}`)
)

func isSeal(s string) bool { return oneWord.MatchString(s) && !smallOnly.MatchString(s) }

// searchMark is how a model that has searched marks in its text what it has
// found it in, with the space in front: between two characters of the private
// use area, or in lenticular brackets around a dagger (【4:0†kiln.pdf】). Clients
// are shown annotations in the place of marks; what is left of them in a text
// says nothing. The bounds are on the length of a mark.
var searchMark = regexp.MustCompile(` ?(?:\x{e200}[^\x{e201}]{0,250}\x{e201}|【[^†】]{0,120}†[^】]{0,120}】)`)

// withoutMarks takes such marks out of a text.
func withoutMarks(text string) string { return searchMark.ReplaceAllString(text, "") }
