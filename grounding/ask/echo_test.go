package ask

import (
	"testing"

	"vouchsafe/proxy/wire/prompt"
)

// TestAStatementWithoutItsNotIsNoEcho: words that stand in the prompt behind a "not", or behind
// half of their sentence, are not what the prompt says.
func TestAStatementWithoutItsNotIsNoEcho(t *testing.T) {
	t.Parallel()
	p := prompt.Prompt{Messages: []prompt.Message{{Role: "user", Parts: []string{"Fins: No se permite el uso de aletas los fines de semana. It is wrong that the pool opens on Sundays. \"The gate closes at nine in winter.\" Our staff are Ann Lee and Bo Day."}}}}
	for text, want := range map[string]bool{
		"No se permite el uso de aletas los fines de semana.": true,
		"Se permite el uso de aletas los fines de semana.":    false,
		"The pool opens on Sundays.":                          false,
		"The gate closes at nine in winter.":                  true,
		"permite el uso":                                      false,
		"Bo Day":                                              true,
		"semana":                                              true,
	} {
		if got := (&Ask{}).Echoes(&Fitted{Name: FormJSON, Texts: []string{text}}, p); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestAnOrderInChineseDeniesWhatStandsBelowIt: any word that is written without spaces may deny, and the order in
// front of a document was taken for one of the document's.
func TestAnOrderInChineseDeniesWhatStandsBelowIt(t *testing.T) {
	t.Parallel()
	p := prompt.Prompt{Messages: []prompt.Message{{Role: "user", Parts: []string{"提取vendor，以JSON返回。\n\n<document>\nINVOICE\nAcme GmbH\n供应商不是 Beta Ltd\n可退款：不可以退款"}}}}
	for text, want := range map[string]bool{"Acme GmbH": true, "INVOICE": true, "Beta Ltd": false, "可以退款": false, "Acm": false} {
		if got := (&Ask{}).Echoes(&Fitted{Name: FormJSON, Texts: []string{text}}, p); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
