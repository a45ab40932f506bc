package audit

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire/prompt"
)

// own is an answer in a form of the app's own, and the schema it was to meet.
type own struct {
	ownschema.Own
	schema string // raw JSON, "" where the form was asked for without one
}

// ownForm reads an answer as one in the app's own form: JSON whose citations
// have paths into it, or a reply that wraps such JSON with its citations.
func (r *row) ownForm(answer string) (own, bool) {
	v := gjson.Parse(answer)
	if !prompt.IsJSON(answer) || !v.IsObject() && !v.IsArray() {
		return own{}, false
	}
	if r.citations == "" {
		read := ownschema.Read(answer, nil)
		form := v.Get("answer")
		return own{Own: read}, !read.Bare && (form.IsObject() || form.IsArray())
	}
	if !gjson.Get(r.citations, "#(path)").Exists() {
		return own{}, false
	}
	return own{Own: enveloped(answer, r.citations)}, true
}

// enveloped puts an answer and its citations together as a model would have,
// and reads them. A citation without a snippet cites without quoting.
func enveloped(body, citations string) ownschema.Own {
	read := ownschema.Read(reply(json.RawMessage(body), citations, nil), nil)
	read.Problems = slices.DeleteFunc(read.Problems, missing)
	for i := range read.Citations {
		read.Citations[i].Quoted = read.Citations[i].Snippet != ""
	}
	byAddress(read.Citations)
	return read
}

// check verifies every leaf of the answer that states something.
func (a *own) check(ev verify.Evidence, p policy.Policy, rules verify.Rules) verify.Result {
	if rules.AgainstAll {
		a.Problems = slices.DeleteFunc(a.Problems, func(p answer.Problem) bool { return p.Code == string(report.MissingCitations) })
	}
	leaves, fault := a.leaves(p.Verify.IgnorePaths)
	result := verify.CheckOwn(a.Own, leaves, ev, rules)
	if fault != "" {
		result.Findings = append(result.Findings, verify.Finding{Code: report.MalformedOutput, Citation: -1, Claim: -1, Detail: fault})
	}
	return result
}

// leaves lists what the answer states, and tells what is wrong with its form.
func (a *own) leaves(ignore []string) ([]ownschema.Leaf, string) {
	if a.Answer == nil {
		return nil, "" // told already: malformed
	}
	var schema *ownschema.Schema
	var err error
	if a.schema != "" {
		if schema, err = ownschema.Compile([]byte(a.schema)); err == nil {
			err = schema.Validate(a.Answer)
		}
	}
	leaves, broken := ownschema.Leaves(a.Answer, schema, ignore)
	switch {
	case broken != nil:
		return nil, broken.Error()
	case err != nil:
		return leaves, "the answer does not meet the schema: " + err.Error()
	}
	return leaves, ""
}

// declaredClaim is a claim that the line lists, in the form in which a model
// lists it.
type declaredClaim struct {
	Text       string   `json:"text"`
	IDs        []string `json:"citation_ids"`
	Confidence string   `json:"confidence"`
}

// declared are the claims that the line lists.
func (r *row) declared() []declaredClaim {
	var out []declaredClaim
	for _, v := range gjson.Parse(r.claims).Array() {
		c := declaredClaim{Text: v.Get("text").Str, IDs: idsOf(v), Confidence: v.Get("confidence").Str}
		if v.Type == gjson.String {
			c.Text = v.Str
		}
		out = append(out, c)
	}
	return out
}

// idsOf are the citations that a claim names, whatever the member is called.
func idsOf(v gjson.Result) []string {
	out := []string{}
	for _, key := range []string{"citation_ids", "citations"} {
		for _, id := range v.Get(key).Array() {
			if id.IsObject() {
				id = id.Get("chunk_id")
			}
			if s := strings.TrimSpace(id.String()); s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

// named are citations of what claims name: where the line lists no citations at
// all, to name a chunk is to cite it.
func named(claims []declaredClaim) string {
	var ids []string
	for _, c := range claims {
		ids = append(ids, c.IDs...)
	}
	slices.Sort(ids)
	out := []map[string]string{}
	for _, id := range slices.Compact(ids) {
		out = append(out, map[string]string{"chunk_id": id})
	}
	raw, _ := json.Marshal(out) // texts cannot fail
	return string(raw)
}

// maxSearched bounds the search for claims in an answer, in bytes: claims that
// do not stand in it cost its whole length each.
const maxSearched = 32 << 20

// bind gives the claims that stand in an unmarked answer word for word the
// citations that they name.
func bind(a *answer.Answer) {
	all := make([]int, len(a.Citations))
	for i := range all {
		all[i] = i
	}
	for _, s := range a.Segments {
		if len(s.Citations) != 0 && !slices.Equal(s.Citations, all) {
			return // its markers say which citation carries what
		}
	}
	text, pos, searched := a.Text(), 0, 0
	var cut []answer.Segment
	for _, c := range a.Claims {
		if c.Text == "" || len(c.Citations) == 0 || searched > maxSearched {
			continue
		}
		at := strings.Index(text[pos:], c.Text)
		if at < 0 {
			searched += len(text) - pos
			continue
		}
		if at > 0 {
			cut = append(cut, answer.Segment{Text: text[pos : pos+at], Citations: all})
		}
		pos += at + len(c.Text)
		cut = append(cut, answer.Segment{Text: c.Text, Citations: c.Citations})
	}
	if cut == nil {
		return
	}
	if pos < len(text) {
		cut = append(cut, answer.Segment{Text: text[pos:], Citations: all})
	}
	a.Segments = cut
}

// readReply reads an answer as a model's whole reply in any dialect. JSON
// with prose around it counts where it has a dialect's shape and can be read.
func readReply(text string, known answer.Known) answer.Answer {
	a := answer.Read(answer.Numbered, text, known)
	if len(a.Citations) > 0 || !strings.Contains(text, `"citations"`) {
		return a
	}
	wrapped := answer.Read(answer.Segments, text, known)
	if wrapped.Dialect == answer.Client || slices.ContainsFunc(wrapped.Problems, malformed) {
		return a
	}
	return wrapped
}

func malformed(p answer.Problem) bool { return p.Code == string(report.MalformedOutput) }

// listed reads an answer whose citations or claims stand beside it: a text with
// markers that number the citations, or call them what they call their chunks;
// without markers each citation is for the whole text. Which members such
// citations have is the user's affair, so none is missing. An app's own markers
// may name chunks instead: they count where the text has them and no others.
func (r *row) listed(text string, known answer.Known) answer.Answer {
	citations, claims := r.citations, r.declared()
	if citations == "" {
		if a := readReply(text, known); len(a.Citations) > 0 {
			return a
		}
		citations = named(claims)
	}
	citations = byNumber(citations)
	given, _ := answer.Citations([]byte(citations))
	dialect := answer.Snippet
	if len(claims) > 0 {
		dialect = answer.Claims
	}
	a := answer.Read(dialect, reply(text, citations, claims), known)
	for i := range a.Citations {
		a.Citations[i].Quoted = i >= len(given) || given[i].Quoted
	}
	byAddress(a.Citations)
	a.Problems = slices.DeleteFunc(a.Problems, missing)
	bind(&a)
	return a
}

func missing(p answer.Problem) bool { return p.Code == string(report.MissingField) }

// reply puts an answer and what stands beside it together as a model would
// have: a text, or raw JSON in the app's own form.
func reply(said any, citations string, claims []declaredClaim) string {
	members := map[string]any{
		"answer": said, "citations": json.RawMessage(citations), "mode": answer.ModeAnswer, "unanswered_aspects": []string{},
	}
	if len(claims) > 0 {
		members["claims"] = claims
	}
	// Strings and raw JSON that has been read before cannot fail to be written.
	out, _ := json.Marshal(members)
	return string(out)
}

// byAddress names the chunks of citations that have nothing but an address.
func byAddress(citations []answer.Citation) {
	for i := range citations {
		if c := &citations[i]; c.ChunkID == "" && c.DocID == "" && c.Filename == "" {
			c.ChunkID = c.URL
		}
	}
}

// byNumber puts citations that number themselves, all of them and without
// gaps, in the order of their numbers, for that is what markers mean.
func byNumber(array string) string {
	items := gjson.Parse(array).Array()
	raws := make([]string, len(items))
	for _, item := range items {
		n := item.Get("number")
		if n.Type != gjson.Number || n.Num != float64(int(n.Num)) || n.Num < 1 || int(n.Num) > len(items) || raws[int(n.Num)-1] != "" {
			return array
		}
		if !item.Get("chunk_id").Exists() && !item.Get("id").Exists() && !item.Get("doc_id").Exists() &&
			!item.Get("source_filename").Exists() {
			return array // the number names the chunk
		}
		raws[int(n.Num)-1] = item.Raw
	}
	return "[" + strings.Join(raws, ",") + "]"
}
