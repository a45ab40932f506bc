package vouchsafe

import (
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"vouchsafe/internal/need"
	"vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
)

// TestTheFirstPageIsShort: a newcomer reads no more than 900 words.
func TestTheFirstPageIsShort(t *testing.T) {
	if n := len(strings.Fields(text(t, "README.md"))); n > 900 {
		t.Errorf("README.md has %d words", n)
	}
}

// TestTheFirstPageHasAFigureOfItsOwn: what a call costs stands on the page of measurements.
func TestTheFirstPageHasAFigureOfItsOwn(t *testing.T) {
	first, price := text(t, "README.md"), text(t, "docs/performance.md")
	figures := func(page, pattern string) (out []float64) {
		t.Helper()
		m := regexp.MustCompile(pattern).FindStringSubmatch(page)
		if m == nil {
			t.Fatalf("no page says %s", pattern)
		}
		for _, digits := range m[1:] {
			n, err := strconv.ParseFloat(strings.ReplaceAll(digits, ",", ""), 64)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, n)
		}
		return out
	}
	told := figures(first, `([0-9]+) input tokens for a prompt of 8 KB and ([0-9]+) % more output.*\n.*quotes: ([0-9]+) and twice the output\); ([0-9.]+) ms of processor time for 8 KB, ([0-9.]+) ms for 100 KB`)
	input := figures(price, `\| 8 KB \| input \| ([0-9,]+) \| ([0-9,]+) [^|]*\| [^|]* \| ([0-9,]+) `)
	output := figures(price, `\| 8 KB .*\n\| \| output \| [0-9,]+ \| [0-9,]+ \(([0-9.]+)\) \| [^|]* \| [0-9,]+ \(([0-9.]+)\) \|`)
	micros := figures(price, `\| enforce, own words \| [^|]* \| ([0-9,]+) \([0-9]+\) \| ([0-9,]+) `)
	tenth := func(micros float64) float64 { return math.Round(micros/100) / 10 }
	want := []float64{input[2] - input[0], math.Round(100 * (output[1] - 1)), input[1] - input[0], tenth(micros[0]), tenth(micros[1])}
	if !slices.Equal(told, want) || math.Round(output[0]) != 2 {
		t.Errorf("the first page says %v, docs/performance.md %v and %v times the output", told, want, output[0])
	}
}

// snippet is a fenced block of the first page.
type snippet struct{ language, code string }

var fence = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")

// snippets are those of the first page, by language. All must be of one that is run here.
func snippets(t *testing.T) map[string][]snippet {
	t.Helper()
	out := map[string][]snippet{}
	for _, m := range fence.FindAllStringSubmatch(text(t, "README.md"), -1) {
		switch m[1] {
		case "sh", "python", "js":
			out[m[1]] = append(out[m[1]], snippet{m[1], m[2]})
		default:
			t.Errorf("nobody runs this block of README.md:\n%s", m[2])
		}
	}
	if len(out["sh"]) == 0 || len(out["python"]) == 0 || len(out["js"]) == 0 {
		t.Fatal("README.md shows no shell, no Python or no JavaScript")
	}
	return out
}

// newcomer is somebody with a clone of the repository, a folder with an app, and a model.
type newcomer struct {
	t     *testing.T
	dir   string
	env   []string
	base  string // of the gateway, with /v1
	model *upstreamtest.Server
}

func newNewcomer(t *testing.T) *newcomer {
	t.Helper()
	model, err := upstreamtest.Start(upstreamtest.Menu())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(model.Close)
	return &newcomer{t: t, dir: t.TempDir(), model: model, env: append(os.Environ(), "OPENAI_BASE_URL="+model.BaseURL(), "OPENAI_API_KEY=sk-own")}
}

// run runs a line of a shell in the newcomer's folder; what is installed comes from the
// repository.
func (n *newcomer) run(line string) string {
	n.t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir, cmd.Env = n.dir, n.env
	if line == "pip install ." {
		n.install()
		return ""
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		n.t.Fatalf("%s: %v\n%s", line, err, out)
	}
	return string(out)
}

// install has pip install the clone into an empty environment, without a network.
func (n *newcomer) install() {
	n.t.Helper()
	if exec.Command("python3", "-c", "import venv, ensurepip").Run() != nil {
		n.t.Skip("no Python here makes environments")
	}
	venv := filepath.Join(n.dir, "venv")
	line := fmt.Sprintf("python3 -m venv %s && %[1]s/bin/pip install --quiet --no-index --disable-pip-version-check . && ln -s %[1]s/bin/vouchsafe %s", venv, n.dir)
	if out, err := exec.Command("sh", "-c", line).CombinedOutput(); err != nil {
		n.t.Fatalf("%s: %v\n%s", line, err, out)
	}
}

// serve starts the gateway by the line that the page shows, at free ports.
func (n *newcomer) serve(line string) {
	n.t.Helper()
	gateway, dashboard := need.FreeAddress(n.t), need.FreeAddress(n.t)
	args := strings.Fields(line)
	cmd := exec.Command(filepath.Join(n.dir, args[0]), append(args[1:], "--listen", gateway, "--admin-listen", dashboard)...)
	cmd.Dir, cmd.Env = n.dir, n.env
	if err := cmd.Start(); err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	for _, url := range []string{"http://" + gateway + "/readyz", "http://" + dashboard + "/"} {
		wait.Until(n.t, url+" answers", func() bool {
			resp, err := http.Get(url)
			if err == nil {
				_, _ = io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
			}
			return err == nil && resp.StatusCode == http.StatusOK
		})
	}
	n.base = "http://" + gateway + "/v1"
}

// without is a line without its comment.
func without(line string) string {
	code, _, _ := strings.Cut(line, " # ")
	return strings.TrimSpace(code)
}

// TestTheLinesOfTheFirstPageRun: each command line as it stands, with an app that asks
// the address in OPENAI_BASE_URL.
func TestTheLinesOfTheFirstPageRun(t *testing.T) {
	n := newNewcomer(t)
	app := "#!/bin/sh\ntest -n \"$OPENAI_BASE_URL\" && echo \"the app asks $OPENAI_BASE_URL\"\n"
	if err := os.WriteFile(filepath.Join(n.dir, "python"), []byte(app), 0o700); err != nil {
		t.Fatal(err)
	}
	n.env = append(n.env, "PATH="+n.dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	ran := map[string]bool{}
	for _, s := range snippets(t)["sh"] {
		for line := range strings.SplitSeq(strings.TrimSpace(s.code), "\n") {
			line = without(line)
			ran[line] = true
			if strings.HasSuffix(line, " serve") {
				n.serve(line)
			} else if out := n.run(line); strings.Contains(line, " run ") &&
				(strings.Contains(out, "asks "+n.model.BaseURL()) || !strings.Contains(out, "asks http") || !strings.Contains(out, "vouchsafe run: no call was seen")) {
				t.Errorf("%s: %s", line, out)
			}
		}
	}
	for _, line := range []string{"pip install .", "vouchsafe run -- python app.py", "vouchsafe serve"} {
		if !ran[line] {
			t.Errorf("the page does not show %q", line)
		}
	}
}

// interpreters of the languages, the first of which has the library is used. The client
// suites install it, and then run these tests with VOUCHSAFE_README=LANGUAGE.
var interpreters = map[string]struct {
	programs []string
	modules  string // folder of libraries that the program finds beside it; "" for none
	test     []string
	told     *regexp.Regexp // an expression, and in a comment what it is
	check    string
}{
	"python": {[]string{"test/.python/bin/python", "python3", "python"}, "", []string{"-c", "import openai"},
		regexp.MustCompile(`(?m)^(\S.*?)\s+# (".*")$`), `assert (%[1]s) == %[2]s, (%[1]s)`},
	"js": {[]string{"node"}, "test/js/node_modules", []string{"--input-type=module", "-e", "import 'openai'"},
		regexp.MustCompile(`(?m)^(\S.*?);\s+// (".*")$`), `if ((%[1]s) !== %[2]s) throw new Error(%[1]s);`},
}

// TestTheCodeOfTheFirstPageRuns: as it stands but for the address, with what its comments
// promise; and behind `vouchsafe run` as an app without any address.
func TestTheCodeOfTheFirstPageRuns(t *testing.T) {
	for language, in := range interpreters {
		t.Run(language, func(t *testing.T) {
			n := newNewcomer(t)
			if in.modules != "" {
				modules, _ := filepath.Abs(in.modules) // the folder exists: this is it
				if err := os.Symlink(modules, filepath.Join(n.dir, "node_modules")); err != nil {
					t.Fatal(err)
				}
			}
			program := ""
			for _, p := range in.programs {
				if strings.Contains(p, "/") {
					p, _ = filepath.Abs(p)
				}
				try := exec.Command(p, in.test...)
				try.Dir = n.dir
				if program == "" && try.Run() == nil {
					program = p
				}
			}
			switch {
			case program == "" && os.Getenv("VOUCHSAFE_README") == language:
				t.Fatal("no interpreter has the library openai")
			case program == "":
				t.Skip("no " + language + " here has the library openai; the client suites run this page's code")
			}
			gateway, err := need.Gateway(n.dir)
			if err == nil {
				err = os.Symlink(gateway, filepath.Join(n.dir, "./vouchsafe"))
			}
			if err != nil && !errors.Is(err, os.ErrExist) {
				t.Fatal(err)
			}
			n.serve("./vouchsafe serve")
			for _, s := range snippets(t)[language] {
				n.runCode(program, in.told, in.check, s)
			}
		})
	}
}

// runCode runs code before the gateway, and behind `vouchsafe run`.
func (n *newcomer) runCode(program string, told *regexp.Regexp, check string, s snippet) {
	n.t.Helper()
	const address = "http://127.0.0.1:8080/v1"
	if !strings.Contains(s.code, address) || len(told.FindAllString(s.code, -1)) == 0 {
		n.t.Errorf("the code does not ask the gateway, or promises nothing:\n%s", s.code)
	}
	checked := told.ReplaceAllStringFunc(s.code, func(line string) string {
		m := told.FindStringSubmatch(line)
		return fmt.Sprintf(check, m[1], m[2])
	})
	n.write("app.mjs", strings.ReplaceAll(checked, address, n.base))
	n.run(program + " app.mjs")
	// Without an address it finds the gateway of `run`, which changes nothing: no report.
	bare := regexp.MustCompile(`base_url="[^"]*"|\{ baseURL: '[^']*' \}`).ReplaceAllString(told.ReplaceAllString(s.code, ""), "")
	n.write("bare.mjs", bare)
	began := time.Now()
	out := n.run("./vouchsafe run -- " + program + " bare.mjs")
	n.t.Logf("behind run, in %s:\n%s", time.Since(began).Round(10*time.Millisecond), out)
	if !strings.Contains(out, "vouchsafe run: 1 call") || !strings.Contains(out, "seen in 1 prompt (1 passage)") {
		n.t.Error("the app's call or its passage was not seen")
	}
}

func (n *newcomer) write(name, code string) {
	n.t.Helper()
	if err := os.WriteFile(filepath.Join(n.dir, name), []byte(code), 0o600); err != nil {
		n.t.Fatal(err)
	}
}
