package ledger

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/written"
)

// Trace is the record of one exchange. Empty strings of optional fields are
// written as null, as are raw values that hold no JSON.
type Trace struct {
	QueryID      string    // the trace id, see NewID
	Timestamp    time.Time // when the exchange began; written in UTC
	App          string
	User         string // as the client named it; optional
	Conversation string // what ties exchanges together; optional
	Policy       string // name
	PolicyHash   string
	Model        string
	Question     string // optional
	Answer       string // as the client got it, with its markers; optional
	Citations    []report.Citation
	Claims       []report.Claim // of the answer; places in it, where it holds them
	Choices      []Choice       // of the reply, where it has several: which of the answer, citations, claims and findings are whose
	Verdict      report.Verdict
	CountsAs     report.CountsAs // what it counts as; "" for that of the verdict
	Proof        report.Proof    // how what was delivered is backed; optional
	Reason       string          // of a skipped exchange; optional
	Findings     []report.Finding
	Chunks       []evidence.Chunk
	Attempts     []Attempt
	Usage        json.RawMessage // the sum of all attempts, in the upstream's shape
	Latency      Latency
	Heard        *Heard         // nil, and not written, where no judge was asked
	Engine       written.Engine // what judged; not written where it is not known
	Gateway      string         // id of the key that signs the file which it is written to; "", and not written, where there is none
	Feedback     json.RawMessage
	// Metadata is that of the request, as the client sent it, and the names of
	// tools: tools_passed, tools_verified.
	Metadata json.RawMessage
	Parent   string // W3C traceparent of the client's call, "" for none; not written
	Marker   string // style of the citations that the app's own prompt asks for, "" for none; not written
	Asks     string // what the prompt asks for and why, "" where it asks for an answer; not written
	Body     int    // bytes of the request's body, of which its texts may be parts; not written
	ShadowOf string // id of the exchange that this one is the shadow of: shadow_of in the metadata
}

// Choice is one of several choices of a reply, and what of the trace's lists is told of it: they go on from one choice to the next.
type Choice struct {
	Part
	Verdict report.Verdict
	Answer  string // of this choice, as the client got it
	Start   int    // of that in the whole answer, in code points
}

// Part is how much of some lists is told of one choice.
type Part struct {
	Index                       int // of the choice
	Citations, Claims, Findings int
}

// Attempt is one upstream call.
type Attempt struct {
	Asked     string // what was asked, in short
	Repair    bool   // it told the model what had failed before
	Reply     string // what the model wrote, as it came
	Cut       bool   // it ended at the limit on tokens; not written where it did not
	Findings  []report.Finding
	Citations []report.Citation // what the findings speak of; none where there are no findings
	// likewise, and where words of the gateway stand in the place of some; without places, for this text was not delivered
	Claims   []report.Claim
	Parts    []Part // of the three by choice, where the reply has several; not written where it has one
	Upstream string // name
	Status   int    // HTTP status; 0 where none came
	Cause    string // why the call failed, a word of a closed list; not written where it did not
	Usage    json.RawMessage
	Guessed  bool          // the upstream told no usage: it is estimated
	Cited    int           // citations that the model itself wrote; not written, for the reply tells
	Start    time.Duration // since the exchange began
	Duration time.Duration
}

// RepairAsked begins Attempt.Asked of a call that told the model what failed.
const RepairAsked = written.RepairAsked

// Latency says where the time went. All are written in milliseconds.
type Latency struct {
	Total    time.Duration
	Upstream time.Duration
	Verify   time.Duration
	Judge    time.Duration // waiting for a judge; 0, and not written, where none was asked
	First    time.Duration // until the first verified text of a stream was on its way; 0, and not written, where none left early
}

// Heard says what a judge was asked in an exchange, and what that cost.
type Heard struct {
	Judge  string // name
	Claims int    // that it was asked about
	Known  int    // of these, claims whose opinion was kept from an earlier exchange
	Errors int    // of these, claims on which no opinion could be had
	Cause  string // of the first such error; "" for none
	Calls  int
	Tokens int // as the judge's server reports them
}

// Content says what is kept of the texts in a trace.
type Content string

const (
	Full   Content = "full"
	Hashed Content = "hashed" // their length and a keyed hash
	None   Content = "none"
)

// Counts is what the exchange counts as.
func (t *Trace) Counts() report.CountsAs { return cmp.Or(t.CountsAs, t.Verdict.CountsAs(false)) }

// idDigits are those of Crockford's base 32, in the order of their bytes, so
// that ids sort as their numbers do.
const idDigits = "0123456789abcdefghjkmnpqrstvwxyz"

// NewID makes a trace id: "vt_", ten digits of milliseconds since 1970 and
// sixteen random ones (80 bits). Ids sort by the time they were made.
func NewID(now time.Time, random io.Reader) (string, error) {
	var noise [16]byte
	if _, err := io.ReadFull(random, noise[6:]); err != nil {
		return "", fmt.Errorf("cannot make a trace id: %w", err)
	}
	id := make([]byte, 0, 29)
	id = append(id, "vt_"...)
	id = appendDigits(id, uint64(now.UnixMilli()), 10)
	// Two groups of 40 bits, eight digits each.
	id = appendDigits(id, binary.BigEndian.Uint64(noise[3:11])&(1<<40-1), 8)
	id = appendDigits(id, binary.BigEndian.Uint64(noise[8:16])&(1<<40-1), 8)
	return string(id), nil
}

// MadeAt is when a trace id was made; the zero time of another text.
func MadeAt(id string) time.Time {
	digits, ok := strings.CutPrefix(id, "vt_")
	if !ok || len(digits) < 10 {
		return time.Time{}
	}
	ms := int64(0)
	for _, digit := range []byte(digits[:10]) {
		n := strings.IndexByte(idDigits, digit)
		if n < 0 {
			return time.Time{}
		}
		ms = ms<<5 | int64(n)
	}
	return time.UnixMilli(ms)
}

// appendDigits writes the low 5·n bits of v.
func appendDigits(dst []byte, v uint64, n int) []byte {
	for shift := 5 * (n - 1); shift >= 0; shift -= 5 {
		dst = append(dst, idDigits[v>>shift&31])
	}
	return dst
}

// mostTokens is more than any call can cost: an upstream's figure above it is
// wrong, and would spoil the sum for good.
const mostTokens = 1e8

// Tokens are what an upstream said that a call cost, of the prompt and of the completion; nothing
// where it said nothing that makes sense. What it counts in its total alone, such as
// thinking, is of the completion.
func Tokens(usage json.RawMessage) (in, out int64) {
	total := int64(0)
	gjson.ParseBytes(usage).ForEach(func(name, n gjson.Result) bool {
		switch name.Str { // chat completions and responses have names of their own for the same
		case "prompt_tokens", "input_tokens":
			in += sensible(n)
		case "completion_tokens", "output_tokens":
			out += sensible(n)
		case "total_tokens":
			total = sensible(n)
		}
		return true
	})
	return in, max(out, total-in)
}

func sensible(n gjson.Result) int64 {
	if n.Type != gjson.Number || !(n.Num > 0 && n.Num < mostTokens) {
		return 0
	}
	return int64(n.Num)
}

// Codes are those of all findings of an exchange, of its answer and of the attempts at
// it, each once.
func (t *Trace) Codes() (codes []report.Code) {
	add := func(all []report.Finding) {
		for i := range all {
			if c := all[i].Code; c != "" && !slices.Contains(codes, c) {
				codes = append(codes, c)
			}
		}
	}
	add(t.Findings)
	for i := range t.Attempts {
		add(t.Attempts[i].Findings)
	}
	return codes
}
