package text

import (
	"bytes"
	"strings"
)

// units are the units of measurement that are recognised behind a number, in
// their exact case: "mg" and "Mg" are nine powers of ten apart.
var units = set(
	"kg g mg µg mcg ng pg Mg Gg t lb lbs oz st " +
		"km m dm cm mm µm nm pm Mm ft yd mi nmi ha m2 m3 km2 cm2 cm3 mm2 mm3 ft2 m² m³ km² cm² cm³ " +
		"l L dl dL cl cL ml mL µl µL nl hl gal cc " +
		"s ms µs ns ps min h hr hrs d wk mo yr " +
		"W kW MW GW TW mW µW Wh kWh MWh GWh TWh J kJ MJ GJ mJ cal kcal Cal eV keV MeV GeV BTU hp PS " +
		"V kV mV MV µV A mA µA kA Ah mAh Ω kΩ MΩ F µF nF pF H mH T mT µT " +
		"Hz kHz MHz GHz THz mHz Pa kPa MPa GPa hPa mPa bar mbar atm psi mmHg N kN MN mN Nm " +
		"K °C °F °K mol mmol µmol nmol kmol M mM µM nM pM Bq kBq MBq GBq Sv mSv µSv Gy mGy cd lm lx " +
		"b B kb kB Kb KB Mb MB Gb GB Tb TB Pb PB KiB MiB GiB TiB bit bits byte bytes bps kbps Mbps Gbps " +
		"м² м³ км² см² см³ мм² м2 м3 км2 см2 см3 " +
		"кг мг мкг нг км см мм мкм мл дл кВт МВт ГВт мВт Вт кВтч МВтч кВ мВ мА кОм Гц кГц МГц ГГц Па кПа МПа мПа ГПа гПа бар Дж кДж МДж КБ кБ МБ ГБ ТБ Кб Мб Гб Тб моль ммоль мкмоль " +
		"IU IE U mU ppm ppb ppt dB dBA rpm bpm fps dpi px mph kmh km/h m/s mg/kg mg/dl mg/dL g/l g/L mmol/l mmol/L µg/l kg/m2 kg/m² kg/m³ mg/ml µg/ml")

// unitWords are units that are written out, folded, in the languages listed.
var unitWords = set(
	"second seconds minute minutes hour hours day days week weeks month months year years decade decades century centuries " +
		"gram grams kilogram kilograms milligram milligrams microgram micrograms tonne tonnes ton tons pound pounds ounce ounces " +
		"metre metres meter meters kilometre kilometres kilometer kilometers centimetre centimetres centimeter centimeters millimetre millimetres millimeter millimeters " +
		"mile miles foot feet inch inches yard yards acre acres hectare hectares litre litres liter liters gallon gallons pint pints millilitre millilitres milliliter milliliters " +
		"degree degrees watt watts kilowatt kilowatts megawatt megawatts gigawatt gigawatts volt volts hertz calorie calories joule joules " +
		"byte bytes kilobyte kilobytes megabyte megabytes gigabyte gigabytes terabyte terabytes percent people " +
		"sekunde sekunden minuten stunde stunden tag tage tagen woche wochen monat monate monaten jahr jahre jahren jahrzehnte gramm kilogramm milligramm mikrogramm tonnen meilen liter grad euro euros cent cents " +
		"seconde secondes heure heures jour jours semaine semaines mois an ans année années gramme grammes kilogramme kilogrammes milligramme milligrammes mètre mètres kilomètre kilomètres centimètre centimètres litres degrés " +
		"segundo segundos minuto minutos hora horas día días semana semanas mes meses año años gramo gramos kilogramo kilogramos miligramo miligramos kilo kilos metro metros kilómetro kilómetros centímetro centímetros litro litros grados " +
		"secondo secondi minuti ora ore giorno giorni settimana settimane mese mesi anno anni grammo grammi chilogrammo chilogrammi milligrammo milligrammi metri chilometro chilometri centimetri litri gradi " +
		"dia dias mês ano anos grama gramas quilograma quilogramas miligrama miligramas quilo quilos quilômetro quilômetros graus " +
		"uur uren dag dagen weken maand maanden jaar jaren gram kilo graden seconden " +
		"секунда секунды секунд минута минуты минут час часа часов день дня дней неделя недели недель месяц месяца месяцев год года лет грамм грамма граммов килограмм килограмма килограммов миллиграмм миллиграмма миллиграммов метр метра метров километр километра километров литр литра литров градусов кг г мг км м см мм л мл руб рублей " +
		"ثانية ثواني دقيقة دقائق ساعة ساعات يوم يوما أيام أسبوع أسابيع شهر أشهر شهرا سنة سنوات عام أعوام عاما غرام غراما كيلوغرام ملليغرام ملغ مغ كغ متر مترا كيلومتر كم لتر درجة درجات " +
		"秒 分 分钟 小时 小時 时间 天 日 周 週 月 个月 年 岁 歲 克 公斤 千克 毫克 微克 吨 噸 米 公里 厘米 毫米 升 毫升 度 人 名 元 美元 時間 日間 週間 か月 ヶ月 年間 歳 グラム キログラム ミリグラム メートル キロ リットル 円")

// IsUnit reports whether a word, as written, is a unit: exact case for symbols,
// any case for words.
func IsUnit(word string) bool { return units[normaliseMicro(word)] || unitWords[Fold(word)] }

// IsUnitSymbol reports whether a word is a unit symbol in exactly this case.
func IsUnitSymbol(word string) bool { return units[normaliseMicro(word)] }

// CaseMatters reports whether another unit is spelt like this one but for its
// case (mg and Mg), so that case must not be folded away.
func CaseMatters(word string) bool { return caseful[strings.ToLower(normaliseMicro(word))] }

// caseful holds the lower-case spellings that more than one unit shares.
var caseful = func() map[string]bool {
	seen, out := map[string]string{}, map[string]bool{}
	for unit := range units {
		low := strings.ToLower(unit)
		if other, ok := seen[low]; ok && other != unit && low != "l" && low != "ml" && low != "dl" && low != "cl" && low != "µl" {
			out[low] = true
		}
		seen[low] = unit
	}
	return out
}()

// normaliseMicro writes the Greek mu as the micro sign, which the table uses.
func normaliseMicro(word string) string {
	if isASCII(word) {
		return word
	}
	return strings.ReplaceAll(word, "μ", "µ")
}

// currencies maps signs and words, folded, to ISO 4217 codes.
var currencies = map[string]string{
	"$": "USD", "us$": "USD", "usd": "USD", "dollar": "USD", "dollars": "USD", "dólares": "USD", "dollari": "USD", "долларов": "USD", "دولار": "USD", "美元": "USD", "ドル": "USD",
	"€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "евро": "EUR", "يورو": "EUR", "欧元": "EUR", "歐元": "EUR", "ユーロ": "EUR",
	"£": "GBP", "gbp": "GBP", "pounds": "GBP", "¥": "JPY", "jpy": "JPY", "yen": "JPY", "円": "JPY", "日元": "JPY",
	"cny": "CNY", "rmb": "CNY", "yuan": "CNY", "元": "CNY", "人民币": "CNY", "₽": "RUB", "rub": "RUB", "rubles": "RUB", "рублей": "RUB", "рубля": "RUB", "руб": "RUB",
	"₹": "INR", "inr": "INR", "rupees": "INR", "chf": "CHF", "francs": "CHF", "franken": "CHF", "₩": "KRW", "krw": "KRW", "won": "KRW",
	"₺": "TRY", "₴": "UAH", "₪": "ILS", "฿": "THB", "₫": "VND", "cad": "CAD", "aud": "AUD", "sek": "SEK", "nok": "NOK", "dkk": "DKK", "brl": "BRL", "r$": "BRL", "reais": "BRL", "cents": "cent", "cent": "cent", "¢": "cent",
}

// Currency returns the ISO code of a currency sign or word, else "".
func Currency(word string) string {
	var room [32]byte
	return currencies[string(AppendFold(room[:0], word))]
}

// scales maps scale words, folded and without a final point, to powers of ten.
var scales = map[string]int{
	"hundred": 2, "thousand": 3, "thousands": 3, "k": 3, "tsd": 3, "tausend": 3, "mille": 3, "mil": 3, "mila": 3, "duizend": 3, "тысяч": 3, "тысячи": 3, "тысяча": 3, "тыс": 3, "ألف": 3, "آلاف": 3, "千": 3,
	"万": 4, "萬": 4, "million": 6, "millions": 6, "mn": 6, "mln": 6, "mio": 6, "millionen": 6, "millón": 6, "millones": 6, "milione": 6, "milioni": 6, "milhão": 6, "milhões": 6, "miljoen": 6,
	"миллион": 6, "миллиона": 6, "миллионов": 6, "млн": 6, "مليون": 6, "ملايين": 6, "billion": 9, "billions": 9, "bn": 9, "milliard": 9, "milliards": 9, "milliarde": 9, "milliarden": 9, "mrd": 9, "mld": 9,
	"miliardi": 9, "miliardo": 9, "bilhão": 9, "bilhões": 9, "miljard": 9, "миллиард": 9, "миллиарда": 9, "миллиардов": 9, "млрд": 9, "مليار": 9, "亿": 8, "億": 8, "兆": 12,
	"trillion": 12, "trillions": 12, "tn": 12, "billionen": 12, "billones": 12, "biljoen": 12, "трлн": 12, "триллион": 12, "триллионов": 12, "تريليون": 12, "lakh": 5, "crore": 7,
}

// Scale returns the power of ten of a scale word (thousand, Mio., млрд).
func Scale(word string) (power int, ok bool) {
	var room [32]byte
	power, ok = scales[string(bytes.TrimSuffix(AppendFold(room[:0], word), []byte(".")))]
	return power, ok
}

// percents are the written forms of the percent sign, folded.
var percents = set("% ％ ٪ percent per_cent pct prozent procent pourcent pour_cent por_ciento por_cento per_cento процент процента процентов проценты بالمئة بالمائة في_المئة في_المائة パーセント")

// IsPercent reports whether a word is a written form of the percent sign.
func IsPercent(word string) bool { return percents[Fold(word)] }

// points are the forms of percentage points, folded.
var points = set("pp percentage_points percentage_point prozentpunkte prozentpunkten prozentpunkt procentpunten procentpunt points_de_pourcentage point_de_pourcentage puntos_porcentuales punto_porcentual punti_percentuali punto_percentuale pontos_percentuais ponto_percentual процентных_пункта процентных_пунктов процентный_пункт 个百分点 個百分點 ポイント")

func set(list string) map[string]bool {
	out := map[string]bool{}
	for _, word := range strings.Fields(list) {
		out[word] = true
	}
	return out
}
