package gosdk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// asApp makes this program somebody's app in place of its tests: what it does stands
// in the variable.
const asApp = "VOUCHSAFE_TEST_APP"

// app asks a question as an app does that has never heard of the gateway.
func app(does string) {
	var options []option.RequestOption
	if own, ok := strings.CutPrefix(does, "own "); ok {
		options = append(options, option.WithBaseURL(own))
	}
	client := openai.NewClient(options...)
	reply, err := client.Chat.Completions.New(context.Background(), params(honest))
	if err != nil {
		panic(err)
	}
	fmt.Println(reply.Choices[0].Message.Content)
	switch does {
	case "crash":
		panic("no such kiln")
	case "wait":
		fmt.Println("up")
		time.Sleep(time.Hour)
	}
}

// runApp runs this program as an app behind a gateway, and interrupts it once it waits.
func runApp(t *testing.T, does string) (code int, out, told string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin, err := binary("VOUCHSAFE_BIN", "./cmd/vouchsafe", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var wrote, stderr strings.Builder
	cmd := exec.Command(bin, "run", "--", self)
	cmd.Dir, cmd.Stderr = t.TempDir(), &stderr
	cmd.Env = append(os.Environ(), asApp+"="+does, "OPENAI_BASE_URL="+gateway.upstream+"/v1", "OPENAI_API_KEY=sk-own")
	cmd.Stdout = writer(func(p []byte) {
		wrote.Write(p)
		if strings.Contains(wrote.String(), "up\n") {
			_ = cmd.Process.Signal(os.Interrupt)
		}
	})
	var failed *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), wrote.String(), strings.Join(strings.Fields(stderr.String()), " ") // its lines are those of a screen
}

type writer func([]byte)

func (w writer) Write(p []byte) (int, error) { w(p); return len(p), nil }

// TestRunChangesNothingForAGoApp: it gets what its model wrote, its end is its own, and
// its developer reads what was seen.
func TestRunChangesNothingForAGoApp(t *testing.T) {
	for does, c := range map[string]struct {
		code int
		told []string
	}{
		"ask":                             {0, []string{"vouchsafe run: 1 call in", "nothing was changed for the app", "seen in 1 prompt (2 passages)"}},
		"crash":                           {2, []string{"panic: no such kiln", "vouchsafe run: 1 call in"}},
		"wait":                            {130, []string{"vouchsafe run: 1 call in"}},
		"own " + gateway.upstream + "/v1": {0, []string{"no call was seen", "a call with an address of its own"}},
	} {
		t.Run(strings.Fields(does)[0], func(t *testing.T) {
			code, out, told := runApp(t, does)
			if code != c.code || !strings.Contains(out, fact) {
				t.Errorf("exit code %d, the app wrote %q", code, out)
			}
			for _, want := range c.told {
				if !strings.Contains(told, want) {
					t.Errorf("%q is not told:\n%s", want, told)
				}
			}
		})
	}
}
