package layout

import "testing"

// TestAPromptThatBreaksOffDoesNotPanic reads prompts that end, or have lines that are
// nothing, but the beginning of some layout.
func TestAPromptThatBreaksOffDoesNotPanic(t *testing.T) {
	fragments := []string{"<", "</", "<context>", "</context>", "[", "[[", "【", "】", "(", "{", "|", "|-|", "\"", "\"\"\"", "```",
		"```a.md", "#", "-", "---", "=", "*", "~", "«", "├", "_", ">", "/", ":", "1.", "[1]", "**a**", "[x](y", "- id:", "title,text",
		"END", "[END", "Example:", "Format:", "Context:", "Text:", "Source:", "Question:", "Answer:", "=== CONTEXT ===", "🔍", "中"}
	for _, role := range []string{"system", "user", "tool"} {
		for _, first := range fragments {
			for _, second := range fragments {
				for _, gap := range []string{"", "\n", "\n\n"} {
					Find(say(role, first+gap+second), Defaults())
					Find(say(role, "Context:\n"+first+gap+second+"\n</context>"), Defaults())
				}
			}
		}
	}
}
