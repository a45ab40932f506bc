package report

// CountsAs is what became of an exchange. Whatever counts exchanges, counts
// these: every page, report, metric and alert shows figures made by Figures.
type CountsAs string

const (
	AsHeld       CountsAs = "held"       // grounded, healed or declined
	AsVerbatim   CountsAs = "verbatim"   // quoted because the policy quotes whatever words cannot prove; nothing else was wrong
	AsSaved      CountsAs = "saved"      // repaired
	AsChanged    CountsAs = "changed"    // quoted, redacted or marked
	AsRefused    CountsAs = "refused"    // refused by the gateway
	AsUngrounded CountsAs = "ungrounded" // only observed: it would not have passed
	AsSkipped    CountsAs = "skipped"    // not verified: nothing to verify
	AsFailed     CountsAs = "failed"     // not verified: upstream or client ended it
)

// AllCounts returns every one, the best first.
func AllCounts() []CountsAs {
	return []CountsAs{AsHeld, AsVerbatim, AsSaved, AsChanged, AsRefused, AsUngrounded, AsSkipped,
		AsFailed}
}

// Verified reports whether the answer was verified.
func (o CountsAs) Verified() bool { return o != AsSkipped && o != AsFailed }

// Fails reports whether it is a grounding failure: a verified answer that did
// not hold as the model wrote it.
func (o CountsAs) Fails() bool { return o.Verified() && o != AsHeld && o != AsVerbatim }

// Stands reports whether a verdict says that an answer reached the user as the model wrote it, at the first time or after a repair.
func (v Verdict) Stands() bool { return v == Grounded || v == Healed || v == Repaired }

// CountsAs is what an exchange with this verdict counts as. verbatim: see
// Verbatim. What is not known counts as not verified.
func (v Verdict) CountsAs(verbatim bool) CountsAs {
	switch v {
	case Grounded, Healed, Declined:
		return AsHeld
	case Repaired:
		return AsSaved
	case Quoted:
		if verbatim {
			return AsVerbatim
		}
		return AsChanged
	case Redacted, Marked:
		return AsChanged
	case Refused:
		return AsRefused
	case Ungrounded:
		return AsUngrounded
	case Skipped:
		return AsSkipped
	}
	return AsFailed
}

// Verbatim reports whether an answer that a policy quotes at once, wherever words
// prove nothing, had nothing else wrong with it: one answer, and no finding but
// that a statement is not proven, or shares no word with the question.
func Verbatim[C ~string](answers int, findings []C) bool {
	for _, code := range findings {
		if Code(code) != ClaimUnsupported && Code(code) != OffQuestion {
			return false
		}
	}
	return answers <= 1
}

// Figures count exchanges by what became of them.
type Figures struct {
	Exchanges int64 `json:"exchanges"`
	Verified  int64 `json:"verified"` // neither skipped nor failed
	Failures  int64 `json:"failures"` // grounding failures: saved, changed, refused and ungrounded
	// Failures as a share of Verified; nil where nothing was verified.
	FailureRate *float64 `json:"failure_rate"`

	Held       int64 `json:"held"`
	Verbatim   int64 `json:"verbatim"`
	Saved      int64 `json:"saved"`
	Changed    int64 `json:"changed"`
	Refused    int64 `json:"refused"`
	Ungrounded int64 `json:"ungrounded"`
	Skipped    int64 `json:"skipped"`
	Failed     int64 `json:"failed"`
}

// Add counts n exchanges of an outcome.
func (f *Figures) Add(o CountsAs, n int64) {
	if count := f.of(o); count != nil {
		*count += n
	}
	f.Exchanges += n
	if o.Verified() {
		f.Verified += n
	}
	if o.Fails() {
		f.Failures += n
	}
	if f.FailureRate = nil; f.Verified > 0 {
		rate := Round4(float64(f.Failures) / float64(f.Verified))
		f.FailureRate = &rate
	}
}

// Of is how many exchanges came out so.
func (f *Figures) Of(o CountsAs) int64 { return *f.of(o) }

// of is where an outcome is counted; nil for one that is none.
func (f *Figures) of(o CountsAs) *int64 {
	switch o {
	case AsHeld:
		return &f.Held
	case AsVerbatim:
		return &f.Verbatim
	case AsSaved:
		return &f.Saved
	case AsChanged:
		return &f.Changed
	case AsRefused:
		return &f.Refused
	case AsUngrounded:
		return &f.Ungrounded
	case AsSkipped:
		return &f.Skipped
	case AsFailed:
		return &f.Failed
	}
	return nil
}
