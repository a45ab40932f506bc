package policy

// Supported returns p as it is carried out today: an answer can be let
// through whole or refused, but not yet redacted or marked, and a stream is
// verified before its first word leaves. What is asked for beyond that is
// replaced by the stricter thing, never by the milder one.
func (p Policy) Supported() Policy {
	p.OnFailure = RefuseAnswer
	p.Stream.Mode = Buffered
	return p
}
