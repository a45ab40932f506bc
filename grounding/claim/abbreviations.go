package claim

import "strings"

// set makes a lookup of space-separated words.
func set(words string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// abbreviations never end a sentence: something always follows them.
var abbreviations = set(`
	dr mr mrs ms prof rev hon gen col lt sgt capt gov sen rep mt vs cf viz e.g i.e eg ie esp ca approx resp
	incl excl et messrs mme mlle
	bzw z d.h u.a v.a sog ggf evtl vgl fr dipl ing z.b o.ä
	p.ex sr sra srta dra dott sig sig.ra ing ej p.ej bijv dhr mevr drs
	т.е т.д ул г-н np tzw tj m.in ul`)

// abbreviatesNumber are abbreviations only in front of a number.
var abbreviatesNumber = set(`
	no nos nr núm num art arts fig figs figs tab eq eqs sec secs ch chap vol vols p pp par para pos ver v s n abs
	kap ziff lit bd abb ст стр рис jan feb mar apr jun jul aug sep sept oct nov dec ed eds col bl b c`)

// maybeAbbreviations end a sentence only if a usual opening word follows.
var maybeAbbreviations = set(`
	st ft etc al jr sr inc ltd co corp dept est univ bros assn ave blvd rd am pm a.m p.m u.s u.k ph.d b.c a.d usw usf
	ggmbh mio mrd mia tsd млн млрд тыс tel min max avg temp lb lbs oz hr hrs in no art bsp str op cit ibid ss vv`)

// opensSentence are words that, capitalised behind a full stop, open a
// sentence rather than go on with a name.
var opensSentence = set(`
	the a an this that these those it its he she they we you i there here in on at for from with when while if as
	however but and or so then after before during although though because since also additionally moreover
	furthermore therefore thus hence overall note according based some many most all no not each every both his her
	their our your my what which who how why where is are was were do does did can could should would may might will to by
	one two three another other please let use make take
	der die das ein eine es er sie wir ihr ich dieser diese dieses im in am bei mit wenn als und aber oder für auch nach
	le la les un une des il elle ils elles nous vous je ce cette ces en dans pour avec si et mais ou
	el los las una unos él ella ellos este esta estos estas para con y pero o por al
	lo gli i uno questo questa per se ma di nel
	o os as um uma ele ela este esta em no na
	de het een hij zij wij dit dat deze die en maar of voor met als`)

// months are the names that follow a day's ordinal ("am 5. Mai").
var months = set(`
	januar jänner februar märz april mai juni juli august september oktober november dezember
	january february march may june july october december
	januari februari maart mei augustus
	janvier février mars avril juin juillet août septembre octobre novembre décembre`)

// isMonth reports whether w names a month.
func isMonth(w string) bool { return months[strings.ToLower(w)] }
