package verify

import (
	"testing"

	"vouchsafe/grounding/evidence"
)

func TestAddressesOfTheEvidence(t *testing.T) {
	ev := given(evidence.Chunk{ID: "a", URL: "https://shop.example.org/Item?id=5", Filename: "notes.v2.pdf", Title: "Fees — https://d.example/fees",
		Text: "See (https://a.example/x), [this](https://b.example/y_(z)) or HTTPS://C.example/. Write to help@acme.com, look at www.acme.com/faq. <img src='x'>"})
	ev.Question = "What does intranet.corp.com say of https://evil.example/p?"
	c := material{ev: ev}
	for address, want := range map[string]bool{
		"https://a.example/x": true, "https://a.example/x)": false, "https://b.example/y_(z)": true, "https://c.example": true,
		"https://shop.example.org/Item?id=5": true, "https://shop.example.org/item?id=5": false, "http://a.example/x": false,
		"https://d.example/fees": true, "https://evil.example/p": false, "javascript:alert(1)": false, "//a.example/x": false, "https://user@a.example/x": false, "": false,
	} {
		if got := c.sourced(address); got != want {
			t.Errorf("%q: sourced %t, want %t", address, got, want)
		}
	}
	for name, want := range map[string]bool{
		"help@acme.com": true, "ACME.com": true, "www.acme.com/faq": true, "notes.v2.pdf": true, "intranet.corp.com": true, "evil.com": false,
	} {
		if got := c.named(name); got != want {
			t.Errorf("%q: named %t, want %t", name, got, want)
		}
	}
	if !ev.quotesTag("<img src='x'>") || ev.quotesTag("<img src='y'>") {
		t.Error("a tag is the evidence's where it stands there")
	}
}

func TestAnAddressAsBrowsersReadIt(t *testing.T) {
	for raw, want := range map[string]string{
		"https://A.example/": "https://a.example", "http://a.example/p": "http://a.example/p", "https://a.example/p?x=1#y": "https://a.example/p?x=1#y",
		"https:a.example": "", "https:/a.example": "", "//a.example": "", "ftp://a.example": "", "https://a.example\\@b.example": "",
		"https://a.example/\u200b": "", "https://a .example": "", "https://\ta.example": "", "https://u:p@a.example": "", "": "",
	} {
		if got := Address(raw); got != want {
			t.Errorf("%q: %q, want %q", raw, got, want)
		}
	}
}

// A link to a source's own name, which the app had ordered, was taken out of the answer.
func TestALinkToASourcesNameIsKept(t *testing.T) {
	t.Parallel()
	ev := given(evidence.Chunk{ID: "a", Text: "The vault stands in Hamburg.", Filename: "kb_05.txt", Source: "cortex://manuals/5#p1"},
		evidence.Chunk{ID: "javascript:alert(1)", Text: "The gate is open.", Source: "//evil.example", Filename: `\\evil.example`})
	m := &material{ev: ev}
	for address, want := range map[string]bool{
		"kb_05.txt": true, "cortex://manuals/5#p1": true, "cortex://manuals/6": false, "kb_06.txt": false,
		"javascript:alert(1)": false, "//evil.example": false, `\\evil.example`: false,
	} {
		if m.sourced(address) != want {
			t.Errorf("%s: sourced %t", address, !want)
		}
	}
}
