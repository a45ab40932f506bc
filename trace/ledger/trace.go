package ledger

import (
	"cmp"
	"encoding/json"
	"time"

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
	Claims    []report.Claim    // likewise, and where words of the gateway stand in the place of some; without places, for this text was not delivered
	Parts     []Part            // of the three by choice, where the reply has several; not written where it has one
	Upstream  string            // name
	Status    int               // HTTP status; 0 where none came
	Cause     string            // why the call failed, a word of a closed list; not written where it did not
	Usage     json.RawMessage
	Guessed   bool          // the upstream told no usage: it is estimated
	Cited     int           // citations that the model itself wrote; not written, for the reply tells
	Start     time.Duration // since the exchange began
	Duration  time.Duration
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
