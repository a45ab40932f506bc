package proxy

import "vouchsafe/grounding/cite"

// follower reads a reply while it is being written: cite.Live for segments,
// cite.LiveProse for prose with markers.
type follower interface {
	// Feed takes the reply as far as it has come.
	Feed(text string)
	// Next returns the next sentence that is whole.
	Next() (cite.Answer, bool)
	// Taken returns how many segments Next has given or will give at once.
	Taken() int
	// Open returns the citations of what is being written, the open one only if
	// its snippet may have least bytes.
	Open(least int) (whole []cite.Citation, partial *cite.Citation)
	// Fits reports whether what was given is how the whole reply begins.
	Fits(whole *cite.Answer) bool
}

// follower returns a reader of the dialect that is asked for. before are the
// citations of the answer that its reply continues.
func (x *exchange) follower(before []cite.Citation) follower {
	if x.form.dialect == cite.Segments {
		return cite.Follow(x.sources(), before)
	}
	return cite.FollowProse(x.form.dialect, x.sources())
}

// citesAlong reports whether the dialect gives a sentence's citations with the
// sentence, so that it can be verified before the next one is written.
func (x *exchange) citesAlong() bool {
	switch x.form.dialect {
	case cite.Segments, cite.Numbered, cite.AuthorYear, cite.Client:
		return true
	}
	return false
}
