package claim

import "strings"

// closedClasses are words of which exactly one can be true in one place. Each
// line is a class; members are parted by "|", the words of one member by
// spaces. Forms that a sentence may use for each other are one member. Words
// of one language that are everyday words of another are left out.
var closedClasses = classes(`
monday mondays montag montags lundi lunes lunedì maandag понедельник الاثنين | tuesday tuesdays dienstag mardi martes martedì dinsdag вторник الثلاثاء | wednesday wednesdays mittwoch mercredi miércoles mercoledì woensdag среда среду الأربعاء | thursday thursdays donnerstag jeudi jueves giovedì donderdag четверг الخميس | friday fridays freitag vendredi viernes venerdì vrijdag пятница пятницу الجمعة | saturday saturdays samstag samedi sábado sabato | sunday sundays sonntag dimanche domingo domenica
january januar janvier enero gennaio | february februar février febrero febbraio | march märz marzo | april avril abril aprile | june juni juin junio giugno | july juli juillet julio luglio | august août agosto | september septembre septiembre settembre | october oktober octobre octubre ottobre | november novembre noviembre | december dezember décembre diciembre dicembre
spring | summer | autumn | winter
red | blue | green | yellow | black | white | orange | purple | brown | grey gray
left | right
north northern | south southern | east eastern | west western
once einmal eenmaal | twice zweimal tweemaal | thrice dreimal driemaal
hour hours hourly stunde stunden heure heures hora horas ora ore uur uren час часа часов ساعة ساعات | day days daily täglich jour jours día días giorno giorni dia dias dag dagen день дня дней يوم أيام يوميا | week weeks weekly woche wochen wöchentlich semaine semaines semana semanas settimana settimane weken неделя недели неделю недель أسبوع أسابيع | month months monthly monat monate monaten monatlich mois mes meses mese mesi mês maand maanden месяц месяца месяцев شهر أشهر شهريا | quarter quarterly quarters quartal trimestre trimestres trimestri kwartaal квартал квартала | year years yearly annual annually annum jahr jahre jahren jährlich année années año años anno anni ano anos jaar jaren год года лет سنة سنوات عام سنويا
halved halve halves half | doubled double doubles | tripled triple triples
tenant tenants lessee mieter mieters mieterin locataire locataires inquilino inquilinos arrendatario conduttore locatario huurder huurders арендатор арендатора арендатору المستأجر للمستأجر | landlord landlords lessor vermieter vermieters vermieterin bailleur bailleurs arrendador locatore senhorio verhuurder verhuurders арендодатель арендодателя арендодателю المالك للمالك المؤجر للمؤجر
buyer buyers purchaser käufer käufers acheteur acheteurs acquéreur comprador compradores acquirente compratore koper kopers покупатель покупателя المشتري | seller sellers vendor verkäufer verkäufers vendeur vendeurs vendedor vendedores venditore venditori verkoper verkopers продавец продавца البائع
plaintiff claimant kläger demandeur demandante attore eiser истец истца المدعي | defendant beklagte beklagten défendeur demandado convenuto réu gedaagde ответчик ответчика
employer arbeitgeber employeur empleador datore empregador werkgever работодатель العمل | employee employees arbeitnehmer salarié salariés empleado empleados trabajador lavoratore dipendente empregado werknemer werknemers работник работника الموظف العامل
lender creditor gläubiger créancier prêteur acreedor prestamista creditore credor schuldeiser кредитор кредитора الدائن | borrower debtor schuldner débiteur emprunteur deudor prestatario debitore devedor schuldenaar должник должника заемщик المدين
systolic | diastolic
fixed | variable floating
minimum mindestens | maximum höchstens
automatically automatic | manually manual
acquired bought purchased erwarb kaufte compró adquirió comprò acquistò comprou adquiriu verwierf | sold divested veräußerte verkaufte vendió vendette vendeu
convicted verurteilt condamné condamnée condenado condenada condannato condannata veroordeeld осужден осуждён | acquitted freigesprochen acquitté acquittée relaxé absuelto absuelta assolto assolta absolvido absolvida vrijgesproken оправдан
insurer versicherer assureur aseguradora asegurador assicuratore segurador seguradora verzekeraar страховщик страховщика | insured policyholder versicherungsnehmer assuré asegurado assicurato segurado verzekerde verzekeringnemer страхователь страхователя
half hälfte moitié mitad metà metade helft половина половину النصف | third drittel tiers tercio terzo terço derde треть ثلث | quarter viertel quart kwart четверть ربع | fifth fünftel | tenth zehntel | double doppelte doble doppio dobro dubbele вдвое ضعف | triple dreifache tripla driedubbele втрое
grants granted gewährt accorde accorda otorga concede verleent | denies refuses verweigert refuse niega nega weigert
upheld affirmed | dismissed overturned reversed
introduced added | removed dropped
first-line | second-line
oral orally mouth | intravenous intravenously iv | subcutaneous subcutaneously | intramuscular intramuscularly | topical topically | rectal rectally
appellant appellants | respondent respondents
trustee trustees | beneficiary beneficiaries
union unions gewerkschaft syndicat sindicato sindacato vakbond | management geschäftsleitung
renal | hepatic | cardiac | pulmonary
customer customers | supplier suppliers
unless | if even
either | neither
nobody | anybody anyone | somebody someone
있다 있습니다 있음 | 없다 없습니다 없음
adults adult erwachsene erwachsenen adultes adulte adultos adulto adulti volwassenen взрослым взрослые взрослых البالغين | children child kinder kindern infants enfants enfant niños niño bambini bambino crianças criança kinderen детям дети детей الأطفال
morning morgens matin mañana mattina manhã ochtends утром صباحا | afternoon | evening abends soir tarde sera noite avonds вечером مساء | night nachts nuit noche notte nachts ночью ليلا
all every each alle allen aller jeder jede jedes jedem sämtliche tous toutes chaque todos todas cada tutti tutte ogni elke elk iedere все всех всем каждый каждая جميع كل كافة | some several einige einigen manche quelques certains certaines algunos algunas varios alcuni alcune alguns algumas sommige enkele некоторые некоторых بعض | meisten mehrheit plupart majorité mayoría maggioranza maioria meeste meesten большинство معظم أغلب | none nobody niemand kein keiner keine aucun aucune ningún ninguno ninguna nessun nessuno nessuna nenhum nenhuma geen никто
except unless außer ausgenommen sauf excepté hormis salvo excepto eccetto tranne exceto behalve tenzij кроме исключением إلا باستثناء | even auch même incluso anche perfino nemmeno zelfs даже حتى
advance voraus | arrears nachträglich
primary | secondary | standby
revenue revenues turnover | profit profits | loss losses
cash | shares stock
reads read | writes write
public | private
domestic | worldwide global foreign
full-time | part-time
up | down
default | maximum
home | office
licensor licensors | licensee licensees
franchisor | franchisee
assignor | assignee
controller controllers | processor processors
sender | recipient addressee
payer | payee
director directors | manager managers
можно | нельзя
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
				if owner := word + "'s"; len(word) > 3 && word[0] < 0x80 {
					out[owner] = append(out[owner], membership{class, i + 1})
				}
			}
		}
	}
	return out
}
