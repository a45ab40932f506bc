package verify

import (
	"slices"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/quote"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// maxQuotes bounds the quotes that one claim is held against. Nobody reads so
// many, and the work for each claim grows with their square.
const maxQuotes = 64

// gathering gathers the evidence that citations give a claim.
type gathering struct {
	m        *material
	res      *Result
	cited    claim.Evidence // of the claim at hand, made in the room of the last one's
	compared int            // sentences that claims were held against
}

// mostCompared bounds how many sentences of the evidence the claims of one answer are held
// against, all together: what an answer of some megabytes states over a chunk of that size is not
// looked up any more, and fails.
const mostCompared = 30_000_000

// ofPassage is how many sentences of a passage cost as much as the passage beside them.
const ofPassage = 16

// mayCompare counts the sentences of some sources, which a claim is about to be held against.
func (g *gathering) mayCompare(sources ...*claim.Source) bool {
	for _, s := range sources {
		g.compared += ofPassage + s.Sentences()
	}
	return g.compared <= mostCompared
}

// gather gathers the evidence that a claim's citations give it: the chunks,
// and in them the places that were quoted or, where the dialect does not
// quote, the span that carries the claim. It holds until the next claim's.
func (g *gathering) gather(cl *Claim, citations []int) claim.Evidence {
	ev := &g.cited
	ev.Question, ev.Sources, ev.Quotes, ev.Titles = g.m.ev.Question, ev.Sources[:0], ev.Quotes[:0], ev.Titles[:0]
	ev.Places = ev.Places[:0]
	for _, i := range citations {
		if len(ev.Quotes) == maxQuotes {
			break
		}
		if cit := &g.res.Citations[i]; cit.Quoted && cit.Stands && cit.Chunk >= 0 || g.located(i, cl.Text) {
			g.add(cl, i)
		}
	}
	if len(cl.Citations) < len(citations) {
		g.byClauses(cl, citations)
	}
	cl.Cited = len(cl.Citations) > 0
	return *ev
}

func (g *gathering) add(cl *Claim, citation int) {
	cl.Citations = append(cl.Citations, citation)
	g.m.ev.quote(&g.cited, &g.res.Citations[citation])
}

// byClauses adds the citations that carry a clause of a claim which others carry in part. Where
// none carries a part, each clause goes to one that carries it, or none does.
func (g *gathering) byClauses(cl *Claim, citations []int) {
	clauses := clausesOf(text.Read(cl.Text))
	if len(clauses) < 2 {
		return
	}
	if len(cl.Citations) == 0 {
		g.shareOut(cl, clauses, citations)
		return
	}
	for _, i := range citations {
		if slices.Contains(cl.Citations, i) || len(g.cited.Quotes) == maxQuotes {
			continue
		}
		if slices.ContainsFunc(clauses, func(clause string) bool { return g.located(i, clause) }) {
			g.add(cl, i)
		}
	}
}

// shareOut gives each clause of a claim that no citation carries alone to a citation that
// carries it, what is too short to be carried together with the next. Where one is left over,
// nothing is given.
func (g *gathering) shareOut(cl *Claim, clauses []string, citations []int) {
	if len(citations) < 2 {
		return
	}
	before := make([]Citation, len(citations))
	for k, i := range citations {
		before[k] = g.res.Citations[i]
	}
	var carrying []int
	open := ""
	for _, clause := range clauses {
		open += " " + clause
		at := slices.IndexFunc(citations, func(i int) bool { return g.located(i, open) })
		if at < 0 {
			continue
		}
		if open = ""; !slices.Contains(carrying, citations[at]) {
			carrying = append(carrying, citations[at])
		}
	}
	if open != "" {
		for k, i := range citations {
			g.res.Citations[i] = before[k]
		}
		g.res.moves++
		return
	}
	for _, i := range carrying {
		g.add(cl, i)
	}
}

// located finds the span of an inline citation's chunk that carries the claim.
// Of several chunks that it may mean, the best span decides.
func (g *gathering) located(i int, text string) bool {
	cit := &g.res.Citations[i]
	if cit.Quoted || cit.Chunk < 0 {
		return false
	}
	best, moved := -1.0, false
	for _, at := range cit.among {
		src := g.m.ev.Passages[at].Source()
		if !g.mayCompare(src) {
			break
		}
		start, end, score, ok := g.m.hearing.Locate(text, src)
		if !ok || score <= best {
			continue
		}
		best = score
		if !cit.Stands || score > cit.Match.Similarity {
			cit.Chunk = at
			read := &g.m.ev.Passages[at].shown
			start, end = read.ToOriginal(start), read.ToOriginal(end)
			cit.Match = quote.Result{
				Outcome: quote.Verified, Kind: report.Located, Similarity: report.Round4(score),
				Start: start, End: end, Source: g.m.ev.Passages[at].words(start, end),
			}
			moved = true
		}
	}
	if best < 0 {
		return false
	}
	if moved || !cit.Stands {
		g.res.moves++
	}
	cit.Verified, cit.Stands = true, true
	if moved {
		g.m.ev.sentence(cit)
	}
	return true
}
