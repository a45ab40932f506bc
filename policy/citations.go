package policy

import "vouchsafe/grounding/report"

// uncited: the answer states something and cites nothing at all. No policy
// forgives that, whatever its coverage; an audit of answers that were never
// asked to cite does.
func uncited(_ Policy, f Facts) bool {
	if f.Audit {
		return false
	}
	return f.Claims > 0 && f.Citations == 0 || f.has(report.MissingCitations)
}

// citationDefects are findings that mean a citation does not stand, also
// where they could not be pinned to one.
var citationDefects = []report.Code{
	report.UnknownChunk, report.WrongChunk, report.SnippetMissing, report.SnippetTooShort,
	report.SnippetTooLong, report.SnippetNotFound, report.SnippetAltered,
}

// unverified: a citation is neither verified nor made good by a heal.
func unverified(_ Policy, f Facts) bool {
	return f.Unverified > 0 || f.has(citationDefects...)
}
