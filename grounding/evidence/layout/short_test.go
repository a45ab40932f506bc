package layout

import "testing"

// TestShortNumberedPassagesAreSeenBelowWordsThatSpeakOfThem: a lie about them had left as if there were none.
func TestShortNumberedPassagesAreSeenBelowWordsThatSpeakOfThem(t *testing.T) {
	for _, order := range []string{"Use the documents to answer.", "You are a helpful bot. Use the following excerpts to answer.", "Only use the documents.", "Read the documents and answer."} {
		for _, list := range []string{"[1] Backups are kept for 21 days.\n[2] Restores take two hours.", "Document 1: Backups are kept for 21 days.\nDocument 2: Restores take two hours.", "Source 1:\nBackups are kept for 21 days.\n\nSource 2:\nRestores take two hours."} {
			found := Find(say("user", order+"\n\n"+list+"\n\nQuestion: How long are backups kept?"), Defaults())
			if len(found.Chunks) != 2 {
				t.Errorf("%s %s: %d chunks", order, list, len(found.Chunks))
			}
		}
	}
	for _, chat := range []string{"I sort my documents.\n\n1. Passport\n2. Old letters\n\nWhat is missing?", "Which documents do I need?\n\n[1] A passport\n[2] A visa"} {
		if found := Find(say("user", chat), Defaults()); len(found.Chunks) != 0 {
			t.Errorf("%s: %d chunks", chat, len(found.Chunks))
		}
	}
}

// TestShortPassagesBelowAnOrderToCiteLikeThem: the sign that the order shows heads the first of them. Rules are none.
func TestShortPassagesBelowAnOrderToCiteLikeThem(t *testing.T) {
	for list, want := range map[string]int{"[1] Backups are kept for 21 days.\n[2] Restores take two hours.": 2, "[1] Always answer politely.\n[2] Never swear.": 0} {
		if found := Find(say("system", "Answer the question and cite like [1].\n\n"+list), Defaults()); len(found.Chunks) != want {
			t.Errorf("%s: %d chunks", list, len(found.Chunks))
		}
	}
}
