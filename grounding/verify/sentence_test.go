package verify

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestASnippetBringsItsWholeSentence(t *testing.T) {
	const text = "Größe zählt. If the state agrees, work starts in May. Nobody knows."
	p := NewPassage(text, nil)
	at := utf8.RuneCountInString(text[:strings.Index(text, "work")])
	got := p.Sentence(at, at+4)
	if want := "If the state agrees, work starts in May."; got.Text != want {
		t.Errorf("got %q, want %q", got.Text, want)
	}
	runes := []rune(text)
	if string(runes[got.Start:got.End]) != got.Text {
		t.Errorf("the places %d to %d are those of %q", got.Start, got.End, string(runes[got.Start:got.End]))
	}
	if both := p.Sentence(at-30, at+4).Text; both != text[:strings.Index(text, " Nobody")] {
		t.Errorf("a snippet across a border brings %q", both)
	}
}
