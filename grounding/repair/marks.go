package repair

import lexis "vouchsafe/grounding/text"

// MarkText is what stands behind a sentence that nothing carries, in a
// language; English where the language is not known.
func MarkText(l lexis.Language) string {
	if text, ok := marks[l]; ok {
		return text
	}
	return marks[lexis.English]
}

var marks = map[lexis.Language]string{
	lexis.English:    "[not verified]",
	lexis.German:     "[nicht belegt]",
	lexis.French:     "[non vérifié]",
	lexis.Spanish:    "[no verificado]",
	lexis.Italian:    "[non verificato]",
	lexis.Portuguese: "[não verificado]",
	lexis.Dutch:      "[niet geverifieerd]",
	lexis.Russian:    "[не подтверждено]",
	lexis.Arabic:     "[غير موثق]",
	lexis.Chinese:    "[未经核实]",
	lexis.Japanese:   "[未確認]",
}
