package claim

// proof holds the room that comparing takes.
type proof struct {
	alignment
	words  *vocabulary
	near   *Source // of which the sentences before one may have an atom too; may be nil
	at     int     // that sentence
	places []spot  // where the statements that were compared last differ
}

// harmless tells whether what differs in a gap changes nothing of what is said.
func (p *proof) harmless(g gap) bool {
	for _, a := range p.claim.atoms[g.claimFrom:g.claimTo] {
		if !a.has(linkerUse) || g.claimFrom > 0 {
			return false
		}
	}
	return g.sourceFrom == g.sourceTo
}
