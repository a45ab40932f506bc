package main

import (
	"strings"
	"testing"

	"vouchsafe/internal/golden"
)

// TestHelp holds what every command says of itself. A change here is a change of
// what users read.
func TestHelp(t *testing.T) {
	var all strings.Builder
	for _, row := range append([]command{{}}, commands()...) {
		args := []string{"help"}
		if row.use != "" {
			args = append(args, strings.Fields(row.use)[0])
		}
		code, out, stderr := vouchsafe(nil, args...)
		if code != 0 {
			t.Fatalf("%v: %s", args, stderr)
		}
		all.WriteString("$ vouchsafe " + strings.Join(args, " ") + "\n" + out + "\n")
	}
	golden.Hold(t, "testdata/help.txt", all.String())
}

func TestCommandLinesThatMeanNothing(t *testing.T) {
	for line, want := range map[string]string{
		"check --print --json":              "--print and --json do not go together",
		"verify --app a --policy strict x":  "--app and --policy do not go together",
		"verify --evidence some x":          `--evidence is one of cited, all, not "some"`,
		"stats --by day":                    `--by is one of app, document, finding, model, not "day"`,
		"stats --since yesterday":           `--since is a date such as 2026-03-01`,
		"replay --policy strict --since no": `--since is a date such as 2026-03-01`,
		"replay --policy strict no.jsonl":   "cannot read the input: open no.jsonl: no such file",
		"completion tcsh":                   `there is no completion for "tcsh"; usage: vouchsafe completion bash|zsh|fish`,
		"keygen a b":                        `"b" is one argument too many; usage: vouchsafe keygen APP`,
		"keygen a/b":                        `"a/b" should be a name of letters`,
		"replay":                            "--policy is required: one of balanced, ",
		"replay --policy none":              `there is no policy "none"; the configuration has these policies: balanced, `,
		"verify --app none x":               `there is no app "none"; the configuration has these apps: default`,
		"judge-eval x":                      "--judge is required; the configuration has these judges: none",
		"judge-eval --judge j x":            `there is no judge "j"; the configuration has these judges: none`,
	} {
		code, out, stderr := vouchsafe(nil, strings.Fields(line)...)
		if code != exitUsage || out != "" || !strings.HasPrefix(stderr, "vouchsafe: "+want) {
			t.Errorf("%s: exit code %d, %q, %q; want %q", line, code, out, stderr, want)
		}
	}
}

func TestWhereNoGatewayHasRunThereAreNoTraces(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, line := range []string{"stats", "replay --policy strict", "replay --policy strict --store"} {
		code, _, stderr := vouchsafe(nil, strings.Fields(line)...)
		if code != exitUsage || !strings.Contains(stderr, "there are no traces yet: ") || !strings.Contains(stderr, " does not exist") {
			t.Errorf("%s: exit code %d, %q", line, code, stderr)
		}
	}
}
