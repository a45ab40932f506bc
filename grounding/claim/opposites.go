package claim

import "strings"

// directions are further groups of words that exclude each other, wherever one
// stands in the other's place. Package lexis lists pairs; these are the words
// by which texts of any kind tell where something went and what it is fit for.
var directions = []scale{
	{set(`rise rises rose risen rising increase increases increased increasing grow grows grew grown growing climb climbs climbed
		jump jumps jumped soar soared surge surged
		steigt stieg stiegen gestiegen wuchs wächst gewachsen zugenommen erhöhte erhöht anstieg zunahme
		augmente augmenté augmentée augmentés augmentées augmentent augmentation progressé hausse croît
		aumentó aumenta aumentaron subió sube subieron crecieron creció crece incrementó aumento alza
		aumentato aumentata aumentati aumentate aumentò aumentarono saliti salite cresciuti cresciute salito salita sale cresciuto cresce crebbe
		aumentou aumentaram subiu subiram sobe cresceu cresceram steeg stijgt stegen gestegen groeide groeit toegenomen verhoogd
		вырос выросла выросло выросли увеличился увеличилась увеличились растет растёт повысился повысилась поднялся
		ارتفع ارتفعت زاد زادت ازداد نما نمت صعد`),
		set(`fall falls fell fallen falling decrease decreases decreased decreasing decline declines declined declining drop drops
		dropped shrink shrinks shrank shrunk dip dipped slump slumped plunge plunged
		sinkt sank sanken gesunken fiel fielen gefallen fällt schrumpfte abgenommen verringerte verringert senkte gesenkt rückgang abnahme
		diminue diminué diminuée diminués diminuées diminuent diminution baisse baissé reculé chuté chute
		disminuyó disminuye disminuyeron bajó bajaron baja cayó cayeron cae descendió redujo disminución caída
		diminuito diminuita diminuiti diminuite diminuirono calati calate scesi scese diminuisce diminuì sceso scesa scende calato cala calo
		diminuiu diminuíram caiu caíram desceu desceram recuou reduziu daalde daalt daalden gedaald kromp afgenomen verlaagd
		упал упала упало упали снизился снизилась снизились уменьшился уменьшилась уменьшились сократился сократилась падает
		انخفض انخفضت تراجع تراجعت هبط هبطت تناقص`)},
	{set(`safe harmless suitable geeignet adapté adaptée adecuado adecuada adatto adatta adequado adequada geschikt подходит sicher unbedenklich sûr inoffensif seguro segura sicuro sicura innocuo veilig безопасен безопасна безопасно آمن آمنة`),
		set(`unsafe unsuitable ungeeignet inadapté inadaptée inadecuado inadecuada inadatto inadatta inadequado inadequada ongeschikt dangerous harmful hazardous lethal toxic unsicher gefährlich schädlich giftig dangereux dangereuse nocif peligroso peligrosa
		pericoloso pericolosa dannoso perigoso perigosa gevaarlijk onveilig schadelijk опасен опасна опасно вреден خطير خطيرة ضار`)},
	{set(`allowed permitted tolerated legal lawful authorised authorized erlaubt zulässig gestattet autorisé autorisée permis permise permitido
		permitida autorizado legal permesso consentito consentita toegestaan разрешено разрешен разрешён разрешена مسموح`),
		set(`forbidden prohibited banned illegal unlawful verboten untersagt unzulässig interdit interdite prohibé prohibido prohibida
		vietato vietata proibito proibido proibida verboden запрещено запрещен запрещён запрещена ممنوع محظور`)},
	{set("gain gains gained profit profits gewinn bénéfice gain ganancia beneficio guadagno utile lucro winst прибыль ربح"),
		set("lose loses lost loss losses verlust perte pérdida perdida perdita prejuízo verlies убыток خسارة")},
}

// converses are words whose exchange says the same thing as long as what stands
// around them changes places: "a before b", "b after a".
var converses = set(`
	before after above below over under more less greater smaller higher lower larger earlier later buy bought buys sell sold sells
	win won lose lost give gave take took north south east west left right inside outside buyer seller lender borrower
	older younger longer shorter faster slower stronger weaker larger smaller parent child
	vor nach über unter mehr weniger größer kleiner höher niedriger früher später kaufte verkaufte kauft verkauft
	avant après plus moins antes después depois más menos mais prima dopo più meno voor na meer minder boven onder`)

// negatives are the beginnings that turn a word around.
var negatives = [...]string{"un", "in", "im", "il", "ir", "non", "dis", "ab", "des", "dés", "on", "не"}

// counterparts are beginnings that exclude each other.
var counterparts = [...][2]string{
	{"hyper", "hypo"}, {"over", "under"}, {"pre", "post"}, {"macro", "micro"}, {"endo", "exo"}, {"inhal", "exhal"},
	{"import", "export"}, {"in", "ex"}, {"hiper", "hipo"}, {"iper", "ipo"}, {"гипер", "гипо"}, {"über", "unter"},
}

// turnedAround reports whether one of two folded words is the other behind a
// beginning that turns it around.
func turnedAround(a, b string) bool {
	if a[len(a)-1] != b[len(b)-1] { // both forms end alike
		return false
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	const shortest = 4 // bytes of the plain word: "un" and "der" are no pair
	if rest, ok := strings.CutSuffix(b, a); ok && len(a) >= shortest {
		for _, p := range negatives {
			if rest == p {
				return true
			}
		}
		return false
	}
	for _, c := range counterparts {
		for _, pair := range [...][2]string{{c[0], c[1]}, {c[1], c[0]}} {
			x, isX := strings.CutPrefix(a, pair[0])
			y, isY := strings.CutPrefix(b, pair[1])
			if isX && isY && x == y && len(x) >= shortest {
				return true
			}
		}
	}
	return false
}
