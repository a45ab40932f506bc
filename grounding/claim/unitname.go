package claim

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

// commonUnit cuts a denominator that only one of two units spells out: "g/cm³"
// and "g".
func commonUnit(a, b string) (string, string) {
	if strings.Contains(a, "/") != strings.Contains(b, "/") {
		a, _, _ = strings.Cut(a, "/")
		b, _, _ = strings.Cut(b, "/")
	}
	return a, b
}

// numerators returns what two named units have in front of a denominator that
// both share or only one spells out; the units as they are for different ones.
func numerators(a, b string) (string, string) {
	a, b = commonUnit(a, b)
	over, under, ratio := strings.Cut(a, "/")
	if other, same := strings.CutSuffix(b, "/"+under); ratio && same {
		return over, other
	}
	return a, b
}

// unitNames brings the written forms of units that answers use for each other
// to one.
var unitNames = func() map[string]string {
	out := map[string]string{}
	for _, group := range strings.Split(`
		s second sec secs sekunde sekunden seconde segundo secondo secondi seconden секунда секунды секунд ثانية ثواني 秒
		min minute mins minuten minuto minuti minuut минута минуты минут دقيقة دقائق 分 分钟
		h hour hr hrs stunde stunden heure hora ora ore uur uren час часа часов ساعة ساعات 小时 時間
		d day tag tage tagen jour día dia dag dagen giorno giorni день дня дней يوم يوما أيام 天 日 日間
		wk week woche wochen semaine semana settimana settimane weken неделя недели недель أسبوع أسابيع 周 週 週間
		mo month monat monate monaten mois mes meses mese mesi mês maand maanden месяц месяца месяцев شهر شهرا أشهر 个月 月 か月 ヶ月
		yr year jahr jahre jahren an année año ano anno anni jaar jaren год года лет سنة سنوات عام عاما أعوام 年 年間
		g gram gramm gramme gramo grama grammo grammi грамм грамма граммов غرام غراما 克 グラム
		kg kilogram kilo kilogramm kilogramme kilogramo quilograma quilo chilogrammo chilogrammi килограмм килограмма килограммов кг كيلوغرام كغ 公斤 千克 キログラム
		mg milligram milligramm milligramme miligramo miligrama milligrammo milligrammi миллиграмм миллиграмма миллиграммов мг ملليغرام ملغ مغ 毫克 ミリグラム
		µg mcg microgram mikrogramm
		t tonne tonnen tonelada toneladas tonnellata tonnellate тонна тонны тонн
		lb pound lbs
		oz ounce
		m metre meter mètre metro metri м метр метра метров 米 メートル
		km kilometre kilometer kilomètre kilómetro chilometro chilometri quilômetro км километр километра километров 公里
		cm centimetre centimeter centimètre centímetro centimetri см 厘米
		mm millimetre millimeter мм 毫米
		mi mile
		ft foot feet
		in inch inche
		yd yard
		mi/h mph
		km/h kmh
		l litre liter litro litri
		ml millilitre milliliter
		gal gallon
		°F F
		°C C
		° degree grad degré grado grados graus gradi graden`, "\n") {
		names := strings.Fields(group)
		for _, n := range names {
			out[n] = names[0]
			out[n+"s"] = names[0]
		}
	}
	return out
}()

// unitName returns one name for all written forms of a unit. Symbols keep
// their case where it matters.
func unitName(u string) string {
	if u == "" {
		return ""
	}
	if name, ok := unitNames[u]; ok {
		return name
	}
	for _, sign := range [...]string{"²", "³"} {
		if base, ok := strings.CutSuffix(u, sign); ok {
			return unitName(base) + sign
		}
	}
	if lexis.IsUnitSymbol(u) {
		switch base := u[:len(u)-1]; u[len(u)-1] {
		case '2':
			return unitName(base) + "²"
		case '3':
			return unitName(base) + "³"
		}
		if u == "L" || u == "mL" {
			return strings.ToLower(u)
		}
		return u
	}
	if over, under, ratio := strings.Cut(u, "/"); ratio {
		return unitName(over) + "/" + unitName(under)
	}
	var room [32]byte
	if low, plain := lowered(room[:0], u); plain {
		if name, ok := unitNames[string(low)]; ok {
			return name
		}
	} else if name, ok := unitNames[lexis.Fold(u)]; ok {
		return name
	}
	return u
}
