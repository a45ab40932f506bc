package claim

import "strings"

// closedClasses are words of which exactly one can be true in one place. Each
// line is a class; members are parted by "|", the words of one member by
// spaces. Forms that a sentence may use for each other are one member. Words
// of one language that are everyday words of another are left out.
var closedClasses = classes(`
monday mondays montag lundi lunes lunedì | tuesday tuesdays dienstag mardi martes martedì | wednesday wednesdays mittwoch mercredi miércoles mercoledì | thursday thursdays donnerstag jeudi jueves giovedì | friday fridays freitag vendredi viernes venerdì | saturday saturdays samstag samedi sábado sabato | sunday sundays sonntag dimanche domingo domenica
january januar janvier enero gennaio | february februar février febrero febbraio | march märz marzo | april avril abril aprile | june juni juin junio giugno | july juli juillet julio luglio | august août agosto | september septembre septiembre settembre | october oktober octobre octubre ottobre | november novembre noviembre | december dezember décembre diciembre dicembre
spring | summer | autumn | winter
red | blue | green | yellow | black | white | orange | purple | brown | grey gray
left | right
north northern | south southern | east eastern | west western
once | twice | thrice
hour hours hourly stunde stunden heure heures hora horas | day days daily täglich jour jours día días giorno giorni | week weeks weekly woche wochen wöchentlich semaine semaines semana semanas settimana settimane | month months monthly monat monate monaten monatlich mois mes meses mese mesi | quarter quarterly quarters | year years yearly annual annually annum jahr jahre jahren jährlich année années año años anno anni
halved halve halves half | doubled double doubles | tripled triple triples
tenant tenants lessee mieter | landlord landlords lessor vermieter
buyer buyers purchaser käufer | seller sellers vendor verkäufer
plaintiff claimant kläger | defendant beklagte
employer arbeitgeber | employee employees arbeitnehmer
lender creditor gläubiger | borrower debtor schuldner
systolic | diastolic
fixed | variable floating
minimum mindestens | maximum höchstens
automatically automatic | manually manual
acquired bought purchased | sold divested
convicted | acquitted
upheld affirmed | dismissed overturned reversed
introduced added | removed dropped
first-line | second-line
oral orally | intravenous intravenously
unless | if even
either | neither
nobody | anybody anyone
adults adult erwachsene | children child kinder infants
morning | afternoon | evening | night
primary | secondary | standby
revenue revenues turnover | profit profits | loss losses
cash | shares stock
reads read | writes write
public | private
domestic | worldwide global foreign
full-time | part-time
up | down
default | maximum
`)

// membership is a word's place in a class.
type membership struct{ class, member int }

// classes indexes the words of all classes.
func classes(text string) map[string][]membership {
	out := map[string][]membership{}
	class := 0
	for line := range strings.Lines(strings.TrimSpace(text)) {
		class++
		for i, member := range strings.Split(line, "|") {
			for _, word := range strings.Fields(member) {
				out[word] = append(out[word], membership{class, i + 1})
			}
		}
	}
	return out
}
