package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/tidwall/gjson"

	"vouchsafe/internal/upstreamtest"
)

// The sessions in testdata/script are what a user types and gets to see.

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"vouchsafe": main, "app": app})
}

// app is somebody's app: it asks the model that OPENAI_BASE_URL names each of its
// arguments over two passages, prints the answers, and ends with the code EXIT.
func app() {
	for _, question := range os.Args[1:] {
		body, _ := json.Marshal(map[string]any{"model": cmp.Or(os.Getenv("APP_MODEL"), "extractive"), "messages": []any{
			map[string]any{"role": "system", "content": "Answer from the context.\n\nContext:\n[1] The gate closes at 21:30.\n\n[2] A kiln takes nine hours."},
			map[string]any{"role": "user", "content": question},
		}}) // texts alone, which cannot fail
		resp, err := http.Post(os.Getenv("OPENAI_BASE_URL")+"/chat/completions", "application/json", bytes.NewReader(body))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		answer, _ := io.ReadAll(resp.Body)
		fmt.Println(gjson.GetBytes(answer, "choices.0.message.content"), resp.Header.Get("X-Vouchsafe-Verdict"))
	}
	code, _ := strconv.Atoi(os.Getenv("EXIT")) // 0 where it is not set
	os.Exit(code)
}

func TestSessions(t *testing.T) {
	model, err := upstreamtest.Start(upstreamtest.Menu())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(model.Close)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("OPENAI_BASE_URL", "")
			env.Setenv("MODEL", model.BaseURL())
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// exits runs a command that has to end with an exit code: exits 2 vouchsafe …
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var ended *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &ended):
		got = ended.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}
