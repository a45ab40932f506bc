package docs

import (
	"strings"
	"testing"
)

// TestAPageAndAPartOfItCanBeRead: by name, by path, and by the heading that an error names.
func TestAPageAndAPartOfItCanBeRead(t *testing.T) {
	for _, name := range Names() {
		page, ok := Page(name)
		if path, found := Page("docs/" + name + ".md"); !ok || !found || path != page || Title(page) == "" || strings.HasPrefix(Title(page), "#") {
			t.Errorf("%s: %v, title %q", name, ok, Title(page))
		}
	}
	for name, want := range map[string]string{
		"http#errors": "## Errors\n", "docs/layouts.md#sections": "## Sections\n", "quickstart#5-when-the-verdict-is-skipped": "## 5. When",
	} {
		part, ok := Page(name)
		if !ok || !strings.HasPrefix(part, want) || strings.Count(part, "\n## ") > 0 {
			t.Errorf("%s: %v, %q", name, ok, part)
		}
	}
	for _, none := range []string{"", "nothing", "http#nothing", "../README", "docs/"} {
		if _, ok := Page(none); ok {
			t.Errorf("%q is a page", none)
		}
	}
}
