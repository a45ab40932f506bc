package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// A span from inside a sentence that is written as a whole one, with a full stop or
// a capital, must not have lost what the sentence begins with and depends on: a
// condition, a field, a subject, somebody who says so. The same words without a full
// stop show that they are a part.

// torsoFrom takes in the beginning that such a span was cut off from.
func (s *search) torsoFrom(hit span) int {
	first := hit.first
	if first == 0 || s.opensStatement(first) {
		return first
	}
	if from := s.shareFrom(first); from != first {
		return from
	}
	if from := s.supposedFrom(hit); from != first {
		return from
	}
	if !s.pretends(first) {
		return first
	}
	g := s.text.tokens[first].gap
	switch {
	case s.verbLast(first) && g&clauseEnd == 0:
		return s.clauseStart(first)
	case s.verb(first) && g&(clauseEnd&^gapComma) == 0:
		return s.subjectFrom(first)
	case (g&gapComma != 0 || s.bracketed(first) || g&clauseEnd == 0 && s.uncommaed(first)) && !s.dependent(first):
		return s.frontedFrom(first)
	}
	return first
}

// pretends reports whether the snippet of a span that begins inside a sentence is
// written as a whole one: it ends with a full stop, or begins with a capital that
// the source has not.
func (s *search) pretends(first int) bool {
	return s.endsSentence() || s.snippet.tokens[0].flags&upperCase != 0 && s.text.tokens[first].flags&upperCase == 0
}

// clauseStart returns the first token of the clause that token i is in.
func (s *search) clauseStart(i int) int {
	k := i
	for k > 0 && i-k < maxClause && s.text.tokens[k].gap&(clauseEnd|gapOther) == 0 && !s.newLine(k) {
		k--
	}
	return k
}

// verbLast reports whether a clause around token i has its verb at the end and what
// bounds it in front, as in Japanese and Korean: any end of it looks like a whole
// sentence. In Chinese the subject and its case stand in front as well.
func (s *search) verbLast(i int) bool {
	if s.text.tokens[i-1].flags&unspaced != 0 {
		return s.text.tokens[i].gap == 0
	}
	r, _ := utf8.DecodeLastRuneInString(s.text.word(i - 1))
	return unicode.Is(unicode.Hangul, r)
}

// bracketed reports whether a bracket closes in front of token i and nothing else
// stands there: "in renal failure (CrCl <30) | it is …".
func (s *search) bracketed(i int) bool {
	return strings.TrimSpace(s.text.gapBefore(i)) == ")" && s.text.language().IsStop(s.text.word(i))
}

// uncommaed reports whether the text is in a language that sets off what opens a
// sentence by no comma, and token i stands close enough behind it to go on with the
// rest: "in Gebieten mit Denkmalschutz | sind …", "nei comuni montani | l'aliquota …".
func (s *search) uncommaed(i int) bool {
	const most = 6 // tokens of such an opening
	switch s.text.language() {
	case lexis.German, lexis.Dutch, lexis.Italian, lexis.Unknown:
		from := s.clauseStart(i - 1)
		return i-from >= 2 && i-from <= most && !s.picks(i) && !s.text.language().Class(s.text.word(i)).Has(lexis.NumberWord)
	}
	return false
}

// subjectFrom takes in the subject in front of a verb where that says of whom or in
// what case the rest holds: "patients with asthma | may …", "some …, | may …".
func (s *search) subjectFrom(verb int) int {
	if s.coordinates(verb - 1) {
		return verb
	}
	from := s.clauseStart(verb)
	for aside := s.text.tokens[verb].gap&gapComma != 0; aside && from > 0 && s.text.tokens[from].gap&gapComma != 0 && verb-from < maxClause; {
		from = s.clauseStart(from - 1)
	}
	if word := s.text.word(from); !s.opensStatement(from) {
		return verb
	} else if fronting[word] || s.opensAmount(from) {
		return from
	}
	for k := from + 1; k < verb; k++ {
		if s.picks(k) && s.text.tokens[k].gap&clauseEnd == 0 {
			return from
		}
	}
	return verb
}

// picking words tell, behind a noun, which ones are meant.
var picking = words(`with without who whose that under over aged older younger living taking mit ohne unter über
	avec sans qui dont âgés con sin que cuyos menores mayores senza che com sem met zonder jonger ouder z bez który która którzy которые с без الذين`)

// picks reports whether token i is such a word, or a participle that does the same: "a
// replica lagging behind".
func (s *search) picks(i int) bool {
	word := s.text.word(i)
	return picking[word] || s.text.language() == lexis.English && len(word) > 5 && strings.HasSuffix(word, "ing")
}

// dependent reports whether a span begins with a word that shows that it depends on
// what stands in front of it, or adds to it.
func (s *search) dependent(first int) bool {
	word := s.text.word(first)
	return s.coordinates(first) || adversative[word] || boundingWords[word] || adding[word] || relatives[word] || s.surelyIf(word) || whiles[word] || s.subordinates(first) ||
		s.text.phraseAt(first, conditions) >= 0 || s.text.language().Class(word).Has(lexis.Exception)
}

// coordinates reports whether token i joins what follows to what is in front of it.
// The short words of that sort are articles in other languages: o, e, y.
func (s *search) coordinates(i int) bool {
	word := s.text.word(i)
	return coordinating[word] && (len(word) > 1 || s.text.plays(word, lexis.Connective))
}

// adding words begin an afterthought.
var adding = words(`such particularly especially including notably namely mostly mainly although though because since as with than
	insbesondere vor darunter notamment surtout incluyendo especialmente incluindo soprattutto compreso waaronder vooral`)

// frontedFrom takes in a phrase or clause with a comma that opens the sentence in
// front of token `first` and bounds it: "in mice fed a high-fat diet, | …".
func (s *search) frontedFrom(first int) int {
	k := s.clauseStart(first - 1)
	for s.bracketed(first) && k > 0 && s.text.tokens[k].gap&gapOther != 0 {
		k = s.clauseStart(k - 1) // over the bracket
	}
	if first-k < 2 || !s.opensStatement(k) || s.text.phraseAt(k, asides) >= 0 {
		return first
	}
	if !fronting[s.text.word(k)] && !s.participle(k) {
		return first
	}
	for i := k + 1; i < first; i++ {
		if s.participle(k) && s.verb(i) {
			return first // pursuing a degree can open doors, …
		}
	}
	return k
}

// fronting words open what bounds the main clause behind the comma, inverted
// conditions (had, should, were) among it.
var fronting = words(`in for with without during after before until till while when whenever where once under over on at among within throughout
	upon unlike compared given had should were absent pending if unless except besides between by
	en dans chez selon d'après pour pendant lors lorsque quand après avant avec sans sous depuis dès au aux à si sauf passé d'
	para durante según con sin antes después tras desde hasta cuando bajo ante
	in nei nel nella nelle negli per durante secondo con senza prima dopo entro fino oltre se quando
	em no na nos nas durante segundo com sem antes após depois até quando
	bij volgens als indien wanneer voor na tijdens zonder met
	wenn falls bei nach laut gemäß sofern solange während wer mit ohne für ab seit
	jeżeli jeśli gdy według zdaniem w we przy po przed dla podczas kto
	при после до перед для без в во на если когда по согласно
	في عند بعد قبل خلال أثناء وفقا وفقًا إذا حسب`)

// asides open a sentence and bound nothing.
var asides = []string{"inaddition", "infact", "inparticular", "ingeneral", "insummary", "inshort", "inconclusion", "inotherwords", "inturn", "incontrast", "bycontrast",
	"intheend", "forexample", "forinstance", "afterall", "atlast", "ontheotherhand", "onthecontrary", "ofcourse", "ontopof", "asaresult", "aswell", "atthesametime", "withthis", "inthisway",
	"parexemple", "eneffet", "enoutre", "enparticulier", "enrevanche", "enrésumé", "enfait", "aufinal", "àcetégard", "porejemplo", "enparticular", "enresumen", "enconclusión",
	"peresempio", "inparticolare", "insintesi", "infatti", "emparticular", "emresumo", "naverdade", "bijvoorbeeld", "wprzeciwieństwie", "вчастности", "впрочем"}

// participle reports whether token k has the ending of a participle that opens a
// clause: "following the merger, …", "transcurridos cinco años, …".
func (s *search) participle(k int) bool {
	word := s.text.word(k)
	for _, ending := range participles[s.text.language()] {
		if len(word) > 5 && strings.HasSuffix(word, ending) {
			return true
		}
	}
	return false
}

// participles are the endings, by language.
var participles = map[lexis.Language][]string{
	lexis.English:    {"ing", "ed"},
	lexis.Spanish:    {"ado", "ada", "ados", "adas", "ido", "ida", "idos", "idas"},
	lexis.Portuguese: {"ado", "ada", "ados", "adas", "ido", "ida", "idos", "idas"},
	lexis.Italian:    {"ato", "ata", "ati", "ate", "uto", "uta", "uti", "ute"},
}

// supposedFrom takes in the "if" of a clause that a span is wholly inside of: what
// is supposed is not stated.
func (s *search) supposedFrom(hit span) int {
	for i := hit.first + 1; i < hit.end; i++ {
		if s.text.tokens[i].gap&clauseEnd != 0 {
			return hit.first
		}
	}
	for k := hit.first - 1; k >= max(0, hit.first-2); k-- {
		if s.text.tokens[k+1].gap&clauseEnd != 0 {
			break
		}
		if word := s.text.word(k); s.surelyIf(word) || supposing[word] {
			return k
		} else if !s.text.language().IsStop(word) {
			break
		}
	}
	return hit.first
}

// supposing words are "if" in the language that has them, and nothing else in the
// others.
var supposing = words("wenn sofern indien jeżeli jeśli")

// shareFrom takes in the "some of" in front of a span that begins with the whole
// that a share was taken from, where that share is what the sentence is about.
func (s *search) shareFrom(first int) int {
	of, how := first-1, first-2
	if how >= 0 && partitive[s.text.word(first)] && shares[s.text.word(of)] {
		of, how = first, of // ein Teil | der Mieter
	}
	if how < 0 || !partitive[s.text.word(of)] || s.text.tokens[first].gap&clauseEnd != 0 || s.text.tokens[of].gap&clauseEnd != 0 {
		return first
	}
	if !s.counts(how) && !shares[s.text.word(how)] {
		return first
	}
	switch {
	case s.opensStatement(how):
		return how
	}
	for k := how - 1; k >= max(0, how-2); k-- {
		if !s.text.language().IsStop(s.text.word(k)) && !s.text.plays(s.text.word(k), lexis.Approximate) {
			break
		}
		if s.opensStatement(k) {
			return k // about a fifth of | the flights
		}
	}
	return first
}

// shares are nouns for a part of a whole.
var shares = words(`part parts half third quarter fifth tenth majority minority bulk fraction teil teile hälfte drittel viertel mehrheit minderheit partie moitié tiers quart majorité minorité
	parte mitad tercio cuarto mayoría minoría metà terzo quarto maggioranza minoranza metade terço maioria minoria deel helft derde meerderheid minderheid
	część połowa większość mniejszość часть половина треть большинство меньшинство`)

// toldFrom takes in the main clause in front of a span that is written as a whole
// sentence and stands behind its "that", unless that clause vouches for it ("the
// court found that"): what is argued, feared or planned is not stated.
func (s *search) toldFrom(first int) int {
	if first < 2 || !lexis.IsSubordinator(s.text.word(first-1)) || s.text.tokens[first].gap&clauseEnd != 0 || !s.pretends(first) {
		return first
	}
	from := s.clauseStart(first - 1)
	if s.text.tokens[first-1].gap&gapComma != 0 { // …, dass
		from = s.clauseStart(first - 2)
	}
	for k := from; k < first-1; k++ {
		if vouching[s.text.word(k)] {
			return first
		}
	}
	return from
}

// vouching words say of a clause that it is so.
var vouching = words(`found finds finding show shows showed shown confirm confirms confirmed conclude concludes concluded demonstrate demonstrates demonstrated
	establish established note notes noted held ruled rules reveal reveals revealed observed indicates indicate indicated mean means meant ensure ensures
	fact facts know known knows evident clear true proves proved proof evidence recognised recognized determined
	zeigt zeigen zeigte zeigten ergab ergaben festgestellt bestätigt bestätigte bedeutet tatsache bekannt klar
	montre montrent montré constate constaté confirme confirmé conclut conclu signifie fait démontre
	muestra muestran mostró demuestra demostró confirma confirmó concluyó significa hecho
	mostra mostrano dimostra dimostrato accertato conferma confermato concluso fatto
	mostram mostrou demonstra confirmou concluiu fato facto toont tonen bleek blijkt bevestigt betekent feit
	stwierdził wykazał potwierdził показал показали установил установлено подтвердил подтвердили означает факт
	أثبت أثبتت أكد أكدت أظهرت تبين`)
