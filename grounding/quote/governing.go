package quote

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

// What stands next to a cut and turns, bounds or doubts what was cut out. The
// lists hold folded words; phrases are written without their spaces, as the
// folded text is.

// restrictive are the words for "only": what they stand before holds for less
// without them.
var restrictive = words(`only solely exclusively nur lediglich ausschließlich seulement uniquement exclusivement solo sólo solamente únicamente
	seuls seules soltanto solamente unicamente só somente apenas alleen enkel slechts uitsluitend только лишь исключительно فقط 只 仅 僅`)

// prohibitive words forbid what follows them.
var prohibitive = words(`prohibited forbidden banned avoid avoids avoiding refrain verboten untersagt interdit interdite interdits interdites défendu éviter évitez
	prohibido prohibida prohibidos prohibidas prohíbe evite evitar 🚫 ⛔ vietato vietata vietati vietate proibito proibita evitare proibido proibida vedado vedada
	verboden vermijd запрещено запрещается запрещен запрещён запрещена запрещены воспрещается избегайте избегать يحظر يمنع ممنوع محظور تجنب`)

// doubting adverbs turn a fact into a rumour or a guess.
var doubting = words(`allegedly reportedly supposedly purportedly presumably angeblich möglicherweise vermutlich mutmaßlich vielleicht
	prétendument vraisemblablement presuntamente supuestamente quizás quizá forse presumibilmente talvez supostamente alegadamente
	misschien vermoedelijk якобы возможно предположительно قد ربما لعل`)

// mights are the modal verbs that make a guess of the verb behind them.
var mights = words("may might")

// anywhere are the negations and exceptions that no other language has as a
// word of another sense: they count also where the language was not recognised.
var anywhere = words(`not never without cannot nor unless nicht kein keine keinen keinem keiner keines ohne niemals jamais aucun aucune nunca jamás
	ningún ninguna नहीं न मत बिना senza nessun nessuno nessuna não sem nenhum nenhuma niet geen nooit zonder tenzij behalve außer excepto eccetto exceto tranne`)

// casual are the nouns of phrases like "under no circumstances".
var casual = words("circumstance circumstances event case account way fall umständen cas caso casi geval случае حال")

// leading are the phrases that govern what follows them in a script without
// spaces.
var leading = []string{"禁止", "严禁", "嚴禁", "切勿", "请勿", "請勿", "避免", "并非", "並非", "否认", "否認", "可能", "也许", "也許", "或许", "或許", "据称", "據稱", "疑似", "涉嫌",
	"难以", "難以", "不再", "否则", "否則", "仅限", "僅限", "只限", "おそらく", "たぶん"}

// prohibiting is how many of them forbid.
const prohibiting = 7

// lacking is "without" behind a noun of Japanese in Han characters.
var lacking = []string{"なく"}

// denying are phrases of Latin and Cyrillic script that deny what follows them.
var denying = []string{"nolonger", "farfrom", "anythingbut", "insteadof", "ratherthan", "otherthan", "apartfrom", "asidefrom", "exceptfor", "suspiciousfor", "suspicionof", "suspectedof", "accusedof", "ruleout", "declinedto", "declinesto", "ceasedto", "ceasesto", "pretendedto", "pretendsto", "neglectedto", "omittedto", "unableto", "unwillingto", "reluctantto", "threatenedto", "threatensto",
	"proposalto", "proposalsto", "planto", "plansto", "threatto", "motionto", "bidto", "attemptto", "attemptsto", "acquittedof", "clearedof", "votedagainst", "decidedagainst", "advisedagainst", "advisesagainst", "warnedagainst", "warnsagainst", "stoppedshortof", "ausschluss", "ausschlusseiner", "ausschlussvon", "anstelle", "aulieu", "envezde", "invecedi", "emvezde", "inplaatsvan", "вместо",
	"deixoude", "dejóde", "cesséde", "smessodi", "перестал"}

// comparing are the phrases that bound a number or a share behind them.
var comparing = []string{"atleast", "atmost", "upto", "até", "hasta", "morethan", "lessthan", "fewerthan", "mindestens", "höchstens", "biszu", "mehrals", "wenigerals", "aumoins", "auplus",
	"plusde", "moinsde", "plusdela", "moinsdela", "menodella", "menodel", "menodei", "menodegli", "menodelle", "piùdella", "piùdel", "piùdei", "piùdegli", "piùdelle",
	"másdela", "menosdela", "maisda", "menosda", "maisdo", "menosdo", "almenos", "comomáximo", "másde", "menosde", "almeno", "almassimo", "piùdi", "menodi", "pelomenos", "nomáximo", "nomínimo", "maisde", "tenminste", "tenhoogste",
	"minstens", "hoogstens", "meerdan", "minderdan", "неболее", "неменее", "более", "менее", "至少", "至多", "最多", "最少", "不超过", "不超過", "不少于", "不到", "超过", "超過", "少なくとも", "多くとも", "多达", "多達", "高达", "高達", "最大で", "最大", "finoa", "finoal", "finoallo", "finoalla", "finoai", "مايصلإلى", "يصلإلى", "مايصلالى", "يصلالى", "零下", "氷点下", "マイナス", "負", "负", "minus", "минус"}

// capping are the phrases that set a limit, behind a comma, to what stands before
// them: "theft is covered, | up to 500 euros".
var capping = []string{"upto", "atmost", "nomorethan", "notmorethan", "nottoexceed", "notexceeding", "subjecttoamaximum", "withamaximum", "cappedat", "limitedto", "whichissubjectto", "höchstens", "maximal", "biszu", "begrenztauf",
	"danslalimite", "sansdépasser", "sanspouvoir", "auplus", "auxplus", "jusqu'à", "jusqu'au", "plafonné", "hastaun", "sinsuperar", "sinexceder", "sinque", "comomáximo", "conunmáximo", "conunlímite", "limitadoa", "atéao", "atéum", "nomáximo", "comlimite", "semultrapassar",
	"finoa", "finoad", "almassimo", "nonoltre", "conunmassimo", "tothoogstens", "totmaximaal", "maximaal", "hoogstens", "meteenmaximum", "неболее", "нонеболее", "максимум", "niewięcejniż", "maksymalnie", "最高不超过", "但不超过", "不超过", "最多", "上限"}

// trailing are the phrases that govern what stands before them: doubt and
// restriction in Japanese, "only" in Arabic.
var trailing = []string{"とされ", "とみられ", "と言われ", "といわれ", "可能性", "かもしれ", "らしい", "疑い", "おそれ", "恐れ", "との報告", "という報告", "との報道", "という報道", "との主張", "との疑惑", "との見方", "見通し", "見込み", "のみ", "だけ", "しか", "に限", "فقط"}

// excepting phrases end a Japanese clause that takes something out of the next.
var excepting = []string{"を除き", "を除いて", "を除いては", "以外は", "でない限り", "ない限り"}

// conditions begin a clause without which the one before it does not hold.
var conditions = []string{"esseidenn", "àmoins", "àcondition", "amenosque", "siempreque", "acondizione", "purché", "amenoche", "acondiçãoque", "desdequeo",
	"providedthat", "providingthat", "oncethe", "onceyou", "onceit", "onceall", "oncethey", "oncethis", "aslongas", "siempreycuando", "contalque", "contalde", "acondicióndeque", "acondiçãodeque", "contantoque", "solongas", "onconditionthat", "subjectto", "assuming", "vorausgesetzt", "àsupposer", "suponiendo", "supponendo", "supondo", "autresque", "autreque", "anãoser", "anoser", "otherthan", "apartfrom", "asidefrom", "withtheexceptionof",
	"mitausnahme", "abgesehenvon", "àl'exception", "misàpart", "sousréserve", "pourvuque", "aexcepción", "conexcepción", "adeccezione", "àexceção", "comexceção",
	"metuitzondering", "opvoorwaardedat", "totheextent", "insofaras", "intheeventof", "intheeventthat", "weatherpermitting", "eachtime", "everytime", "chaquefoisque", "cadavezque", "ognivoltache", "elkekeerdat", "bydefault", "pardéfaut", "pordefecto", "standardmäßig", "lessthe", "lessany", "netof",
	"imfalle", "abzüglich", "zuzüglich", "encasde", "danslamesureoù", "déductionfaite", "encasode", "enlamedidaenque", "incasodi", "nellamisurain", "emcasode", "namedidaemque", "ingevalvan", "voorzover",
	"chybaże", "jeżeli", "jeśli", "oile", "podwarunkiem", "zwyjątkiem", "заисключением", "еслииное", "приусловии", "еслине", "еслитолько", "مالم", "بشرط", "شريطة", "除非", "ただし", "但し"}

// exceptions are those of several words that take something out of it.
var exceptions = []string{"esseidenn", "àmoinsque", "àmoinsqu", "amenosque", "amenoche", "anãoser", "anoser", "apartfrom", "asidefrom", "withtheexceptionof",
	"mitausnahme", "abgesehenvon", "àl'exception", "misàpart", "aexcepción", "conexcepción", "adeccezione", "àexceção", "comexceção", "metuitzondering", "zwyjątkiem", "заисключением", "еслииное"}

// unlesses are those of them that deny: the clause behind one of them is what
// must not be.
var unlesses = []string{"esseidenn", "àmoinsque", "àmoinsqu", "amenosque", "amenoche", "еслине", "еслитолько", "مالم", "除非"}

// withouts and failing begin what a sentence does not hold without.
var (
	withouts = words("without ohne sans sin senza sem zonder без بدون")
	failing  = []string{"未经", "未經", "未取得", "如无", "若无"}
)

// ifs begin a condition of any sort.
var ifs = words("if wenn falls sofern sobald si se als indien zodra once если إذا")

// onces begin, in several words, what something waits for.
var onces = []string{"unavez", "unavolta", "umavez", "dèsque", "unefois", "assimque", "nonappena", "assoonas", "кактолько"}

// sureIfs are those of them that are no other word.
var sureIfs = words("if falls indien если إذا")

// openers and closers begin and end a condition that stands in front of what it
// bounds.
var (
	openers = []string{"intheeventof", "intheeventthat", "incaseof", "imfalle", "encasde", "encasode", "encasoque", "incasodi", "emcasode", "ingevalvan", "wprzypadku", "вслучае", "ove", "qualora", "laddove", "esseidenn", "àmoinsque", "àmoinsqu'", "amenosque", "amenoche", "anoserque", "anãoserque", "caso", "еслитолько", "اذا", "إذا", "如果", "如未", "如有", "如需", "如遇", "遇", "若", "倘若", "只有", "只要", "除非"}
	closers = []string{"に限り", "限り", "場合", "場合は", "場合には", "ときは", "ときには", "とき", "際は", "際には", "れば", "的", "ならば", "であれば"}
)

// sinces begin a condition behind a comma, a time elsewhere.
var sinces = []string{"desdeque", "provided", "providing"}

// whiles begin a time that what is forbidden or demanded is bound to.
var whiles = words(`while until till when whenever wenn während bis solange tant lorsque quand jusqu' jusque mientras cuando hasta finché quando mentre
	enquanto até terwijl zolang totdat wanneer пока когда عندما حتى`)

// scarce words say that a share is small: "few | of the voters".
var scarce = words("few wenige wenigen peu pocos pocas pochi poche poucos poucas weinig weinige немногие немногих мало قليل")

// bounding are the phrases behind a number that make a bound of it.
var bounding = []string{"以上", "以下", "以内", "以內", "未満", "未满", "未滿", "左右", "程度", "まで", "を超え", "atleast", "atmost", "aumoins", "auplus", "almenos", "comomáximo", "comomínimo",
	"almassimo", "almeno", "nomáximo", "pelomenos", "tenminste", "tenhoogste", "علىالأقل", "علىالأكثر", "علىالاقل", "علىالاكثر", "كحدأقصى", "كحدأدنى", "كحداقصى", "كحدادنى",
	"úteis", "hábiles", "laborables", "ouvrables", "ouvrés", "lavorativi", "feriali", "рабочихдней"}

// partitive words stand between a number and the whole it is taken from.
var partitive = words("of der des von de du di dei degli delle del dos das do van из من")

// phraseAt returns the token behind the listed phrase that starts at token i,
// or -1.
func (t *Text) phraseAt(i int, phrases []string) int {
	if i >= len(t.tokens) {
		return -1
	}
	at := int(t.tokens[i].at)
	rest := t.folded[at:]
	for _, phrase := range phrases {
		if rest != "" && phrase[0] == rest[0] && strings.HasPrefix(rest, phrase) { // most differ in the first byte
			if end := t.endAt(at + len(phrase)); end > 0 {
				return end
			}
		}
	}
	return -1
}

// phraseBefore returns the first token of the listed phrase that ends in front
// of token i, or -1.
func (t *Text) phraseBefore(i int, phrases []string) int {
	at := int(t.tokens[i].at)
	head := t.folded[:at]
	for _, phrase := range phrases {
		if at > 0 && phrase[len(phrase)-1] == head[at-1] && strings.HasSuffix(head, phrase) {
			if first := t.tokenAt(at - len(phrase)); first >= 0 {
				return first
			}
		}
	}
	return -1
}

// negates reports whether a word of the source negates or excepts.
func (s *search) negates(word string) bool {
	return anywhere[word] || s.text.negator(word) || s.text.plays(word, lexis.Exception)
}
