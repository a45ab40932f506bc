package proxy

import (
	"crypto/sha256"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/tidwall/gjson"
	"github.com/zeebo/xxh3"

	"vouchsafe/cache"
	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/text"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire/prompt"
)

// A sentence that was delivered to an app as proven may come back word for word: a step of
// a chain refines an answer, a chat shows its history. For an hour it is backed by the
// citations that it had then, unless the passages of today say otherwise. Nothing else of an
// earlier answer is evidence, and what a user types does not bring one back.

const (
	vouchedKind  = "vouched"
	vouchedFor   = time.Hour
	vouchedKept  = 20_000
	vouchedBytes = 16 << 20

	leastVouched = 16       // bytes: shorter sentences are said by anybody
	vouchedText  = 64 << 10 // bytes of a prompt that are looked through
	vouchedAsked = 32       // sentences that another gateway is asked for
	vouchedLeads = 3        // colons in a sentence behind which another one may begin
	vouchedQuote = 300      // bytes of a source sentence that are quoted
)

// vouched is what backed a sentence.
type vouched struct {
	Trace   string // of the exchange that delivered it
	Until   int64  // Unix seconds
	Sources []evidence.Chunk
}

// vouchedLayout is the layout of source sentences that backed an earlier answer.
const vouchedLayout = "vouched"

// vouchKey is the key of a sentence that was delivered as proven. It holds the caller, and the
// user where the app names one, so that the sentence vouches for nothing in another's answer.
func (m *material) vouchKey(run *run, sentence string) cache.Key {
	return sha256.Sum256([]byte(run.sender() + m.user + "\x00" + sentence))
}

// rememberProven keeps what backs the sentences that the client gets as proven.
func rememberProven(run *run, m *material, choices []*choice) {
	if len(choices) == 0 || run.shadowOf != "" || run.app.Policy.Mode != policy.Enforce {
		return
	}
	until := run.gate.now().Add(vouchedFor).Unix()
	var keys []cache.Key
	for _, c := range choices {
		if c.decision.Action == policy.Refuse {
			continue
		}
		for i := range c.result.Claims {
			cl := &c.result.Claims[i]
			if sources := backingOf(run, m, cl); len(sources) > 0 {
				size := 256
				for k := range sources {
					size += len(sources[k].Text) + 256
				}
				key := m.vouchKey(run, foldSentence(cl.Text))
				run.gate.vouched.keep(key, vouched{Trace: run.id, Until: until, Sources: sources}, size)
				keys = append(keys, key)
			}
		}
	}
	if len(keys) > 0 {
		run.gate.left.note(run.id, vouchedKind, keys...)
	}
}

// backingOf lists the source sentences of a claim that was proven, as chunks; none for any
// other claim.
func backingOf(run *run, m *material, cl *verify.Claim) (out []evidence.Chunk) {
	if cl.Supported == nil || !*cl.Supported || !cl.Stands || cl.Segment < 0 || len(foldSentence(cl.Text)) < leastVouched {
		return nil
	}
	for i := range cl.Sources {
		s := &cl.Sources[i]
		c := *m.evidence.Set.At(s.Chunk)
		c.ID, c.Meta, c.Shown, c.Similarity = m.evidence.Set.Handle(s.Chunk), nil, "", nil
		c.Text = strings.Clone(s.Text)
		if s.Lead != nil {
			c.Text = s.Lead.Text + "\n" + s.Text
		}
		if c.From == "" {
			c.From = run.id
		}
		c.Message, c.Role, c.Layout, c.Kind, c.Ambient = evidence.Beside, "assistant", vouchedLayout, evidence.Passage, true
		out = append(out, c)
	}
	evidence.Detach(out)
	return out
}

// withVouched adds to the evidence of a call what backed the proven sentences that its
// prompt repeats, with the standing that it had. A call without evidence of its own gets none
// by them.
func withVouched(run *run, q *question, chunks []evidence.Chunk) []evidence.Chunk {
	q.material.again, q.material.user = nil, q.request.chat.User
	if len(chunks) == 0 || run.gate.vouched.empty() {
		return chunks
	}
	now, asked, asks := run.gate.now().Unix(), 0, foldSentence(q.material.found.Question)
	current := chunks
	for _, sentence := range q.request.repeatable(chunks) {
		if asked++; q.material.again[sentence] != nil || asked > vouchedAsked && run.gate.vouched.shared.Up() {
			continue
		}
		had, ok := run.gate.vouched.get(q.material.vouchKey(run, sentence))
		if !ok || had.Until < now || strings.Contains(asks, sentence) || run.gate.denied(sentence, current) {
			continue
		}
		if q.material.again == nil {
			q.material.again = map[string][]int{}
		}
		for _, c := range had.Sources {
			q.material.again[sentence] = append(q.material.again[sentence], len(chunks))
			c.ID = ""
			chunks = append(slices.Clip(chunks), c)
		}
	}
	return chunks
}

// denied reports whether a passage says something else of what a sentence speaks of.
func (g *Gateway) denied(sentence string, chunks []evidence.Chunk) bool {
	return slices.ContainsFunc(chunks, func(c evidence.Chunk) bool {
		return c.Standing != evidence.Stale && claim.Denies(g.prepare(c.Text, false).passage.Source(), sentence)
	})
}

// repeatable lists the sentences of a prompt, folded, that an answer could repeat: those of
// earlier answers, and of what stands around the passages. In a user's message that is the app's
// only where the app put its passages there.
func (r *request) repeatable(chunks []evidence.Chunk) (out []string) {
	left, own := vouchedText, messagesOf(chunks)
	for i, m := range r.chat.Prompt().Messages {
		if m.Role == "tool" || left <= 0 || m.Role == "user" && !own[i] {
			continue
		}
		said := strings.Join(m.Parts, "\n")
		if m.Role != "assistant" {
			said = around(said, passagesOf(chunks, i))
		}
		said = said[:min(len(said), left)]
		left -= len(said)
		out = append(out, sentencesOf(said)...)
	}
	return out
}

// messagesOf are the messages in which the passages that count stand.
func messagesOf(chunks []evidence.Chunk) map[int]bool {
	in := map[int]bool{}
	for _, i := range evidence.Usable(chunks) {
		in[chunks[i].Message] = true
	}
	return in
}

// passagesOf lists the texts of a message's chunks, but for those so short that anybody says them.
func passagesOf(chunks []evidence.Chunk, message int) (out []string) {
	for i := range chunks {
		if c := &chunks[i]; c.Message == message && len(c.Text) >= leastVouched {
			out = append(out, c.Text)
		}
	}
	return out
}

// around is what stands around passages in a text, a line feed for each of them. Passages
// mostly follow one another, each once: so taken out, they leave little in which the others
// are to be looked for.
func around(said string, passages []string) string {
	if len(passages) == 0 {
		return said
	}
	var rest []string
	for _, p := range passages {
		if before, behind, found := strings.Cut(said, p); found {
			rest, said = append(rest, before), behind
		}
	}
	said = strings.Join(append(rest, said), "\n")
	for _, p := range passages {
		said = strings.ReplaceAll(said, p, "\n")
	}
	return said
}

// markersIn fits the markers that a delivered text shows.
var markersIn = regexp.MustCompile(`\s*(?:\[[^\[\]\n]{1,80}\](?:\([^()\s]{1,300}\))?|【[^【】\n]{1,80}】|[¹²³⁴⁵⁶⁷⁸⁹⁰]+)`)

// eachSentence calls do for all sentences of a text, line by line.
func eachSentence(said string, do func(sentence string)) {
	for line := range strings.Lines(said) {
		borders := text.Borders{Text: line}
		for from := 0; from < len(line); {
			to := max(borders.Next(from), from+1)
			do(line[from:to])
			from = to
		}
	}
}

// sentencesOf lists the sentences of a text, folded, without markers, and what stands
// behind a lead-in of theirs.
func sentencesOf(said string) (out []string) {
	if strings.IndexFunc(said, func(r rune) bool { return r == '[' || r >= utf8.RuneSelf }) >= 0 {
		said = markersIn.ReplaceAllString(said, "")
	}
	eachSentence(said, func(part string) {
		for leads := 0; ; leads++ { // "We have an existing answer: …"
			if folded := foldSentence(part); len(folded) >= leastVouched {
				out = append(out, folded)
			}
			_, behind, ok := strings.Cut(part, ": ")
			if part = behind; !ok || leads == vouchedLeads {
				break
			}
		}
	})
	return out
}

// foldSentence is a sentence by its words alone, each as it is written.
func foldSentence(s string) string {
	s = strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) && r != '"' && r != '%' })
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || c < ' ' || c == ' ' && s[i+1] == ' ' {
			return strings.Join(strings.Fields(s), " ")
		}
	}
	return s // mostly
}

// citeVouched lets a segment that repeats proven sentences, and holds nothing else, cite
// what backed them.
func (m *material) citeVouched(a answer.Answer) answer.Answer {
	if len(m.again) == 0 {
		return a
	}
	a.Segments = slices.Clone(a.Segments)
	for i := range a.Segments {
		seg := &a.Segments[i]
		var sources []int
		whole := true
		eachSentence(seg.Text, func(sentence string) {
			if sentence = foldSentence(sentence); sentence != "" {
				sources = append(sources, m.again[sentence]...)
				whole = whole && m.again[sentence] != nil
			}
		})
		if !whole || len(sources) == 0 {
			continue
		}
		seg.Citations, seg.Signs = nil, nil
		for _, at := range sources {
			seg.Citations = append(seg.Citations, len(a.Citations))
			a.Citations = append(slices.Clip(a.Citations), answer.Citation{
				ChunkID: m.evidence.Set.Handle(at), Snippet: beginningOf(m.evidence.Set.At(at).Text), Quoted: true,
			})
		}
	}
	return a
}

// beginningOf is as much of a source sentence as is quoted of it.
func beginningOf(s string) string {
	s = s[strings.IndexByte(s, '\n')+1:]
	if len(s) <= vouchedQuote {
		return s
	}
	end := strings.LastIndexByte(s[:vouchedQuote], ' ')
	for end = max(end, vouchedQuote/2); !utf8.RuneStart(s[end]); {
		end--
	}
	return s[:end]
}

// Answers that went through here may come back as the result of a tool: an
// agent asks a query engine, which asks this gateway. Such a text is what a
// model wrote and no source. Answers are known again by a hash.

const (
	answersKept     = 20_000
	leastAnswer     = 24 // bytes: shorter ones are no proof of where a text is from
	deepestSearched = 8  // levels of a tool's JSON that are looked into
)

// noteAnswers notes what the client is given, as it is given it, and what the
// model wrote. A passage that was copied whole stays what it was. What a model
// wrote is known again for the same client only: anyone can have one say
// anything, and no one's sources are to be taken for answers by that.
func noteAnswers(run *run, m *material, choices []*choice) {
	for _, c := range choices {
		noteText(run, m, "", c.content)
		noteText(run, m, run.sender(), c.Said())
	}
}

func noteText(run *run, m *material, sender, text string) {
	if text = strings.TrimSpace(text); len(text) >= leastAnswer && !m.copied(text) {
		run.gate.answers.Add(answerKey(sender, text), struct{}{}, 16)
	}
}

// answerKey names an answer to a sender; "" for any.
func answerKey(sender, text string) xxh3.Uint128 {
	return xxh3.HashString128Seed(text, xxh3.HashString(sender))
}

// copied tells whether a text stands in the evidence as it is.
func (m *material) copied(text string) bool {
	for i := range m.evidence.Set.Len() {
		if strings.Contains(m.evidence.Set.At(i).Text, text) {
			return true
		}
	}
	return false
}

// given tells whether a tool's text is an answer that went through here: the
// text itself, or one that its JSON holds.
func (r *run) given(text string) bool {
	text = strings.TrimSpace(text)
	if r.isAnswer(text) {
		return true
	}
	if text == "" || !strings.ContainsRune(`{["`, rune(text[0])) || !prompt.IsJSON(text) {
		return false
	}
	return r.givenIn(gjson.Parse(text), deepestSearched)
}

// givenIn looks for an answer in a tool's JSON. A list of several is one of
// records that were found.
func (r *run) givenIn(value gjson.Result, levels int) bool {
	if value.Type == gjson.String {
		return r.isAnswer(strings.TrimSpace(value.Str))
	}
	if value.IsArray() && value.Get("1").Exists() {
		return false
	}
	found := false
	if levels > 0 && value.Type == gjson.JSON {
		value.ForEach(func(_, member gjson.Result) bool {
			found = r.givenIn(member, levels-1)
			return !found
		})
	}
	return found
}

func (r *run) isAnswer(text string) bool {
	if len(text) < leastAnswer {
		return false
	}
	for _, sender := range [...]string{"", r.sender()} {
		if _, ok := r.gate.answers.Get(answerKey(sender, text)); ok {
			return true
		}
	}
	return false
}
