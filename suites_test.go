package vouchsafe

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestEverySuiteRunsEvenIfOneFails: `make test` on a machine with a shell and Go alone
// skips what it cannot run with a word, goes on behind a failure, and ends with the sum.
func TestEverySuiteRunsEvenIfOneFails(t *testing.T) {
	bin := t.TempDir()
	for _, name := range []string{"bash", "cut", "dirname", "go", "grep", "id", "sed", "sort", "timeout", "tr", "uname"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Skip("there is no " + name)
		}
		if err := os.Symlink(path, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	made := "#!" + filepath.Join(bin, "bash") + "\necho \"made $2\"\n[ \"$2\" != \"$BROKEN\" ]\n"
	if err := os.WriteFile(filepath.Join(bin, "make"), []byte(made), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ broken, ci, sum, last string }{
		{"compile", "", "\n1 of 2 suites passed in ", `1 FAILED: compile \d+ s\n$`},
		{"", "", "\n2 of 2 suites passed in ", `\d+ skipped: the race detector \(no compiler\), .*\n$`},
		{"", "true", "\n2 of 2 suites passed in ", `with CI=true nothing may be skipped\n$`},
	} {
		cmd := exec.Command("bash", "test/all.sh")
		cmd.Env = []string{"PATH=" + bin, "HOME=" + os.Getenv("HOME"), "GOPROXY=off", "GOFLAGS=-mod=mod", "MAKE=make", "BROKEN=" + c.broken, "CI=" + c.ci}
		out, err := cmd.CombinedOutput()
		if good := c.broken+c.ci == ""; good != (err == nil) {
			t.Errorf("broken %q, CI %q: it ends with %v", c.broken, c.ci, err)
		}
		text := string(out)
		for _, want := range []string{
			"missing, so that something is skipped:", "--- lint: skipped, no network\n", "--- dist-test: skipped, no python\n",
			"--- browser: skipped, no node\n", "\nmade compile\n", "\nmade unit\n", c.sum,
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is missing in\n%s", want, text)
			}
		}
		if !regexp.MustCompile(c.last).MatchString(text) {
			t.Errorf("broken %q, CI %q: it ends with\n%s", c.broken, c.ci, text)
		}
	}
}

// TestASlowMachineBreaksGosLimit: of all suites only the unit tests had one of more than ten minutes.
func TestASlowMachineBreaksGosLimit(t *testing.T) {
	out, err := exec.Command("make", "-s", "--eval", `shown: ; @echo "$$GOFLAGS"`, "shown").CombinedOutput()
	if err != nil {
		t.Skipf("no make: %v", err)
	}
	if !strings.Contains(string(out), "-timeout=3h") {
		t.Errorf("the suites run under %q", out)
	}
}
