package policy

import "vouchsafe/grounding/answer"

// declined: the model itself says that it does not answer. What it says in
// doing so is held to the same rules.
func declined(f Facts) bool { return f.Mode == answer.ModeRefuse || f.Mode == answer.ModeClarify }

// stateless: the answer neither states nor cites anything ("You're welcome.").
func stateless(f Facts) bool { return f.Claims == 0 && f.Citations == 0 }
