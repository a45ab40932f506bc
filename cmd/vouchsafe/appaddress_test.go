package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestTheAddressOfADotenvIsLost: what an app would ask without a gateway is found where the app finds it.
func TestTheAddressOfADotenvIsLost(t *testing.T) {
	const there = "http://127.0.0.1:11434/v1"
	for name, c := range map[string]struct {
		dotenv string
		set    map[string]string
		want   string
	}{
		"plain":                      {"A=1\nOPENAI_BASE_URL=" + there + "\n", nil, there},
		"the last one holds":         {"OPENAI_BASE_URL=http://a/v1\nOPENAI_BASE_URL=" + there, nil, there},
		"behind a byte order mark":   {"\ufeffOPENAI_BASE_URL=" + there, nil, there},
		"exported, with a comment":   {"export OPENAI_BASE_URL = " + there + "  # Ollama\r\nB=2", nil, there},
		"in double quotes":           {`OPENAI_BASE_URL="` + there + `" # Ollama`, nil, there},
		"in single quotes":           {"OPENAI_BASE_URL='" + there + "'", nil, there},
		"in backticks":               {"OPENAI_BASE_URL=`" + there + "`", nil, there},
		"the older name":             {"OPENAI_API_BASE=" + there, nil, there},
		"the newer name comes first": {"OPENAI_API_BASE=http://a/v1\nOPENAI_BASE_URL=" + there, nil, there},
		"commented out":              {"#OPENAI_BASE_URL=http://a/v1\n # OPENAI_BASE_URL=http://a/v1", nil, ""},
		"another name":               {"MY_OPENAI_BASE_URL=http://a/v1\nOPENAI_BASE_URL_2=http://a/v1", nil, ""},
		"inside another value":       {"PROMPT=\"one\nOPENAI_BASE_URL=http://a/v1\ntwo\"\n", nil, ""},
		"empty":                      {"OPENAI_BASE_URL=\nA=1", nil, ""},
		"a comment for a value":      {"OPENAI_BASE_URL= # " + there, nil, ""},
		"the environment wins":       {"OPENAI_BASE_URL=http://a/v1", map[string]string{"OPENAI_BASE_URL": there}, there},
		"so does an empty variable":  {"OPENAI_BASE_URL=http://a/v1", map[string]string{"OPENAI_BASE_URL": ""}, ""},
		"each name by itself":        {"OPENAI_BASE_URL=" + there, map[string]string{"OPENAI_API_BASE": "http://a/v1"}, there},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, ".env"), []byte(c.dotenv), 0o600); err != nil {
			t.Fatal(err)
		}
		got := findAddress(dir, nil, func(name string) (string, bool) { value, set := c.set[name]; return value, set })
		if got.url != c.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestTheDotenvBesideAScriptIsRead: load_dotenv() looks for it from there; the one of the working folder holds where the
// script has none, and where no script is run.
func TestTheDotenvBesideAScriptIsRead(t *testing.T) {
	dir := t.TempDir()
	write := func(path ...string) string {
		file := filepath.Join(append([]string{dir}, path...)...)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("OPENAI_BASE_URL=http://a/v1"), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	here, beside, spaced := write("work", ".env"), write("work", "src", ".env"), write("my apps", ".env")
	write("my apps", "app.py")
	elsewhere := t.TempDir() // has none
	for want, commands := range map[string][][]string{
		beside: {
			{"python", "src/app.py", "other.py"},
			{"sh", "-c", "/venv/bin/python src/app.py"},
			{"bash", "-lc", "exec python3 -u src/app.py"},
		},
		spaced: {{"python", filepath.Join(dir, "my apps", "app.py")}},
		here: {
			{"node", "src/app.js"},
			{"sh", "-c", filepath.Join(elsewhere, "python") + " app.py"},
			{"python", "-m", "app", "src/schema.py"},
			{"python3.12", "-u", "-c", "import app", "src/schema.py"},
			{"sh", "-c", "python -m app src/schema.py"},
			{"python", filepath.Join(elsewhere, "app.py")},
		},
	} {
		for _, command := range commands {
			unset := func(string) (string, bool) { return "", false }
			if got := findAddress(filepath.Join(dir, "work"), command, unset); got.file != want {
				t.Errorf("%q: %+v", command, got)
			}
		}
	}
}

// TestTheNearestDotenvIsRead: an app that loads one looks no further, and one that anybody may have
// laid above it does not decide where its key goes.
func TestTheNearestDotenvIsRead(t *testing.T) {
	shared := t.TempDir()
	inner := filepath.Join(shared, "app", "src")
	if err := os.MkdirAll(inner, 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(path string) string {
		if err := os.WriteFile(path, []byte("A=1"), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	outer := write(filepath.Join(shared, ".env"))
	if got := findDotenv(inner); got != outer {
		t.Errorf("found %q", got)
	}
	if err := os.Chmod(shared, 0o777|os.ModeSticky); err != nil {
		t.Fatal(err)
	}
	if got := findDotenv(inner); got == outer {
		t.Error("one in a folder for everybody is read")
	}
	if near := write(filepath.Join(shared, "app", ".env")); findDotenv(inner) != near {
		t.Errorf("found %q", findDotenv(inner))
	}
}
