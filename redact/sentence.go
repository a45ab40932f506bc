package redact

import "vouchsafe/lexis"

// Leans reports whether a sentence needs the one before it to be understood as
// it was meant: it must not be shown behind another one.
func Leans(sentence string, l lexis.Language) bool { return read(bare(sentence), l).leans }

// Limits reports whether a sentence limits what stands before it: that must
// not be shown without it.
func Limits(sentence string, l lexis.Language) bool { return read(bare(sentence), l).limits }
