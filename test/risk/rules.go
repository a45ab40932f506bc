package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vouchsafe/grounding/claim"
)

// rulesOnly judges by the findings that need no threshold.
var rulesOnly = claim.Rules{MaxRisk: 1}

// ruleFigures tells how often each rule speaks, by answer and by claim.
func ruleFigures(answers []*answer) string {
	type count struct{ answers, claims [2]int }
	counts := map[string]*count{claim.CodeNumber: {}, claim.CodeEntity: {}, claim.CodeNegation: {}}
	var n [2]int
	for _, a := range answers {
		k := index(a.bad)
		n[k]++
		seen := map[string]bool{}
		for _, s := range a.sentences {
			if s.kind != claim.Claim {
				continue
			}
			for code := range s.codes {
				counts[code].claims[index(s.bad)]++
				if !seen[code] {
					seen[code] = true
					counts[code].answers[k]++
				}
			}
		}
	}
	var b strings.Builder
	b.WriteString("rule            clean answers  hallucinated answers  claims unmarked / marked\n")
	for _, code := range []string{claim.CodeNumber, claim.CodeEntity, claim.CodeNegation} {
		c := counts[code]
		fmt.Fprintf(&b, "%-16s %11.1f%% %20.1f%%  %15d / %d\n", code,
			100*float64(c.answers[0])/float64(n[0]), 100*float64(c.answers[1])/float64(n[1]), c.claims[0], c.claims[1])
	}
	return b.String()
}

func index(bad bool) int {
	if bad {
		return 1
	}
	return 0
}

// inventedFigures replaces, in claims of clean answers that no rule objects to,
// the first run of digits of two or more places by one that the evidence lacks,
// and tells how many of the changed claims are found out.
func inventedFigures(answers []*answer) string {
	tried, caught := 0, 0
	for _, a := range answers {
		if a.bad {
			continue
		}
		evidence := ""
		for _, c := range a.Context {
			evidence += c.Text + "\n"
		}
		for _, s := range a.sentences {
			changed, ok := invent(s.text, evidence)
			if s.kind != claim.Claim || len(s.codes) > 0 || !ok {
				continue
			}
			tried++
			if finds(changed, a.evidence, claim.CodeNumber) {
				caught++
			}
		}
	}
	return fmt.Sprintf("\ninvented numbers: %d claims of clean answers with one number changed to one that the evidence lacks, %.1f%% found by claim-number\n",
		tried, 100*float64(caught)/float64(max(1, tried)))
}

func finds(text string, ev claim.Evidence, code string) bool {
	for _, f := range claim.Judge(text, ev, rulesOnly).Findings {
		if f.Code == code {
			return true
		}
	}
	return false
}

// deniedFigures puts a "not" behind the first finite verb of claims of clean
// answers that are nearly all in two neighbouring sentences of the evidence,
// and tells how many of the denials are found out.
func deniedFigures(answers []*answer) string {
	const near, shortest = 0.9, 4 // share of the claim's weight; content words
	window := slices.Index(claim.FeatureNames[:], "window")
	content := slices.Index(claim.FeatureNames[:], "content")
	tried, caught := 0, 0
	for _, a := range answers {
		for _, s := range a.sentences {
			if a.bad || s.kind != claim.Claim || len(s.codes) > 0 || s.figures[window] < near || s.figures[content] < shortest {
				continue
			}
			if denied, ok := deny(s.text); ok {
				tried++
				if finds(denied, a.evidence, claim.CodeNegation) {
					caught++
				}
			}
		}
	}
	return fmt.Sprintf("denials: %d claims of clean answers in nearly the evidence's words, turned around by a \"not\", %.1f%% found by claim-negation\n",
		tried, 100*float64(caught)/float64(max(1, tried)))
}

// deny puts a "not" behind the first of some finite verbs.
func deny(text string) (string, bool) {
	if strings.Contains(text, " not ") {
		return "", false
	}
	for _, verb := range []string{" is ", " are ", " was ", " were ", " can ", " should ", " must ", " will ", " may "} {
		if before, after, ok := strings.Cut(text, verb); ok {
			return before + verb + "not " + after, true
		}
	}
	return "", false
}

// invent changes the first integer of two to six digits that the evidence has,
// and that is not part of a longer number or word, to one that it lacks.
func invent(text, evidence string) (string, bool) {
	digit := func(i int) bool { return i >= 0 && i < len(text) && text[i] >= '0' && text[i] <= '9' }
	for i := 0; i < len(text); i++ {
		if !digit(i) {
			continue
		}
		j := i
		for digit(j) {
			j++
		}
		whole := j-i >= 2 && j-i <= 6 && !strings.ContainsAny(text[max(0, i-1):i], ".,:/-") && !strings.ContainsAny(text[j:min(len(text), j+1)], ".,:/-")
		if v, err := strconv.Atoi(text[i:j]); err == nil && whole && strings.Contains(evidence, text[i:j]) {
			for step := 7; step < 700; step += 7 {
				if other := strconv.Itoa(v + step); !strings.Contains(evidence, other) {
					return text[:i] + other + text[j:], true
				}
			}
		}
		i = j
	}
	return "", false
}
