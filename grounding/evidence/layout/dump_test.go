package layout

import (
	"flag"
	"testing"

	"github.com/tidwall/gjson"
)

var dump = flag.String("dump", "", "a file of requests whose evidence is to be printed")

// TestDump prints what is found in the requests of a file: a quick view.
func TestDump(t *testing.T) {
	if *dump == "" {
		return
	}
	for _, raw := range readLines(t, *dump) {
		v := gjson.Parse(raw)
		body := v.Get("body")
		if !body.Exists() {
			body = v.Get("request")
		}
		f := Find(parseRequest(body.Raw), Defaults())
		t.Logf("%s %v marker=%q Q=%q untrusted=%q", v.Get("name"), f.Layouts, f.Marker, f.Question, f.Untrusted)
		for _, c := range f.Chunks {
			t.Logf("    %s/%s m%d id=%q doc=%q title=%q url=%q file=%q ambient=%v derived=%v | %.150q", c.Kind, c.Standing, c.Message, c.ID, c.DocID, c.Title, c.URL, c.Filename, c.Ambient, c.Derived, c.Text)
		}
	}
}
