package proxy

import "vouchsafe/grounding/answer"

// follower reads a reply while it is being written: answer.Live for segments,
// answer.LiveProse for prose with markers.
type follower interface {
	// Feed takes the reply as far as it has come.
	Feed(text string)
	// Next returns the next sentence that is whole.
	Next() (answer.Answer, bool)
	// Taken returns how many segments Next has given or will give at once.
	Taken() int
	// Open returns the citations of what is being written, the open one only if
	// its snippet may have least bytes.
	Open(least int) (whole []answer.Citation, partial *answer.Citation)
	// Fits reports whether what was given is how the whole reply begins.
	Fits(whole *answer.Answer) bool
}

// follower returns a reader of the dialect that is asked for. before are the
// citations of the answer that its reply continues.
func (x *exchange) follower(before []answer.Citation) follower {
	if x.form.dialect == answer.Segments {
		return answer.Follow(x.sources(), before)
	}
	return answer.FollowProse(x.form.dialect, x.sources())
}

// citesAlong reports whether the dialect gives a sentence's citations with the
// sentence, so that it can be verified before the next one is written.
func (x *exchange) citesAlong() bool {
	switch x.form.dialect {
	case answer.Segments, answer.Numbered, answer.AuthorYear, answer.Client:
		return true
	}
	return false
}
