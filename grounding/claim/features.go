package claim

// feature names one figure that the risk model looks at.
type feature int

const (
	fWords        feature = iota // tokens of the claim
	fContent                     // content words, each once
	fCoverage                    // share of their weight found in the evidence
	fNovelWeight                 // weight of those not found
	fNovel                       // number of those not found
	fWindow                      // greatest share found in two neighbouring sentences
	fSingle                      // greatest share found in one source
	fSpread                      // fSingle - fWindow: how scattered the words are
	fLongestRun                  // longest run of tokens that stands in the evidence
	fRunShare3                   // share of tokens inside runs of three or more
	fRunShare2                   // the same for two or more
	fPairs                       // share of neighbouring content words that share a sentence
	fNovelMax                    // greatest weight of a word not found
	fAlien                       // weight of words not found, nor any of their family
	fAlienCount                  // number of those
	fStretch                     // greatest weight of words in a row that were not found
	fTailNovel                   // weight of words not found in the last third
	fExampleNovel                // weight of words not found behind "such as" and the like
	fTaint                       // learnt harm of the words not found, summed
	fTaintMax                    // and its greatest
	fNumbers                     // numbers
	fNumbersNovel                // those not found
	fNames                       // names
	fNamesNovel                  // those not found
	fEcho                        // share of content weight that echoes the question
	fNovelNoEcho                 // weight not found in evidence and question
	fMeanWeight                  // mean weight of the content words
	fNegations                   // negation words
	fTone                        // learnt harm of the words found or stop words, summed
	fToneMean                    // the same per word
	fOpening                     // learnt harm of the first two words
	fReverse                     // share of the closest sentence that the claim takes up
	fOrder                       // share of neighbouring words that keep their order there
	fNumbersFar                  // numbers found, but not near the closest sentence
	fDigest                      // fWindow, counting half for a word of which a relative is there
	fRefusal                     // 1 for a sentence that is no claim: a refusal
	fHollow                      // 1 for other boilerplate
	fItem                        // 1 for a list item
	fEvidence                    // size of the evidence, in sentences
	fOrdinal                     // number of the list item, 0 for none
	fLead                        // 1 for a claim with a lead: "Dose: …"
	fReferences                  // words for passages and steps
	fWorstClause                 // least share found of a clause's content weight
	fClauseNovel                 // greatest weight not found in one clause
	fBeforeNovel                 // weight not found in a claim before this one, on average (see course)
	fBeforeHarm                  // learnt harm of one, on average
	fBeforeWorst                 // and its greatest
	fBeforeSum                   // weight not found in them all
	features                     // how many there are
)

// FeatureNames names the figures of Features, in order.
var FeatureNames = [features]string{
	"words", "content", "coverage", "novel-weight", "novel", "window", "single", "spread",
	"longest-run", "run-share-3", "run-share-2", "pairs", "novel-max", "alien", "alien-count",
	"stretch", "tail-novel", "example-novel", "taint", "taint-max", "numbers", "numbers-novel",
	"names", "names-novel", "echo", "novel-no-echo", "mean-weight", "negations", "tone", "tone-mean",
	"opening", "reverse", "order", "numbers-far", "digest", "refusal", "hollow", "item", "evidence",
	"ordinal", "lead", "references", "worst-clause", "clause-novel",
	"before-novel", "before-harm", "before-worst", "before-sum",
}
