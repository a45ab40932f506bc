package claim

import (
	"slices"
	"strings"
)

// synonyms are words that sentences use for each other, a group a line.
var synonyms = groups(`
less fewer
ago earlier before previously
need needs require requires take takes
exceed exceeds exceeded exceeding above over
last final
stop stops stopped discontinue discontinues discontinued
total aggregate overall
every each
usually generally typically commonly normally
usual general typical
regularly routinely
mostly mainly primarily chiefly largely
rises climbs
lowered reduced lower
needed took required
needs takes requires
lasts persists continues
last persist continue
lasted persisted continued
used utilized utilised
multiple many several numerous
remaining left
past last
completed done finished
supervises oversees
cost price fee
goods items products articles
staff employees workers personnel
method procedure
trip journey
home house
immediately promptly
right entitlement
duty obligation
error mistake
rule regulation
repaid reimbursed refunded
tablespoon tablespoons tbsp
teaspoon teaspoons tsp
indoor inside indoors
outdoor outside outdoors
dure persiste
durent persistent
dauert anhält
patients people persons subjects participants individuals
patienten behandelten probanden teilnehmer
produced manufactured made
acquired bought purchased
sold divested
reported recorded noted
raised increased
lowered reduced cut
usual typical normal standard customary common
begin start commence
begins starts commences
kept retained stored held
keep retain store hold
show shows indicate indicates demonstrate demonstrates
get gets receive receives obtain obtains
need needs require requires
end ends finish finishes terminate terminates
stop stops cease ceases
quick fast rapid
buy buys purchase purchases
help helps assist assists
use uses utilise utilises utilize utilizes
about approximately around roughly
company firm business
price cost
therapy treatment
drug medicine medication
doctor physician
car vehicle automobile
main primary chief
important significant
greater higher larger
lower smaller
next following subsequent
previous preceding prior
amount sum
max maximum
min minimum
exceeding above over
below under
allow allows permit permits
allowed permitted
happen happens occur occurs happened occurred
said stated
giving providing
gives provides
dinner supper
frequent common
additional further extra
contract agreement
donner administrer
donné administré
donnés administrés
prendre recevoir
sauf excepté hormis
versé payé
versés payés
geben verabreichen
gegeben verabreicht
beginnen anfangen
kaufte erwarb erstand
gekauft erworben
verkaufte veräußerte
verkauft veräußert
verkaufen veräußern
zurückgegeben erstattet
restitué rendu remboursé
restituée rendue remboursée
abaissée baissée réduite
acheté achetés acquis
vendu cédé
signalé rapporté observé
produjo fabricó elaboró
compró adquirió
vendió enajenó
devuelto restituido reintegrado
presentare inoltrare
restituito rimborsato reso
comprò acquistò acquisì
comprato acquistato
comprati acquistati
comprata acquistata
comprado adquirido
comprados adquiridos
vendette cedette
devolvida restituída
devolvido restituído
comprou adquiriu
vendeu alienou
gekocht verworven
verkocht vervreemd
aangevangen begonnen
выплачивает платит
купил приобрел приобрёл
купила приобрела
продал реализовал
dauert beträgt
erhalten bekommen
kaufen erwerben
entregar suministrar
pagar abonar
obtener recibir
iniciar comenzar empezar
pagare versare
ricevere ottenere
pagar liquidar
receber obter
betalen betaalt voldoen
krijgen ontvangen
получить получать
начать начинать
`)

func groups(text string) map[string][]int {
	out := map[string][]int{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		for _, word := range strings.Fields(line) {
			out[word] = append(out[word], n)
		}
	}
	return out
}

// sameMeaning reports whether two words are known to mean the same.
func sameMeaning(a, b string) bool {
	for _, g := range synonyms[a] {
		if slices.Contains(synonyms[b], g) {
			return true
		}
	}
	return sameSpelling(a, b) || sameDirection(a, b)
}

// sameSpelling reports whether two words are one in British and American
// spelling: "centre", "colour", "licence", "organise".
func sameSpelling(a, b string) bool {
	return a != b && a[0] == b[0] && a[len(a)-1] != 's' == (b[len(b)-1] != 's') && american.Replace(a+" ") == american.Replace(b+" ")
}

var american = strings.NewReplacer("our", "or", "tre ", "ter ", "tres ", "ters ", "bre ", "ber ", "bres ", "bers ", "ise", "ize", "isi", "izi", "isa", "iza",
	"yse", "yze", "ence ", "ense ", "ences ", "enses ", "ll", "l", "aes", "es", "oe", "e", "ogue ", "og ", "mme ", "m ")

// sameDirection reports whether two words tell the same direction, fitness or
// permission.
func sameDirection(a, b string) bool {
	for _, s := range directions {
		if s.strong[a] && s.strong[b] || s.weak[a] && s.weak[b] {
			return true
		}
	}
	return false
}

// sameForm reports whether two words are forms of one: a month and its
// abbreviation, a word and itself with an ending of one or two letters.
func (r *reading) sameForm(a, b string) bool {
	if m := r.lang.Month(a); m != 0 {
		return m == r.lang.Month(b)
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	const shortest, ending = 4, 2
	return len(a) >= shortest && strings.HasPrefix(b, a) && len(b)-len(a) <= ending
}
