package layout

import (
	"strings"
	"testing"
)

// TestWhatStrangersPromptsLost holds, in words of our own, forms of prompts that nobody had seen: instructions were
// passages, or passages lost words of theirs, or were not seen.
func TestWhatStrangersPromptsLost(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ system, user, kept, not string }{
		"rules in a numbered list below a word of a context": {"Je beantwoordt vragen met de context. Houd je aan de volgende regels:\n1. Gebruik alleen de context.\n2. Schrijf kort en helder.",
			"Context:\n{a}\n\n{b}\n\nVraag: Hoe warm?", "{a}", "Schrijf kort"},
		"a list below a heading like the question's":  {"", "## Antwortstruktur\n1. Direkte Antwort in ein bis zwei Sätzen\n2. Wichtige Ausnahmen und Fristen dazu\n\n## Kontext\n{a}\n\n{b}\n\n## Aktuelle Frage\nWie warm?", "{b}", "Ausnahmen"},
		"a talk between the context and the question": {"", "## Kontext\n{a}\n\n{b}\n\n## Gesprächsverlauf\nDu: Wie warm?\nBot: Bis 47 Grad.\n\n## Frage\nWie warm?", "{b}", "47 Grad"},
		"a frame that the order names":                {"Answer using ONLY the meeting notes below.", "QUESTION: How warm?\n\n--- MEETINGS ---\n### Store\n{a}\n\n### Licences\n{b}", "{b}", "QUESTION"},
		"the end of a frame in another language":      {"", "Réponds à partir des extraits.\n\n=== EXTRAITS ===\n\n--- Source 1 ---\n{a}\n\n--- Source 2 ---\n{b}\n\n=== FIN DES EXTRAITS ===\n\nQuestion : Combien ?\n\nRéponse :", "{b}", "FIN DES"},
		"clauses with their numbers":                  {"", "Responda com base nos trechos.\n\nTrechos:\nCláusula 4. {a}\n\nCláusula 11. {b}\n\nPergunta: Quanto?\nResposta:", "Cláusula 11. {b}", "Pergunta"},
		"an order behind the passages":                {"", "Consulta: ¿Cuánto?\n\nFragmentos:\n[1] {a}\n\n[2] {b}\n\nRespondé de forma breve y citá la fuente.", "{b}", "Respondé"},
		"objects right behind each other":             {"", `Context: {"title":"a","content":"{a}"}{"title":"b","content":"{b}"}` + "\n\nQuestion: How warm?", "{b}", "Question"},
		"objects of unknown members":                  {"", "Answer only from these records.\n\nRECORDS:\n" + `[{"hall":"north","kept":"between 2 and 6 degrees","keeper":"Ada Vey","watch":"every 40 minutes from eight until four","doors":4},{"hall":"south","kept":"between 8 and 9 degrees","keeper":"Bo Lund","watch":"every hour from four until midnight, but on Sundays","doors":7}]` + "\n\nQuestion: How warm?", `"doors":7`, "Question"},
	} {
		fill := strings.NewReplacer("{a}", coldStore, "{b}", licence)
		said := []string{"user", fill.Replace(tt.user)}
		if tt.system != "" {
			said = append([]string{"system", fill.Replace(tt.system)}, said...)
		}
		got := ""
		for _, c := range Find(say(said...), Defaults()).Chunks {
			if !c.Ambient {
				got += c.Text + "\n"
			}
		}
		if !strings.Contains(got, fill.Replace(tt.kept)) || strings.Contains(got, tt.not) {
			t.Errorf("%s: %q", name, got)
		}
	}
}
