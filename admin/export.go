package admin

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"io"
	"net"
	"strings"
	"time"

	"github.com/tidwall/gjson"
	"go.uber.org/zap"

	"vouchsafe/grounding/report"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/store"
)

// Bounds on exports. Each holds a connection and reads a page of traces at a
// time.
const (
	mostExports   = 4                // at a time
	exportTime    = 30 * time.Minute // of one
	clientStalled = 30 * time.Second // of a client that takes nothing
)

// form is how traces are written in an export.
type form struct {
	kind, file string
	head       []byte                    // what stands before the first
	row        func(trace []byte) []byte // with its line end; nil for a trace that is left out
}

// export sends all traces that a filter chooses, as they are read.
func (r *request) export(as form) *wire.Error {
	if r.chosen.Limit != 0 || r.chosen.Cursor != "" {
		return wire.BadRequest("limit", "bad_parameter",
			"An export holds all that the other parameters choose; it has no limit and no cursor.")
	}
	return r.stream(r.chosen, as)
}

// stream sends traces to the client one by one. What goes wrong on the way
// breaks the connection off: a clean end would be taken for all there is.
func (r *request) stream(f store.Filter, as form) *wire.Error {
	select {
	case r.desk.exports <- struct{}{}:
	default:
		err := wire.NewError(503, "overloaded", "Too many exports are running. Try again later.")
		err.RetryAfter = 5
		return err
	}
	what := string(r.ctx.URI().QueryString())
	if err := r.logAccess("export", what, 0); err != nil {
		<-r.desk.exports
		return err
	}
	r.ctx.SetContentType(as.kind)
	r.ctx.Response.Header.Set("Content-Disposition", `attachment; filename="`+as.file+`"`)
	if r.ctx.IsHead() {
		<-r.desk.exports
		return nil
	}
	out, in := io.Pipe()
	r.ctx.SetBodyStream(&pressed{out, r.ctx.Conn()}, -1)
	go func() {
		defer func() { <-r.desk.exports }()
		n, err := r.write(in, f, as)
		in.CloseWithError(err)
		if err != nil {
			r.desk.opt.Log.Warn("an export broke off", zap.Error(err))
		}
		_ = r.logAccess("exported", what, n) // that it began stands there already
	}()
	return nil
}

// write writes an export and returns how many traces it has.
func (r *request) write(to io.Writer, f store.Filter, as form) (n int, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), exportTime)
	defer cancel()
	w := bufio.NewWriterSize(to, 64<<10)
	w.Write(as.head) // an error shows at the next write
	err = r.desk.opt.Store.Export(ctx, f, func(line []byte) error {
		n++
		_, err := w.Write(as.row(line))
		return err
	})
	if err != nil {
		return n, err
	}
	return n, w.Flush()
}

// table are traces as a table for spreadsheets, a row each.
func table() form {
	var names []string
	for _, c := range columns() {
		names = append(names, c[0])
	}
	return form{kind: "text/csv; charset=utf-8; header=present", file: "traces.csv", head: csvRow(names), row: tableRow}
}

// columns are the columns of the table: a name, and where it is found in a
// trace; "" for what exactly failed, which may stand in several places.
func columns() [][2]string {
	return [][2]string{
		{"query_id", "query_id"}, {"timestamp", "timestamp"}, {"app", "app"}, {"user", "user"}, {"conversation", "conversation"},
		{"policy", "policy"}, {"model", "model"}, {"verdict", "verdict"}, {"reason", "reason"}, {"question", "question"},
		{"answer", "answer"},
		{"findings", "findings.#.code"}, {"detail", ""}, {"citations", "citations.#"}, {"attempts", "attempts.#"},
		{"total_ms", "latency.total_ms"}, {"upstream_ms", "latency.upstream_ms"}, {"verify_ms", "latency.verify_ms"},
		{"feedback", "feedback.kind"}, {"comment", "feedback.comment"}, {"counts_as", "counts_as"}, {"proof", "proof"},
	}
}

func tableRow(trace []byte) []byte {
	var row []string
	for _, c := range columns() {
		switch {
		case c[1] == "":
			row = append(row, safeText(store.Detail(trace)))
		case c[0] == "proof" && !report.CountsAs(gjson.GetBytes(trace, "counts_as").Str).Verified():
			row = append(row, "") // figures count the proof of verified answers alone
		default:
			row = append(row, cell(gjson.GetBytes(trace, c[1])))
		}
	}
	return csvRow(row)
}

func csvRow(row []string) []byte {
	var out bytes.Buffer
	c := csv.NewWriter(&out)
	_ = c.Write(row) // a buffer takes everything
	c.Flush()
	return out.Bytes()
}

// cell is a value as a spreadsheet may be given it. A text that a spreadsheet
// would take for a formula gets an apostrophe in front: questions and answers
// are written by strangers.
func cell(v gjson.Result) string {
	if v.IsArray() {
		var words []string
		for _, w := range v.Array() {
			words = append(words, w.String())
		}
		return strings.Join(words, " ")
	}
	if v.Type == gjson.String {
		return safeText(v.Str)
	}
	return v.String()
}

func safeText(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r\n", rune(s[0])) {
		return "'" + s
	}
	return s
}

// pressed is a body whose client has to take what is ready for it within a
// while: one that takes nothing would hold what is being read for it for ever.
type pressed struct {
	io.ReadCloser
	client net.Conn
}

func (p *pressed) Read(b []byte) (int, error) {
	n, err := p.ReadCloser.Read(b)
	_ = p.client.SetWriteDeadline(time.Now().Add(clientStalled)) // a connection that takes none fails at the next write
	return n, err
}
