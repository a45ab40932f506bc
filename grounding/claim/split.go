package claim

import (
	"strings"
	"unicode"

	"vouchsafe/grounding/text"
)

// Split cuts an answer into sentences in the order of the text. The spans do not
// overlap and leave out nothing but white space. It is linear in the length of
// the text.
func Split(answer string) []Sentence { return new(Hearing).Split(answer) }

// Split is the function of that name. The sentences hold until the next call.
func (h *Hearing) Split(answer string) []Sentence {
	h.known = h.known[:0]
	s := splitter{text: answer, out: h.sentences[:0], hearing: h}
	for _, piece := range text.Sentences(answer) {
		s.gap(piece.Start)
		s.block(piece)
	}
	s.gap(len(answer))
	h.sentences = joinBare(h, answer, s.out)
	return h.sentences
}

// splitter tells what the sentences of a page are.
type splitter struct {
	text    string
	out     []Sentence
	at      int        // behind the last sentence
	in      text.Block // the block at hand
	hearing *Hearing
}

// gap takes what stands between two sentences and is none: the rule of a table.
func (s *splitter) gap(end int) { s.emit(s.at, end, "") }

func (s *splitter) block(piece text.Sentence) {
	s.in = piece.Block
	switch piece.Block {
	case text.CodeBlock:
		s.emit(piece.Start, piece.End, Code)
	case text.Title, text.TableHead:
		s.emit(piece.Start, piece.End, title(s.text[piece.Start:piece.End]))
	default:
		s.emit(piece.Start, piece.End, "")
	}
}

// emit adds the sentence [start,end) without its outer white space. An empty
// kind is to be found out.
func (s *splitter) emit(start, end int, kind Kind) {
	if start >= end {
		return
	}
	body := s.text[start:end]
	start += len(body) - len(strings.TrimLeftFunc(body, unicode.IsSpace))
	s.at = end
	if body = strings.TrimSpace(body); body == "" {
		return
	}
	sentence := Sentence{Start: start, End: start + len(body), Kind: kind, Block: s.in}
	if kind == "" {
		known := s.hearing.listen(body)
		sentence.Kind, sentence.Numeric = known.kind, known.numeric
	}
	s.out = append(s.out, sentence)
}

// bareAnswers are words that, alone, answer a question. A fact that rests on
// one of them is as much in need of support as any other.
var bareAnswers = wordSet("bareAnswers")

// joinBare makes one sentence of a bare answer ("No.") and what stands behind it:
// that tells what it answers.
func joinBare(h *Hearing, answer string, all []Sentence) []Sentence {
	out := all[:0]
	for _, s := range all {
		k := len(out) - 1
		if k < 0 || !bareAnswers[bareWord(answer[out[k].Start:out[k].End])] || !belongs(answer[out[k].End:s.Start], s.Kind) {
			out = append(out, s)
			continue
		}
		known := h.listen(answer[out[k].Start:s.End])
		out[k].End, out[k].Kind, out[k].Numeric = s.End, known.kind, known.numeric
	}
	if len(out) == 1 && out[0].Kind == Greeting && affirms(answer[out[0].Start:out[0].End]) {
		out[0].Kind = Claim
	}
	return out
}

// affirms reports whether a greeting that is all of an answer is none: "Is it
// safe?" – "Absolutely." With an exclamation mark it opens a reply.
func affirms(s string) bool { return affirmations[bareWord(s)] && !strings.Contains(s, "!") }

// belongs reports whether a sentence behind a bare answer is judged with it: what
// stands in the same paragraph, and a claim in the next.
func belongs(between string, kind Kind) bool {
	return kind == Claim || !strings.Contains(between, "\n") && kind != Code && kind != Heading
}

// affirmations are greetings that answer where nothing else does.
var affirmations = wordSet("affirmations")
