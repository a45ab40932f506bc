package policy

import "testing"

func TestVerifiable(t *testing.T) {
	ask := func(p *Policy) { p.Verify.Verifiable = 0.9 }
	expectFailures(t, ask, nil)
	expectFailures(t, ask, func(f *Facts) { f.Verifiable = 0.89 }, VerifiableLow)
	expectFailures(t, ask, func(f *Facts) { f.Verifiable, f.Claims, f.Cited, f.Citations = 0, 0, 0, 0 })
}
