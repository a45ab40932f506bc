package syntax

import (
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/quick"

	"vouchsafe/grounding/text"
	"vouchsafe/internal/growth"
)

// kindNames and roleNames are how the tests write phrases.
var (
	kindNames = strings.Fields("Clause Subordinate Relative Participial Infinitive NounPhrase Prepositional VerbGroup " +
		"AdjectivePhrase AdverbPhrase Predicate List Apposition Aside")
	roleNames = strings.Fields("- Subject Object Indirect Complement Verb Agent Adjunct Modifier Member Reported")
)

// written writes a phrase with its kind and role, and a question mark where it may belong
// to several others.
func written(sentence string, s *Sentence, i int) string {
	p := &s.Phrases[i]
	out := kindNames[p.Kind] + "/" + roleNames[p.Role] + ": " + sentence[s.Words[p.From].Start:s.Words[p.To-1].End]
	if p.Ambiguous() {
		out += "?"
	}
	return out
}

// TestPhrasesOfSentences reads testdata/phrases.txt: a sentence, and behind it some of
// the phrases that it must have.
func TestPhrasesOfSentences(t *testing.T) {
	file, err := os.ReadFile("testdata/phrases.txt")
	if err != nil {
		t.Fatal(err)
	}
	sentence, found := "", []string(nil)
	for n, line := range strings.Split(string(file), "\n") {
		want, isPhrase := strings.CutPrefix(line, "  ")
		switch {
		case strings.HasPrefix(line, "#") || line == "":
		case !isPhrase:
			sentence, found = line, nil
			s := new(Reader).Read(line)
			for i := range s.Phrases {
				found = append(found, written(line, s, i))
			}
		case !slices.Contains(found, want):
			t.Errorf("line %d: %s\nlacks %s, has\n%s", n+1, sentence, want, strings.Join(found, "\n"))
		}
	}
}

func TestMarksOfClauses(t *testing.T) {
	for _, c := range []struct {
		sentence string
		want     Marks
	}{
		{"The board was asked.", Passive},
		{"The board was not asked.", Passive | Negated},
		{"Ask the board.", Imperative},
		{"The board asks.", 0},
		{"What is a board?", Question},
	} {
		s := new(Reader).Read(c.sentence)
		if got := s.Phrases[0].Marks & (Passive | Negated | Imperative | Question); got != c.want {
			t.Errorf("%s: marks %b, want %b", c.sentence, got, c.want)
		}
	}
}

// check reports what is wrong with the phrases of a sentence.
func check(s *Sentence) error {
	for i := range s.Phrases {
		p := &s.Phrases[i]
		if p.From >= p.To || int(p.To) > len(s.Words) || p.Head < p.From || p.Head >= p.To {
			return fmt.Errorf("phrase %d %+v is none of %d words", i, *p, len(s.Words))
		}
		for _, q := range []int16{p.Parent, p.Top} {
			if int(q) >= len(s.Phrases) || q == int16(i) {
				return fmt.Errorf("phrase %d belongs to %d", i, q)
			}
		}
		for at, steps := p.Parent, 0; at >= 0; at, steps = s.Phrases[at].Parent, steps+1 {
			if steps > len(s.Phrases) {
				return fmt.Errorf("phrase %d belongs to itself", i)
			}
		}
		for j := i + 1; j < len(s.Phrases); j++ {
			if q := &s.Phrases[j]; q.From < p.To && q.To > p.To {
				return fmt.Errorf("phrases %d %+v and %d %+v overlap", i, *p, j, *q)
			}
		}
	}
	return nil
}

func FuzzRead(f *testing.F) {
	f.Add("The board, which met in May, proposes (as before) a dividend of NOK 2.75 and \"more\", said Ann.")
	f.Add("To be or not to be: that is the question!")
	f.Fuzz(func(t *testing.T, s string) {
		shown := text.Show(s).Text
		if err := check(new(Reader).Read(shown)); err != nil {
			t.Errorf("%q: %v", shown, err)
		}
	})
}

// TestAnyOrderOfWordsIsRead reads the words of a sentence in any order.
func TestAnyOrderOfWordsIsRead(t *testing.T) {
	words := strings.Fields("the board which met in May , proposes to pay ( as before ) a big dividend of 2 and more , said Ann if not asked by us ; then walking \" is \" that")
	reader := &Reader{}
	sound := func(order []uint8) bool {
		var out []string
		for _, o := range order {
			out = append(out, words[int(o)%len(words)])
		}
		err := check(reader.Read(strings.Join(out, " ")))
		if err != nil {
			t.Log(strings.Join(out, " "), err)
		}
		return err == nil
	}
	if err := quick.Check(sound, &quick.Config{MaxCount: 30000, Rand: rand.New(rand.NewSource(1))}); err != nil {
		t.Error(err)
	}
}

// TestPhrasesDoNotOverlap reads what once made phrases that overlap.
func TestPhrasesDoNotOverlap(t *testing.T) {
	for _, s := range []string{
		"Board, said Ann, said Bob.",
		"May said, us pay said of big, said dividend of it.",
		"Asked met and big May said, us pay said of , in not big of , said dividend of it.",
		"As , more us said , , May before board is of is dividend of said as , said more as more.",
		`then said met pay asked walking 2 asked asked , and walking dividend " asked proposes " big as asked " , board`,
		`May dividend May by board said asked and us a if to the ) big if more pay ( said Ann before , Ann May pay more by and a ( is , and pay big`,
	} {
		if err := check(new(Reader).Read(s)); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	}
}

// TestLongSentencesAreReadInLinearTime reads sentences that could be read again and again.
func TestLongSentencesAreReadInLinearTime(t *testing.T) {
	reader := &Reader{}
	for _, part := range []string{"milk, ", "of the house ", "which is what he said that ", "(", "and ", "to go to ", "the man in "} {
		growth.Linear(t, part, growth.Repeat(part), func(s string) { reader.Read(s) })
	}
}
