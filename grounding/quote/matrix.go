package quote

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

// matrixFrom takes in the clause in front of a span that begins as a clause of
// its own, where that one denies it: "it is not true that | the plant closed".
// Alone, the span says the opposite of its source.
func (s *search) matrixFrom(first int) int {
	at := first
	if !s.subordinates(at) {
		if at--; at < 0 || !s.subordinates(at) || s.text.tokens[first].gap&clauseEnd != 0 {
			return first
		}
	}
	from := first
	if asks[s.text.word(at)] && at < first && !s.alternatives(first) {
		from = at // whether | the fund is insolvent
	}
	for k := at - 1; k >= 0 && k > at-maxMatrix; k-- {
		if s.text.tokens[k+1].gap&(clauseEnd&^gapComma) != 0 || k+1 < at && s.text.tokens[k+1].gap&gapComma != 0 {
			break
		}
		word := s.text.word(k)
		if lexis.IsDoubt(word) {
			return first
		}
		if lexis.IsRefuting(word) || contrary[word] || claiming[word] && (s.text.tokens[k].flags&upperCase == 0 || s.opensStatement(k)) || s.text.negator(word) || anywhere[word] {
			from = k
		}
	}
	return from
}

// subordinates reports whether token i opens a clause that another one speaks of.
func (s *search) subordinates(i int) bool {
	word := s.text.word(i)
	return lexis.IsSubordinator(word) || asks[word]
}

// alternatives reports whether an "or" follows in the clause at token i: "whether
// you walk or ride" asks nothing.
func (s *search) alternatives(i int) bool {
	for end := s.clause(i); i < end; i++ {
		if word := s.text.word(i); word == "or" || word == "oder" {
			return true
		}
	}
	return false
}

// asks open a clause that is asked, not stated.
var asks = words("whether ob")

// claiming words say of a clause that someone says, hopes or suspects so.
var claiming = words(`alleged alleges allege claimed claims claim hoped hopes hope suspected suspects suspect rumoured rumored speculated speculates speculate argued argues contended contends contend feared fears
	behauptet behauptete behaupten behaupteten hofft hoffte vermutet vermutete vermuten prétend prétendent prétendait allègue soupçonne espère espérait
	alega alegan alegó sospecha sospechan sospechaba spera sperava sospetta sospettava suspeita suspeitava alegam alegou
	beweert beweerde beweren hoopt hoopte vermoedt vermoedde утверждалось утверждал утверждает утверждают предполагает предполагают надеется надеются надеялся يزعم زعم زعمت يأمل`)

// contrary words name what somebody says to deny or doubt it: "contrary to reports
// that", "the rumour that".
var contrary = words("possible conceivable unclear uncertain unknown möglich denkbar posible possibile possível mogelijk mistake mistaken rumour rumours rumor rumors notion allegation allegations accusation accusations illusion misconception speculation baseless little scant contrary entgegen contrairement contrariamente strijd wbrew вопреки خلافا")

// maxMatrix is how many tokens of the clause in front are read.
const maxMatrix = 10

// sayings are the Chinese verbs by which one clause speaks of another.
var sayings = []string{"认定", "認定", "证明", "證明", "表明", "认为", "認為", "意味着", "意味著", "说明", "說明", "承认", "承認", "确认", "確認", "发现", "發現", "证实", "證實", "显示", "顯示"}

// sayingFrom takes in a denied verb of saying in front of a span: 未认定.
func (s *search) sayingFrom(first int) int {
	at := s.text.phraseBefore(first, sayings)
	for k := at - 1; at >= 0 && k >= 0 && k >= at-4; k-- {
		if s.text.tokens[k+1].gap != 0 {
			break
		}
		if strings.Contains("未不没沒无無非", s.text.word(k)) {
			return k
		}
		if k < at-1 && !strings.Contains("证據据證迹象理由任何", s.text.word(k)) {
			break
		}
	}
	return first
}

// topics follow, in Japanese, what the end of the sentence may deny.
var topics = []string{"とは", "とまでは", "わけでは", "ということは"}

// deniedTopic takes in the rest of a Japanese sentence that denies the clause in
// front of it: …とは認められなかった.
func (s *search) deniedTopic(k int) int {
	from := s.text.phraseAt(k, topics)
	if from < 0 {
		return k
	}
	end := s.clause(from)
	rest := s.text.folded[s.text.tokens[k].at:s.text.foldedEnd(end-1)]
	for _, denial := range []string{"ない", "なかった", "ません", "ず"} {
		if strings.Contains(rest, denial) {
			return end
		}
	}
	return k
}

// separable are the parts of German and Dutch verbs that stand at the end of
// the clause and make another verb: "lehnte das Verfahren ab".
var separable = words(`ab an auf aus bei ein fort frei her hin los mit nach nieder um unter vor weg weiter wieder zu zurück zusammen
	aan af bij door heen mee neer om op over terug toe uit voort weer`)

// separated takes in such a part right behind a span.
func (s *search) separated(k int) int {
	if !separable[s.text.word(k)] {
		return k
	}
	if language := s.text.language(); language != lexis.German && language != lexis.Dutch {
		return k
	}
	if k+1 == len(s.text.tokens) || s.text.tokens[k+1].gap&clauseEnd != 0 {
		return k + 1
	}
	return k
}
