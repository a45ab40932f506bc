package claim

import (
	"slices"
	"strings"
)

// synonyms are the groups, by number, that a word is in.
var synonyms = groups(sameWords, sameVerbs)

// sameWords are words that sentences use for each other, a group a line. A word is
// listed with another only where a contract, a leaflet or a balance sheet may say
// either: "suspended" is not "terminated", nor is "study" always "trial".
const sameWords = `
less fewer
ago earlier before previously
need needs require requires take takes
exceed exceeds exceeded exceeding above over
last final
stop stops stopped discontinue discontinues discontinued
choose select
chooses selects
chosen selected
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
led chaired headed
leads chairs heads
leading chairing heading
holiday holidays leave vacation
salary pay wage wages
fee charge
fees charges
apartment flat
landlord lessor
tenant lessee renter
buyer purchaser
seller vendor
client customer
clients customers
child kid
children kids
baby infant
babies infants
peak summit
area region
areas regions
country nation
countries nations
duration term period
place location site
phone telephone
email e-mail
website site
photo picture image
photos pictures images
film movie
lawyer attorney
lawyers attorneys
law statute act
clause provision
consent permission approval authorisation authorization
fine penalty
fines penalties
illness disease sickness
dose dosage
doses dosages
tablet pill
tablets pills
injection shot
injections shots
risk hazard danger
risks hazards dangers
result outcome finding
results outcomes findings
exam examination
pupil student
pupils students
job position post
applicant candidate
applicants candidates
colleague coworker
colleagues coworkers
plan scheme programme program
defect fault flaw
defects faults flaws
function feature
functions features
display screen
vehicle vehicles car cars
big large
small little
entire whole complete full
annual yearly
annually yearly
mandatory compulsory obligatory required
optional voluntary
necessary needed required
sufficient adequate enough
correct accurate right
incorrect wrong
identical same equal
similar comparable
different distinct
former previous
current present existing
initial first
severe serious
rare uncommon infrequent
frequently often
rarely seldom
soon shortly
now currently presently
solely exclusively only
particularly especially
almost nearly
exactly precisely
jointly together
separately individually
situated located
named called termed known
chose selected picked
chosen selected picked
built constructed
grew expanded
grown expanded
ate consumed
eaten consumed
`

// sameVerbs are regular verbs of the same kind, by their first form; the last letter
// of those with a + is doubled.
const sameVerbs = `
blink flash
remove delete
lodge file submit+
notify inform
choose select pick
activate enable
deactivate disable
confirm verify
fix repair mend
dispatch ship+
press push
close shut
establish found
construct build
expand grow
resign quit
dismiss reject
refuse reject decline
approve authorise authorize
amend modify change alter revise
expire lapse
extend prolong lengthen
postpone defer+ delay
consume eat
swallow ingest
experience suffer
employ hire recruit
reside live
operate function work
include contain comprise
argue contend assert claim
discover detect identify
examine investigate
calculate compute
publish release issue
announce declare
own possess
supply provide furnish
offer provide
request ask
register enrol+ enroll
depart leave
clean wash
blend mix combine
cool chill
safeguard protect
harm damage
attach fasten
monitor track
resume restart
display show
permit+ allow
collect gather
occupy fill
fund finance
highlight emphasise emphasize stress
`

// groups numbers the groups of words and verbs, and tells of each word which it is in.
func groups(words, verbs string) map[string][]int {
	out := map[string][]int{}
	n := 0
	for line := range strings.Lines(words) {
		n++
		for word := range strings.FieldsSeq(line) {
			out[word] = append(out[word], n)
		}
	}
	for line := range strings.Lines(verbs) {
		n++
		for verb := range strings.FieldsSeq(line) {
			for _, form := range regularForms(verb) {
				out[form] = append(out[form], n)
			}
		}
	}
	return out
}

// regularForms are the forms of a regular English verb: "fix", "fixes", "fixed",
// "fixing". A + behind its last letter doubles that.
func regularForms(verb string) [4]string {
	base, doubles := strings.CutSuffix(verb, "+")
	last := base[len(base)-1:]
	stem := base
	switch {
	case doubles:
		stem += last
	case last == "e":
		stem = strings.TrimSuffix(base, "e")
	}
	third, past := base+"s", stem+"ed"
	switch {
	case last == "y" && !strings.ContainsAny(base[len(base)-2:len(base)-1], "aeiou"):
		third, past = base[:len(base)-1]+"ies", base[:len(base)-1]+"ied"
	case last == "s" || last == "x" || last == "z" || strings.HasSuffix(base, "ch") || strings.HasSuffix(base, "sh"):
		third = base + "es"
	}
	return [4]string{base, third, past, stem + "ing"}
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
