package report

import (
	"strconv"

	"vouchsafe/jsonwriter"
)

// AppendReport writes the members of a report, as encoding/json would.
func AppendReport(j *jsonwriter.JSON, r *Report) {
	j.Integer("index", r.Index)
	j.Text("verdict", string(r.Verdict))
	j.Text("mode", r.Mode)
	jsonwriter.List(j, "citations", r.Citations, AppendCitation)
	jsonwriter.List(j, "claims", r.Claims, AppendClaim)
	jsonwriter.Object(j, "audit", &r.Audit, appendAudit)
	j.Number("coverage", r.Coverage)
	j.Number("support", r.Support)
	j.Number("verifiable", r.Verifiable)
	j.Number("risk", r.Risk)
	j.Figure("ideal_overlap", r.IdealOverlap)
	jsonwriter.Object(j, "trust", r.Trust, appendAnswerTrust)
	j.Integer("documents_used", r.DocumentsUsed)
	j.Integer("documents_retrieved", r.DocumentsRetrieved)
	j.Texts("unanswered_aspects", r.UnansweredAspects)
	jsonwriter.List(j, "findings", r.Findings, AppendFinding)
}

// AppendCitation writes the members of a citation.
func AppendCitation(j *jsonwriter.JSON, c *Citation) {
	j.Integer("number", c.Number)
	j.Named("marker", c.Marker)
	j.Text("chunk_id", c.ChunkID)
	j.Pointer("doc_id", c.DocID)
	j.Text("snippet", c.Snippet)
	j.Truth("verified", c.Verified)
	j.Truth("quoted", c.Quoted)
	j.Text("match", c.Match)
	j.Number("similarity", c.Similarity)
	j.Count("start", c.Start)
	j.Count("end", c.End)
	jsonwriter.Object(j, "heal", c.Heal, appendHeal)
	j.Pointer("title", c.Title)
	j.Pointer("url", c.URL)
	j.Pointer("source_filename", c.SourceFilename)
	j.Texts("authors", c.Authors)
	j.Count("year", c.Year)
	j.Pointer("date", c.Date)
	j.Pointer("page", c.Page)
	jsonwriter.Object(j, "sentence", c.Sentence, appendSentence)
	j.Pointer("link", c.Link)
	j.Figure("retrieval_similarity", c.RetrievalSimilarity)
	j.Text("standing", c.Standing)
	j.Named("from", c.From)
	jsonwriter.Object(j, "trust", c.Trust, appendTrust)
}

func appendSentence(j *jsonwriter.JSON, s *Sentence) {
	j.Integer("start", s.Start)
	j.Integer("end", s.End)
	j.Text("text", s.Text)
	jsonwriter.Object(j, "lead", s.Lead, appendStretch)
}

func appendStretch(j *jsonwriter.JSON, s *Stretch) {
	j.Integer("start", s.Start)
	j.Integer("end", s.End)
	j.Text("text", s.Text)
}

func appendHeal(j *jsonwriter.JSON, h *Heal) {
	j.Text("kind", h.Kind)
	j.Text("from", h.From)
	j.Text("to", h.To)
}

func appendTrust(j *jsonwriter.JSON, t *Trust) {
	j.Text("tier", t.Tier)
	j.Number("score", t.Score)
	j.Count("age_days", t.AgeDays)
}

// AppendFinding writes the members of a finding.
func AppendFinding(j *jsonwriter.JSON, f *Finding) {
	j.Text("code", string(f.Code))
	j.Count("citation", f.Citation)
	j.Count("claim", f.Claim)
	j.Text("detail", f.Detail)
}

// AppendClaim writes the members of a claim.
func AppendClaim(j *jsonwriter.JSON, c *Claim) {
	j.Text("text", c.Text)
	j.Count("start", c.Start)
	j.Count("end", c.End)
	j.Pointer("path", c.Path)
	j.Key("citations")
	j.Open('[')
	for _, n := range c.Citations {
		j.Comma()
		*j = strconv.AppendInt(*j, int64(n), 10)
	}
	j.Close(']')
	j.Text("judgement", string(c.Judgement))
	j.Text("by", string(c.By))
	jsonwriter.Object(j, "judge", c.Judge, appendOpinion)
	if c.Supported == nil {
		j.Key("supported")
		j.Null()
	} else {
		j.Truth("supported", *c.Supported)
	}
	j.Number("support", c.Support)
	j.Number("risk", c.Risk)
	j.Pointer("confidence", c.Confidence)
}

func appendOpinion(j *jsonwriter.JSON, o *Opinion) {
	j.Text("name", o.Name)
	j.Number("score", o.Score)
}

func appendAudit(j *jsonwriter.JSON, a *Audit) {
	j.Integer("total", a.Total)
	j.Integer("verified", a.Verified)
	j.Integer("failed", a.Failed)
	j.Number("pass_rate", a.PassRate)
}

func appendAnswerTrust(j *jsonwriter.JSON, t *AnswerTrust) {
	j.Number("score", t.Score)
	j.Text("level", t.Level)
	j.Text("best_tier", t.BestTier)
	j.Integer("n_sources", t.NSources)
	j.Text("explanation", t.Explanation)
}
