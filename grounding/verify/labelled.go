package verify

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

// elsewhere returns what is wrong with an open claim that is no more than a label and its figures, or a row of two
// cells, if the cited sentences give these figures for something else. A member of the client's own form is held to the same.
func (j *judging) elsewhere(cl *Claim) *claim.Finding {
	label, value := labelled(cl.Text)
	if value == "" || len(cl.Citations) == 0 {
		return nil
	}
	l := leafPass{m: j.m, res: j.res, ground: j.m.ground}
	m := memberOf(ownschema.Leaf{Key: label, Text: value, Small: true}, nil, l.wordsOf(cl.Citations))
	if len(m.figures) == 0 {
		return nil
	}
	j.m.ground = l.evidence()
	if j.gathering.compared += len(j.m.ground.sentences); j.gathering.compared > mostCompared {
		return &claim.Finding{Code: claim.CodeUnsupported, Detail: "the answer is too long to be judged"}
	}
	if l.ground.hold(&m, l.cites(cl)) != another {
		return nil
	}
	return &claim.Finding{Code: claim.CodeNumber, Detail: fmt.Sprintf("the source gives %s for something else than %s", value, label)}
}

// labelled are the label and the value of a line that is no more.
func labelled(said string) (label, value string) {
	const longest = 80 // bytes
	line := strings.TrimSpace(said[text.ListMarker(said):])
	if len(line) > longest || strings.Contains(line, "\n") {
		return "", ""
	}
	if row := strings.Trim(line, "|"); strings.Count(row, "|") == 1 {
		label, value, _ = strings.Cut(row, "|")
	} else if at := strings.IndexAny(line, ":："); at > 0 {
		_, size := utf8.DecodeRuneInString(line[at:])
		label, value = line[:at], line[at+size:]
	}
	return strings.Trim(label, " \t*_`"), strings.Trim(value, " \t*_`.")
}
