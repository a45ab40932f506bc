package policy

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
)

// Hash names the content of a policy: 16 hex digits of the SHA-256 of its
// canonical form. Two policies that ask for the same thing have the same
// hash, whatever their names and however they came about.
func Hash(p Policy) string {
	return HashOf(Text(p))
}

// HashOf is the hash of a policy's canonical form.
func HashOf(text json.RawMessage) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Text is the canonical form of a policy: JSON, which Hash is the hash of.
func Text(p Policy) json.RawMessage {
	// Marshal cannot fail: a policy holds strings, numbers that config has
	// found finite, and maps of these, which come out in the order of keys.
	text, _ := json.Marshal(canonical(p))
	return text
}

// canonical brings lists whose order means nothing into one order.
func canonical(p Policy) Policy {
	p = Clone(p)
	slices.Sort(p.Heal)
	slices.Sort(p.AnswerTools)
	slices.Sort(p.Verify.IgnorePaths)
	for _, tier := range p.Trust.Tiers {
		slices.Sort(tier.Match)
	}
	if p.Context.Layouts == nil {
		p.Context.Layouts = []string{}
	}
	if p.Context.Roles == nil {
		p.Context.Roles = map[string]Role{}
	}
	return p
}
