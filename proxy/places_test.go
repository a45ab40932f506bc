package proxy

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
)

// placed are documents with all that a marker can name them by.
const placed = `"vouchsafe":{"chunks":[` +
	`{"chunk_id":"f5f44de","doc_id":"d1","text":"Nightly backups are kept for 21 days.","source_filename":"a.pdf","title":"Plan","url":"https://a.example/plan","authors":["Quill, C."],"year":2021},` +
	`{"chunk_id":"e6aa924","doc_id":"d2","text":"Adults with atrial fibrillation start on apixaban 5 mg twice daily.","source_filename":"b.pdf","title":"Dose","url":"https://b.example/dose","authors":["Moss, A."],"year":2018},` +
	`{"chunk_id":"d479b43","doc_id":"d3","text":"Meakin reported that the pump fails at 80 degrees.","source_filename":"c.pdf","title":"Pump","url":"https://c.example/pump","authors":["Hale, B."],"year":2019},` +
	`{"chunk_id":"c910e2e","doc_id":"d4","text":"The index is 1.78, with a margin of 0.02.","source_filename":"d.pdf","title":"Index","url":"https://d.example/index","authors":["Lund, D."],"year":2020}]},`

// markerPlaces are where markers stand, as {1} to {4} for the documents.
var markerPlaces = map[string]string{
	"before the stop":         "Nightly backups are kept for 21 days {1}.",
	"behind the stop":         "Nightly backups are kept for 21 days. {1}",
	"touching":                "Nightly backups are kept for 21 days{1}.",
	"according to":            "According to {1}, nightly backups are kept for 21 days.",
	"behind the subject":      "Nightly backups {1} are kept for 21 days.",
	"source states":           "Source {1} states that nightly backups are kept for 21 days.",
	"is the subject":          "{1} states that nightly backups are kept for 21 days.",
	"a person reported":       "Meakin {3} reported that the pump fails at 80 degrees.",
	"behind a figure":         "The index is 1.78 {4}, with a margin of 0.02.",
	"one of two carries":      "Nightly backups are kept for 21 days {1}{3}.",
	"over clauses":            "Nightly backups are kept for 21 days and adults with atrial fibrillation start on apixaban 5 mg twice daily {1}{2}.",
	"clause by clause":        "Nightly backups are kept for 21 days {1}, and adults with atrial fibrillation start on apixaban 5 mg twice daily {2}.",
	"begins the line":         "{1} Nightly backups are kept for 21 days.",
	"begins items":            "- {1} Nightly backups are kept for 21 days.\n- {2} Adults with atrial fibrillation start on apixaban 5 mg twice daily.",
	"ends items":              "- Nightly backups are kept for 21 days {1}\n- Adults with atrial fibrillation start on apixaban 5 mg twice daily {2}",
	"in a list's head":        "On backups {1}:\n- Nightly backups are kept for 21 days.",
	"in a table":              "| Nightly backups are kept for | 21 days {1} |",
	"begins a paragraph":      "Nightly backups are kept for 21 days {1}.\n\n{2} Adults with atrial fibrillation start on apixaban 5 mg twice daily.",
	"begins the next line":    "{1} Nightly backups are kept for 21 days.\n{2} Adults with atrial fibrillation start on apixaban 5 mg twice daily.",
	"on a line of its own":    "Nightly backups are kept for 21 days.\n{1}",
	"in parentheses":          "Nightly backups are kept (see {1}) for 21 days.",
	"behind every sentence":   "Nightly backups are kept for 21 days {1}. Adults with atrial fibrillation start on apixaban 5 mg twice daily {2}.",
	"above a list of sources": "Nightly backups are kept for 21 days {1}.\n\nSources:\n{1} Plan",
}

var falsified = strings.NewReplacer("21 days", "22 days", "5 mg", "50 mg", "80 degrees", "90 degrees", "1.78", "1.87")

// notations are the ways in which a model writes these markers.
var notations = []struct {
	name    string
	dialect answer.Dialect
	prompt  string
	marker  func(n int) string
	wrap    func(text string) string
}{
	{"numbered", answer.Numbered, "Be brief.", func(n int) string { return fmt.Sprintf("[%d]", n) }, nil},
	{"author_year", answer.AuthorYear, "Be brief.", func(n int) string {
		return [...]string{"[Quill, 2021]", "[Moss, 2018]", "[Hale, 2019]", "[Lund, 2020]"}[n-1]
	}, nil},
	{"dagger", answer.Dagger, "Be brief.", func(n int) string { return fmt.Sprintf("[†%d]", n) }, func(text string) string {
		return inJSON(text, `{"chunk_id":%q,"similarity":0.9,"source_filename":""}`, `{"answer":%s,"citations":[%s]}`, false)
	}},
	{"snippet", answer.Snippet, "Be brief.", func(n int) string { return fmt.Sprintf("[%d]", n) }, func(text string) string {
		return inJSON(text, `{"chunk_id":%q,"doc_id":"","snippet":%q}`, `{"answer":%s,"citations":[%s],"mode":"answer"}`, true)
	}},
	{"claims", answer.Claims, "Be brief.", func(n int) string { return "[" + placedIDs[n-1] + "]" }, func(text string) string {
		return inJSON(text, `{"id":%q,"relevant_quote":%q,"source":"","title":""}`, `{"answer":%s,"citations":[%s],"claims":[],"unanswered_aspects":[]}`, true)
	}},
	{"segments", answer.Segments, "Be brief.", func(n int) string { return "[" + placedIDs[n-1] + "]" }, nil},
	{"footnotes", answer.Client, "Cite the sources with footnotes such as [^1].", func(n int) string { return fmt.Sprintf("[^%d]", n) }, nil},
	{"ids", answer.Client, "Cite the sources by their ids, such as [a1b2c3d].", func(n int) string { return "[" + placedIDs[n-1] + "]" }, nil},
	{"letters", answer.Client, "Cite the sources in the format `[S#]`.", func(n int) string { return fmt.Sprintf("[S%d]", n) }, nil},
	{"lenticular", answer.Client, "Cite the sources as 【1】.", func(n int) string { return fmt.Sprintf("【%d】", n) }, nil},
	{"links", answer.Client, "Cite the sources as [1](url).", func(n int) string {
		return fmt.Sprintf("[%d](https://%c.example/%s)", n, 'a'+n-1, [...]string{"plan", "dose", "pump", "index"}[n-1])
	}, nil},
}

var (
	placedIDs  = [...]string{"f5f44de", "e6aa924", "d479b43", "c910e2e"}
	placedText = [...]string{"Nightly backups are kept for", "Adults with atrial fibrillation start on apixaban", "Meakin reported that the pump fails", "The index is 1.78"}
	numberIn   = regexp.MustCompile(`\{(\d)\}`)
)

// inJSON writes an answer whose markers number its citations, or name their chunks.
func inJSON(text, citation, whole string, quotes bool) string {
	var list []string
	seen := map[string]bool{}
	for _, m := range numberIn.FindAllStringSubmatch(text, -1) {
		n := int(m[1][0] - '1')
		if seen[m[1]] {
			continue
		}
		seen[m[1]] = true
		if quotes {
			list = append(list, fmt.Sprintf(citation, placedIDs[n], placedText[n]))
		} else {
			list = append(list, fmt.Sprintf(citation, placedIDs[n]))
		}
	}
	if strings.Contains(whole, "claims") {
		text = numberIn.ReplaceAllStringFunc(text, func(m string) string { return "[" + placedIDs[m[1]-'1'] + "]" })
	} else { // by place among the citations
		order := map[string]int{}
		text = numberIn.ReplaceAllStringFunc(text, func(m string) string {
			if order[m] == 0 {
				order[m] = len(order) + 1
			}
			if quotes {
				return fmt.Sprintf("[%d]", order[m])
			}
			return fmt.Sprintf("[†%d]", order[m])
		})
	}
	quoted, _ := json.Marshal(text)
	return fmt.Sprintf(whole, quoted, strings.Join(list, ","))
}

var (
	anyMarker = regexp.MustCompile(`\s*(?:\[[^\[\]]*\](?:\([^()]*\))?|【[^【】]*】)`)
	parens    = regexp.MustCompile(` ?\(see ?\)`)
)

// wordsIn is a text without its markers and its list of sources.
func wordsIn(text string) string {
	text, _, _ = strings.Cut(text, "\n\nSources:")
	text = parens.ReplaceAllString(anyMarker.ReplaceAllString(text, ""), "")
	return strings.Join(strings.Fields(text), " ")
}

// TestAMarkerCitesWhereverItStands: an honest sentence passes as written with its marker
// at every natural place, in every dialect; with a falsified figure it passes at none.
func TestAMarkerCitesWhereverItStands(t *testing.T) {
	t.Parallel()
	for _, n := range notations {
		t.Run(n.name, func(t *testing.T) {
			t.Parallel()
			for place, text := range markerPlaces {
				if n.name == "links" && place == "above a list of sources" {
					continue // a list of links is one of entries
				}
				for _, honest := range []bool{true, false} {
					said := text
					if !honest {
						said = falsified.Replace(text)
					}
					marked := numberIn.ReplaceAllStringFunc(said, func(m string) string { return n.marker(int(m[1] - '0')) })
					raw := marked
					switch {
					case n.wrap != nil:
						raw = n.wrap(said)
					case n.dialect == answer.Segments:
						quoted, _ := json.Marshal(marked)
						raw = `{"mode":"answer","segments":[{"citations":[],"text":` + string(quoted) + `}],"unanswered_aspects":[]}`
					}
					r := newRig(t, says(raw), func(a *App) { a.Policy.Citations.Dialect = n.dialect })
					s := r.talk(`{"model":"m",`+placed+`"messages":[{"role":"system","content":"`+n.prompt+`"},{"role":"user","content":"What do you know?"}]}`, false)
					got, want := wordsIn(s.text()), wordsIn(marked)
					if passed := (s.verdict() == "grounded" || s.verdict() == "healed") && got == want; passed != honest {
						t.Errorf("%s, honest %v: %s %q of %q", place, honest, s.verdict(), s.text(), raw)
					}
					if falsified.Replace(got) == got && !honest && strings.ContainsAny(got, "0123456789") {
						t.Errorf("%s: a false figure is shown: %q", place, s.text())
					}
				}
			}
		})
	}
}
