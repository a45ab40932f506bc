package htmlreport

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"vouchsafe/trace/written"
)

// Check is how a report is checked without the gateway: the record that it tells of, which the
// page holds, and a signed statement of its hash.
type Check struct {
	Record []byte        // JSON
	File   string        // what it is saved as
	About  string        // what it is
	ID     string        // of the trace, where the record is one
	Filed  written.Filed // whether the file of traces says the same
	Now    string        // that in words; "" for those of Filed
	// Recount is how figures are counted again by hand, from the file of traces; "" where the record is no figures.
	Recount string
	Made    time.Time
	By      string // who had the report made
	Seal    *Seal  // nil where the installation signs nothing
}

// Seal is the signature under a report's statement.
type Seal struct {
	Statement string // see Check.Statement
	Signature string // of the statement's bytes, Ed25519, base64
	PublicKey string // PEM
	KeyID     string
}

// Statement is what is signed: that such a report was made of a record with this hash, by whom,
// and when. id is that of the trace, where the record is one.
func (c *Check) Statement(what, id string) string {
	text, _ := json.Marshal(struct {
		Statement string        `json:"statement"`
		QueryID   string        `json:"query_id,omitempty"`
		SHA256    string        `json:"sha256"`
		Made      string        `json:"made"`
		By        string        `json:"made_by"`
		Filed     written.Filed `json:"file_of_traces,omitempty"`
	}{"vouchsafe " + what, id, hashOf(c.Record), c.Made.UTC().Format(time.RFC3339), c.By, c.Filed}) // texts cannot fail
	return string(text)
}

func (c *Check) values() values {
	v := values{
		"hash": hashOf(c.Record), "file": c.File, "record": attachment("application/json", c.Record), "about": c.About,
		"made": c.Made.UTC().Format(time.RFC1123), "by": c.By,
	}
	if c.ID != "" {
		v["filed"] = values{"command": againstFile(c.ID, c.File), "file": c.File, "now": c.now()}
	}
	if c.Recount != "" {
		v["recount"] = values{"command": c.Recount, "now": c.now()}
	}
	if s := c.Seal; s != nil {
		v["seal"] = values{
			"statement": s.Statement, "signature": s.Signature, "key": strings.TrimSpace(s.PublicKey), "id": s.KeyID,
			"statement file": attachment("application/json", []byte(s.Statement)),
			"signature file": attachment("text/plain", []byte(s.Signature+"\n")), "key file": attachment("application/x-pem-file", []byte(s.PublicKey)),
		}
	}
	return v
}

// now tells what came of holding the record against the file of traces.
func (c *Check) now() string { return cmp.Or(c.Now, words().Filed[c.Filed]) }

// Recount counts the exchanges of a time again from the files of traces, at a shell, by what they count as.
func Recount(app string, since, until time.Time) string {
	const form = "2006-01-02T15:04:05.000Z"
	of := fmt.Sprintf(`.timestamp >= %q and .timestamp < %q`, since.UTC().Format(form), until.UTC().Format(form))
	if app == "" {
		of += ` and ((.app // "") | endswith(":shadow") | not)` // which no figure of all apps counts
	} else {
		name, _ := json.Marshal(app) // a text cannot fail
		of += " and .app == " + string(name)
	}
	return `grep -hs '^{"query_id"' rag_trace.jsonl* | jq -r '` + strings.ReplaceAll("select("+of+") | .counts_as", "'", `'\''`) + `' | sort | uniq -c`
}

// againstFile holds a saved trace against its line in the files of traces, at a shell.
func againstFile(id, file string) string {
	return fmt.Sprintf(`grep -hs '^{"query_id":"%s"' rag_trace.jsonl* | sed -E 's/,"n":[0-9]+,"prev":"[0-9a-f]+"}$/}/' | tr -d '\n' | cmp - %s`, id, file)
}

// attachment is a file that the page itself holds, as the address of a link.
func attachment(kind string, data []byte) string {
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data)
}
