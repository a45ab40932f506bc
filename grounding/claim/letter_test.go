package claim

import "testing"

func TestWhatEndsALetterIsNoClaim(t *testing.T) {
	for _, s := range []string{
		"Sincerely,", "**Best regards,**", "Yours faithfully,", "Mit freundlichen Grüßen", "Cordialement,", "Un cordial saludo,", "Distinti saluti,",
		"Atenciosamente,", "Met vriendelijke groet,", "С уважением,", "مع أطيب التحيات،", "此致", "敬具",
		"Thank you for your time and consideration.", "I appreciate your understanding and support in this matter.",
	} {
		if isClaim(s, Factual) || isClaim(s, All) {
			t.Errorf("%q is a claim", s)
		}
	}
}

func TestAFactDressedAsALetterIsAClaim(t *testing.T) {
	for _, s := range []string{
		"Dear patients, the tablets are safe in pregnancy.", "Dear Anna, take two tablets,", "Dear Anna, you have 5 mg left,",
		"Sincerely, the tablets are lethal.", "Best regards to the company that caused the fire.",
		"Thank you for your refund of the deposit.", "I appreciate your confession.", "We thank you for paying 500 euros.", "Yours.",
		"Mit freundlichen Grüßen endet die Haftung.", "Liebe ist gefährlich,",
	} {
		if !isClaim(s, Factual) {
			t.Errorf("%q is no claim", s)
		}
	}
}

func isClaim(s string, level Level) bool {
	for _, sentence := range Split(s) {
		if sentence.IsClaim(level) {
			return true
		}
	}
	return false
}
