package quote

import (
	"strings"
	"testing"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// ruleCase is a quote that a rule decides, or one that it must leave alone.
type ruleCase struct {
	source, snippet string
	want            Outcome
}

// holdRules tells every case that comes out otherwise, by the name of its rule.
func holdRules(t *testing.T, rules map[string][]ruleCase) {
	t.Helper()
	for rule, cases := range rules {
		for _, c := range cases {
			if r := Find(Prepare(c.source), c.snippet, Fuzzy); r.Outcome != c.want {
				t.Errorf("%s: %q of %q is %s, want %s (%s)", rule, c.snippet, c.source, r.Outcome, c.want, r.Detail)
			}
			filler := strings.Repeat("The mill grinds rye and wheat for five villages in the valley. ", 10)
			agrees(t, filler+c.source+" "+filler, c.snippet)
		}
	}
}

// TestWhatStandsBetweenWords covers borderRules, a rule at a time.
func TestWhatStandsBetweenWords(t *testing.T) {
	const table = "| Plan | Fee | Users |\n|---|---|---|\n| Basic | 9 | 3 |\n| Plus | 19 | 8 |"
	holdRules(t, map[string][]ruleCase{
		"cells move": {
			{table, "Basic | 9 | 3", Verified},
			{table, "Basic 9 3", Verified},
			{table, "Basic 9 | 3", Falsified},
		},
		"rows join": {
			{table, "9 | 3 |\n| Plus", Verified},
			{table, "3 Plus", Falsified},
			{table, "Plan Fee Users", Verified},
		},
		"primes": {
			{"The beam is 6′ 2″ long in all.", "beam is 6″ 2′ long", Falsified},
		},
		"numbers join": {
			{"It sold 5; 000 was the code.", "It sold 5 000 was", Falsified},
			{"It sold 15 000 of them.", "sold 15 000 of", Verified},
		},
		"codes": {
			{"Write to j.doe at once please.", "Write to j_doe at once", Falsified},
			{"The u.s. army left the town.", "The US army left the town", Verified},
		},
		"a negation is set free": {
			{"No, changes are welcome in May.", "No changes are welcome in May", Falsified},
			{"In May, changes are welcome.", "In May changes are welcome", Verified},
		},
		"brackets": {
			{"The old bridge was closed.", "The (old) bridge was closed", Drifted},
			{"The (old) bridge was closed.", "The old bridge was closed", Verified},
		},
		"a slash": {
			{"Read and/or write the file.", "Read and or write the file", Drifted},
			{"Read and/or write the file.", "Read and / or write the file", Verified},
		},
		"clauses without spaces": {
			{"雨很大，我们没去。", "雨很大我们没去", Drifted},
			{"雨很大，我们没去。", "雨很大,我们没去", Verified},
		},
		"the end of a sentence": {
			{"He left. Nobody saw him go.", "He left nobody saw him go", Drifted},
			{"He left approx. nine of them.", "He left approx nine of them", Verified},
			{"Title of the page\nThe text begins.", "Title of the page. The text begins.", Verified},
		},
	})
}

// TestNotesInAGap covers footnote marks, which are no words.
func TestNotesInAGap(t *testing.T) {
	holdRules(t, map[string][]ruleCase{
		"left out":  {{"It grew [12] in spring.", "It grew in spring", Verified}, {"It grew¹² in spring.", "It grew in spring", Verified}},
		"added":     {{"It grew in spring.", "It grew [12] in spring", Verified}},
		"another":   {{"It grew [12] in spring.", "It grew [13] in spring", Falsified}},
		"intervals": {{"The CI was [2, 5] here.", "The CI was [2, 5] here", Verified}, {"The CI was [2, 5] here.", "The CI was [2, 7] here", Falsified}},
		"a power":   {{"The area was 5 in all.", "The area was 5² in all", Falsified}},
	})
}

// TestWhatFoldingHides covers the comparison of two tokens that fold alike.
func TestWhatFoldingHides(t *testing.T) {
	holdRules(t, map[string][]ruleCase{
		"units": {
			{"Give 5 mg at once.", "Give 5 Mg at once", Falsified},
			{"Add 2 l of water.", "Add 2 L of water", Verified},
			{"GIVE 5 MG AT ONCE.", "Give 5 mg at once", Verified},
		},
		"vowel signs": {
			{"كَتَبَ الدرس كله", "كتب الدرس كله", Verified},
			{"كَتَبَ الدرس كله", "كُتِبَ الدرس كله", Falsified},
		},
		"sharp s": {
			{"Die Maße sind bekannt.", "DIE MASSE SIND BEKANNT", Verified},
			{"Die Maße sind bekannt.", "Die Masse sind bekannt", Falsified},
		},
		"dots of ё": {
			{"Ёлка стоит у дома.", "Елка стоит у дома", Verified},
			{"Все ушли домой рано.", "Всё ушли домой рано", Falsified},
		},
		"look-alikes": {
			{"They paid by paypal again.", "They paid by pаypаl again", Drifted},
			{"They paid by pаypаl again.", "They paid by pаypаl again", Verified},
		},
		"losses": {
			{"Net income | (5,137) | 12", "Net income | 5,137 | 12", Falsified},
			{"Net income | (5,137) | 12", "Net income | (5,137) | 12", Verified},
			{"It lists (7) rules in all.", "It lists 7 rules in all", Verified},
		},
	})
}

// TestTornAndJoinedWords covers borders of words that one side has alone.
func TestTornAndJoinedWords(t *testing.T) {
	holdRules(t, map[string][]ruleCase{
		"evident":          {{"The inhabitants of the valley left.", "The inhabi tants of the valley left", Drifted}},
		"a word":           {{"He saw the therapist there.", "He saw the the rapist there", Drifted}, {"They can recover it soon.", "They can re cover it soon", Drifted}},
		"a negation":       {{"He was not able to come.", "He was notable to come", Falsified}, {"You cannot leave before noon.", "You can not leave before noon", Verified}},
		"spaced thousands": {{"We bought 12 500 of them.", "We bought 12500 of them", Falsified}, {"We bought 12\u00a0500 of them.", "We bought 12 500 of them", Verified}},
		"two numbers":      {{"In 2019 350 people voted there.", "In 2019350 people voted there", Falsified}},
		"initials":         {{"The U.S. navy came in May.", "The US navy came in May", Verified}},
	})
}

// TestDifferences covers what stands in for another word.
func TestDifferences(t *testing.T) {
	holdRules(t, map[string][]ruleCase{
		"thousands":     {{"It sold 12,500 of them in May.", "It sold 12500 of them in May", Verified}, {"It sold 12,50 of them in May.", "It sold 1250 of them in May", Falsified}},
		"precision":     {{"P was .02 in both of the arms.", "P was .2 in both of the arms", Falsified}, {"It fell by 3.50 in all the towns.", "It fell by 35.0 in all the towns", Falsified}},
		"comparison":    {{"P was <0.05 in both of the arms.", "P was ≤0.05 in both of the arms", Falsified}},
		"forms":         {{"The ships left the bay at dawn.", "The ship left the bay at dawn", Falsified}},
		"names":         {{"The report by Hansen was early.", "The report by Hanson was early", Falsified}},
		"contractions":  {{"They don't sell it in the town.", "They do not sell it in the town", Verified}},
		"left out":      {{"The old stone bridge was closed in May.", "The old bridge was closed in May", Drifted}, {"It was not closed in the month of May.", "It was closed in the month of May", Falsified}},
		"beside number": {{"It fell by about 20 percent that year.", "It fell by 20 percent that year", Falsified}},
		"brackets":      {{"The fee (paid yearly) is low for all members of the club.", "The fee is low for all members of the club", Drifted}},
	})
}

// TestSlips covers evident typos, and words that only look like one.
func TestSlips(t *testing.T) {
	holdRules(t, map[string][]ruleCase{
		"swapped":     {{"The treatment was normal in spring.", "The treatment was noraml in spring", Verified}},
		"dropped":     {{"The government agreed to the plan.", "The goverment agreed to the plan", Verified}},
		"doubled":     {{"The committee agreed to the plan.", "The commmittee agreed to the plan", Verified}},
		"mistaken":    {{"The government agreed to it.", "The govornment agreed to it", Verified}},
		"real words":  {{"A causal link was found there.", "A casual link was found there", Falsified}, {"They saw a clean water tank.", "They saw a clean wafer tank", Falsified}},
		"prefixes":    {{"It is hyperkalaemia that kills.", "It is hypokalaemia that kills", Falsified}},
		"drugs":       {{"Give quinine to the patient now.", "Give quinidine to the patient now", Falsified}},
		"in a role":   {{"You should leave the house today.", "You shuold leave the house today", Verified}},
		"two in four": {{"Then normal weather returned there.", "Then noraml waether returned there", Falsified}},
		"German":      {{"Die Verschiedenheit der Arten ist groß.", "Die Verscheidenheit der Arten ist groß", Falsified}},
	})
}

// TestEdges covers where a quote is cut out.
func TestEdges(t *testing.T) {
	holdRules(t, map[string][]ruleCase{
		"hyphens": {{"The non-toxic dye was used.", "toxic dye was used", Falsified}, {"The dye - non toxic - was used.", "non toxic - was used", Verified}},
		"slashes": {{"Give 5 mg/kg of it a day.", "Give 5 mg", Falsified}},
		"scales":  {{"It cost 5 million in the end.", "It cost 5", Drifted}, {"It cost 5 million in the end.", "It cost 5 million", Verified}},
		"units": {{"It weighs 5 kg in the end.", "It weighs 5", Drifted}, {"It took 5 to 7 days in the end.", "It took 5", Falsified},
			{"It fell 3.7 percent in all towns.", "It fell 3.7", Drifted}, {"It fell 3.7 percent in all towns.", "It fell 3", Falsified}},
		"ranges":    {{"It takes 5 to 10 days or so.", "10 days or so", Falsified}, {"It takes 5 – 10 days or so.", "10 days or so", Falsified}},
		"numerals":  {{"共有五十人参加。", "十人参加", Falsified}},
		"tens":      {{"Vinte e dois vereadores votaram ontem.", "dois vereadores votaram ontem", Falsified}},
		"clauses":   {{"See section 14(3)(b) of the act.", "See section 14", Falsified}, {"See section 14 (as amended) of the act.", "See section 14", Verified}},
		"stars":     {{"It got ★★★ in the guide.", "It got ★★", Falsified}},
		"negations": {{"It is not safe to swim there.", "safe to swim there", Drifted}, {"Never open it. The door is safe.", "The door is safe", Verified}},
		"far off":   {{"They did not say in the letter that he is guilty.", "he is guilty", Verified}},
		"headings":  {{"What you must not do\nSwim in the lake", "Swim in the lake", Verified}},
	})
}

// TestEllipses covers what dots may leave out.
func TestEllipses(t *testing.T) {
	holdRules(t, map[string][]ruleCase{
		"words":      {{"The board met in the old hall in May.", "The board met … in May", Verified}, {"The board met in the old hall in May.", "The board met [...] in May", Verified}},
		"sentences":  {{"It met in May. It was short. It met again in June.", "It met in May. (…) It met again in June.", Verified}},
		"negation":   {{"Guests are not permitted to smoke here.", "Guests are … permitted to smoke here", Falsified}},
		"only":       {{"Guests may smoke only in the yard.", "Guests may smoke … in the yard", Falsified}},
		"amounts":    {{"Give 5 mg every 12 hours to all.", "Give … 12 hours to all", Falsified}},
		"subjects":   {{"Warfarin is common. Aspirin should be stopped.", "Warfarin … should be stopped", Falsified}},
		"order":      {{"First he paid. Then he ran away.", "Then he ran away … First he paid", Falsified}},
		"far":        {{"The board met. " + strings.Repeat("Words stand here. ", 90) + "It closed in May.", "The board met … It closed in May", Absent}},
		"a fragment": {{"The board met in the old hall.", "The … hall", Absent}},
	})
}

// TestMarkupThatSaysMore: what a snippet's markup says must be the source's, too.
func TestMarkupThatSaysMore(t *testing.T) {
	const source = `See [the report](https://good.example/a) and the <a href="https://good.example/b">notes</a> of it.`
	holdRules(t, map[string][]ruleCase{
		"addresses":  {{source, "See [the report](https://good.example/a) and", Verified}, {source, "See [the report](https://bad.example/a) and", Falsified}},
		"attributes": {{source, `and the <a href="https://bad.example/b">notes</a> of it`, Falsified}, {source, "and the <b>notes</b> of it", Verified}},
	})
}

// TestEverySentenceIsAQuoteOfItself: each sentence of the passages is found in its
// passage, exactly, and at its own place; so it is in capitals and without spaces
// doubled, as long as it stands there once.
func TestEverySentenceIsAQuoteOfItself(t *testing.T) {
	for passage := range strings.SplitSeq(passages(t), "\n\n") {
		chunk := Prepare(passage)
		for _, s := range text.Sentences(passage) {
			snippet := passage[s.Start:s.End]
			if len(strings.Fields(snippet)) < 4 || strings.Count(passage, snippet) != 1 {
				continue
			}
			r := Find(chunk, snippet, Exact)
			if r.Outcome != Verified || r.Kind != KindExact || r.Start != utf8.RuneCountInString(passage[:s.Start]) {
				t.Errorf("%q: %+v", snippet, r)
			}
			if spaced := Find(chunk, strings.ReplaceAll(snippet, " ", "\u00a0 "), Normalized); spaced.Outcome != Verified {
				t.Errorf("%q with wide spaces: %+v", snippet, spaced)
			}
		}
	}
}

// TestNoOtherDigitVerifies: a sentence with any one of its digits changed is never
// verified and never snapped.
func TestNoOtherDigitVerifies(t *testing.T) {
	for passage := range strings.SplitSeq(passages(t), "\n\n") {
		chunk := Prepare(passage)
		for _, s := range text.Sentences(passage) {
			sentence := []byte(passage[s.Start:s.End])
			for i, c := range sentence {
				if c < '0' || c > '9' {
					continue
				}
				sentence[i] = '0' + (c-'0'+3)%10
				if r := Find(chunk, string(sentence), Fuzzy); (r.Outcome == Verified || r.Outcome == Drifted) && !strings.Contains(passage, string(sentence)) {
					t.Errorf("%q is %s: %s", sentence, r.Outcome, r.Detail)
				}
				sentence[i] = c
			}
		}
	}
}
