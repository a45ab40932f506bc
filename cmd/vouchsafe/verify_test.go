package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"vouchsafe/grounding/report"
	"vouchsafe/internal/upstreamtest"
)

// vouchsafe runs a command line.
func vouchsafe(in io.Reader, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(args, streams{in, &out, &err})
	return code, out.String(), err.String()
}

const kilnRow = `{"id":%d,"chunks":["The bisque firing takes nine hours."],"answer":"The bisque firing takes %s hours [1]."}` + "\n"

func TestVerifyKeepsTheOrderOfItsInput(t *testing.T) {
	var in strings.Builder
	for i := range 500 {
		switch {
		case i%7 == 0:
			in.WriteString("{broken\n")
		case i%50 == 1: // takes far longer than its neighbours
			in.WriteString(fmt.Sprintf(kilnRow, i, strings.Repeat("nine and ", 500)+"nine"))
		default:
			in.WriteString(fmt.Sprintf(kilnRow, i, "nine"))
		}
	}
	code, out, _ := vouchsafe(strings.NewReader(in.String()), "verify", "-")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != 0 || len(lines) != 500 {
		t.Fatalf("exit code %d, %d lines", code, len(lines))
	}
	for i, line := range lines {
		want := `{"id":` + strconv.Itoa(i) + `,`
		if i%7 == 0 {
			want = `{"line":` + strconv.Itoa(i+1) + `,"error":`
		}
		if !strings.HasPrefix(line, want) {
			t.Fatalf("line %d is %.60s, want %s", i, line, want)
		}
	}
}

// pacer hands out rows and counts how far reading runs ahead of writing.
type pacer struct {
	row             string
	left            int
	read, written   int
	furthestBetween int
	rest            []byte
	ahead           chan struct{} // guards the counts
}

func (p *pacer) Read(b []byte) (int, error) {
	<-p.ahead
	defer func() { p.ahead <- struct{}{} }()
	if len(p.rest) == 0 {
		if p.left == 0 {
			return 0, io.EOF
		}
		p.left--
		p.read++
		p.rest = []byte(p.row)
	}
	p.furthestBetween = max(p.furthestBetween, p.read-p.written)
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

func (p *pacer) Write(b []byte) (int, error) {
	<-p.ahead
	defer func() { p.ahead <- struct{}{} }()
	p.written += bytes.Count(b, []byte("\n"))
	return len(b), nil
}

func TestVerifyHoldsFewRowsAtATime(t *testing.T) {
	row := fmt.Sprintf(kilnRow, 1, "nine")
	row = `{"padding":"` + strings.Repeat("x", 16<<10) + `",` + row[1:]
	p := &pacer{row: row, left: 2000, ahead: make(chan struct{}, 1)}
	p.ahead <- struct{}{}
	var stderr bytes.Buffer
	if code := run([]string{"verify", "-"}, streams{p, p, &stderr}); code != 0 || p.written != 2000 {
		t.Fatalf("exit code %d, %d rows written: %s", code, p.written, stderr.String())
	}
	// What is running, what waits in the two buffers of 64 KiB each.
	if most := 2*runtime.GOMAXPROCS(0) + 8 + 128; p.furthestBetween > most {
		t.Errorf("reading ran %d rows ahead of writing, at most %d were expected", p.furthestBetween, most)
	}
}

func TestAByteOrderMarkIsNoPartOfTheFirstLine(t *testing.T) {
	err := linesOf(strings.NewReader("\ufeff\n\ufeffx\n")).filled(func(n int, line []byte) error {
		if string(line) != "\ufeffx" || n != 2 {
			t.Errorf("line %d is %q", n, line)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestAnInputThatBreaksOffIsAnError(t *testing.T) {
	broken := io.MultiReader(strings.NewReader(fmt.Sprintf(kilnRow, 1, "nine")), iotest.ErrReader(errors.New("the line went dead")))
	code, out, stderr := vouchsafe(broken, "verify", "-")
	if code != exitFailed || !strings.Contains(stderr, "the line went dead") || strings.Count(out, "\n") != 1 {
		t.Errorf("exit code %d, %q, %q", code, out, stderr)
	}
}

func TestAnOutputThatFailsIsAnError(t *testing.T) {
	var stderr bytes.Buffer
	in := strings.NewReader(strings.Repeat(fmt.Sprintf(kilnRow, 1, "nine"), 300))
	if code := run([]string{"verify", "-"}, streams{in, brokenPipe{}, &stderr}); code != exitFailed || !strings.Contains(stderr.String(), "cannot write the results") {
		t.Errorf("exit code %d, %q", code, stderr.String())
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestRates(t *testing.T) {
	for in, want := range map[string]float64{"0": 0, "1": 1, "0.9": 0.9, "90%": 0.9, "5%": 0.05, "100%": 1, "0.5%": 0.005, "1%": 0.01} {
		if got, err := parseRate(in); err != nil || *got != want {
			t.Errorf("%q is %v, %v; want %v", in, got, err, want)
		}
	}
	for _, in := range []string{"x", "-1", "101", "90", "1.5", "101%", "NaN", "Inf", "%", "0,9"} {
		if got, err := parseRate(in); err == nil {
			t.Errorf("%q is %v", in, *got)
		}
	}
}

func TestThePageShowsABoundedNumberOfRows(t *testing.T) {
	var in strings.Builder
	for i := range 1200 {
		in.WriteString(fmt.Sprintf(kilnRow, i, map[bool]string{true: "nine", false: "seven"}[i%2 == 0]))
	}
	page := filepath.Join(t.TempDir(), "page.html")
	if code, _, stderr := vouchsafe(strings.NewReader(in.String()), "verify", "--html", page, "-"); code != 0 {
		t.Fatal(stderr)
	}
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(data, []byte("<article ")); n != maxFailedRows+maxPassedRows {
		t.Errorf("%d rows are shown", n)
	}
	if !bytes.Contains(data, []byte("All 1200 rows are counted above. Shown here are 500")) {
		t.Error("the page does not say that rows are left out")
	}
}

func TestASelectionIsBoundedByTheSizeOfItsTexts(t *testing.T) {
	s := newSelection(true, preparer())
	for range 4 {
		o := outcome{line: 1}
		o.item.Verdict, o.item.Answer = report.Ungrounded, strings.Repeat("x", maxPageBytes/2)
		s.add(o)
	}
	if len(s.rows) != 2 || s.omitted != 2 {
		t.Errorf("%d rows are kept, %d left out", len(s.rows), s.omitted)
	}
}

func TestIDsAsPeopleReadThem(t *testing.T) {
	for raw, want := range map[string]string{`"a"`: "a", `12`: "12", ``: "", `null`: "", `{"a":1}`: `{"a":1}`} {
		if got := nameOf(json.RawMessage(raw)); got != want {
			t.Errorf("%s reads %q, want %q", raw, got, want)
		}
	}
}

func TestNothingIsDrawnOnWhatIsNoTerminal(t *testing.T) {
	if isTerminal(&bytes.Buffer{}) {
		t.Error("a buffer is no terminal")
	}
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if isTerminal(null) {
		t.Error("the null device is no terminal")
	}
}

func TestProgressCountsRows(t *testing.T) {
	var out bytes.Buffer
	p := &progress{out: &out}
	p.show(9)
	p.show(10) // too soon
	if want := "\r\x1b[K9 rows"; out.String() != want {
		t.Errorf("drawn is %q, want %q", out.String(), want)
	}
}

func TestAFolderIsNoInput(t *testing.T) {
	if code, _, stderr := vouchsafe(nil, "verify", t.TempDir()); code != exitUsage || !strings.Contains(stderr, "is a folder") {
		t.Errorf("exit code %d, %q", code, stderr)
	}
}

func TestVerifyAsksTheJudgeOfItsPolicy(t *testing.T) {
	model, err := upstreamtest.Start(func(r *upstreamtest.Request) upstreamtest.Reply {
		return upstreamtest.Answer{Choices: []upstreamtest.Choice{{Content: `{"verdicts":[{"id":1,"reason":"no","score":0.1}]}`}}}.For(r)
	})
	if err != nil {
		t.Fatal(err)
	}
	defer model.Close()
	path := filepath.Join(t.TempDir(), "vouchsafe.yaml")
	file := `
upstreams: {small: {base_url: "` + model.BaseURL() + `", api_key: sk-x}}
judges: {second: {kind: chat, upstream: small, model: m}}
policies: {careful: {extends: balanced, verify: {judge: second}}}
`
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, stderr := vouchsafe(strings.NewReader(fmt.Sprintf(kilnRow, 1, "nine")), "verify", "-c", path, "--policy", "careful", "-")
	if code != 0 || !strings.Contains(out, `"verdict":"ungrounded"`) || !strings.Contains(out, "judge-rejected") || !strings.Contains(out, "the judge second gives it 0.10") {
		t.Errorf("exit code %d, %s%s", code, out, stderr)
	}
}
