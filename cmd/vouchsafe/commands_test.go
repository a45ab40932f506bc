package main

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vouchsafe/internal/golden"
)

// TestHelp holds what every command says of itself. A change here is a change of
// what users read.
func TestHelp(t *testing.T) {
	var all strings.Builder
	for _, row := range append([]commandRow{{}}, table().Commands...) {
		args := append([]string{"help"}, strings.Fields(row.words())...)
		code, out, stderr := vouchsafe(nil, args...)
		if code != 0 {
			t.Fatalf("%v: %s", args, stderr)
		}
		all.WriteString("$ vouchsafe " + strings.Join(args, " ") + "\n" + out + "\n")
	}
	golden.Hold(t, "testdata/help.txt", all.String())
}

func TestTheTableOfCommandsIsWhole(t *testing.T) {
	known := slices.Collect(maps.Keys(actions))
	for _, row := range table().Commands {
		words := row.words()
		if actions[words] == nil {
			t.Errorf("%q does nothing", words)
		}
		known = slices.DeleteFunc(known, func(name string) bool { return name == words })
		for _, group := range row.With {
			if table().Groups[group] == nil {
				t.Errorf("%q has flags of a group %q that is not there", words, group)
			}
		}
		for _, f := range row.Flags {
			if _, err := strconv.Atoi(f.Default); f.Kind == "number" && err != nil || !slices.Contains([]string{"", "switch", "number"}, f.Kind) {
				t.Errorf("%q: --%s has kind %q and default %q", words, f.Name, f.Kind, f.Default)
			}
		}
		for _, name := range row.Apart {
			if !slices.ContainsFunc(row.Flags, func(f flagRow) bool { return f.Name == name }) {
				t.Errorf("%q has no flag --%s to keep apart", words, name)
			}
		}
	}
	if len(known) > 0 {
		t.Errorf("nobody can call %v", known)
	}
}

func TestCommandLinesThatMeanNothing(t *testing.T) {
	for line, want := range map[string]string{
		"check --print --json":              "--print and --json do not go together",
		"verify --app a --policy strict x":  "--app and --policy do not go together",
		"verify --evidence some x":          `--evidence is one of cited, all, not "some"`,
		"stats --by day":                    `--by is one of app, document, finding, model, not "day"`,
		"stats --since yesterday":           `--since is a date such as 2026-03-01`,
		"traces tail --until tomorrow":      `--until is a date such as 2026-03-01`,
		"traces tail -n 0":                  "--lines is 1 to 500, not 0",
		"traces tail -n many":               `invalid argument "many"`,
		"traces tail --verdict refused,bad": `there is no verdict "bad"; there are grounded`,
		"traces export --finding nothing":   `there is no finding "nothing"; there are `,
		"traces":                            "traces needs one of tail, show and export",
		"traces show":                       "an argument is missing; usage: vouchsafe traces show ID",
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
	for _, line := range []string{"stats", "traces tail", "traces show vt_1", "traces export", "replay --policy strict", "replay --policy strict --store"} {
		code, _, stderr := vouchsafe(nil, strings.Fields(line)...)
		if code != exitUsage || !strings.Contains(stderr, "there are no traces yet: ") || !strings.Contains(stderr, " does not exist") {
			t.Errorf("%s: exit code %d, %q", line, code, stderr)
		}
	}
}
