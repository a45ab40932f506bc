package deploy

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
)

// check has the gateway judge a configuration: the binary of VOUCHSAFE_BIN, or
// one that is built from the checkout.
func check(t *testing.T, file string, env ...string) {
	t.Helper()
	binary := os.Getenv("VOUCHSAFE_BIN")
	if binary == "" {
		binary = filepath.Join(t.TempDir(), "vouchsafe")
		build := exec.Command("go", "build", "-o", binary, "./cmd/vouchsafe")
		build.Dir = "../.."
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("cannot build the gateway: %v\n%s", err, out)
		}
	}
	cmd := exec.Command(binary, "check", "-c", file)
	cmd.Env = env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("the gateway turns it down: %v\n%s", err, out)
	}
}

const composeDir = "../../deploy/compose"

func project(t *testing.T) *types.Project {
	t.Helper()
	env := map[string]string{"VOUCHSAFE_ADMIN_TOKEN": "0123456789abcdef0123456789abcdef", "POSTGRES_PASSWORD": "p", "GRAFANA_PASSWORD": "g",
		"VOUCHSAFE_METRICS_TOKEN": "vs-metrics", "VOUCHSAFE_METRICS_HASH": "sha256:" + strings.Repeat("0a", 32)}
	dir, err := filepath.Abs(composeDir)
	if err != nil {
		t.Fatal(err)
	}
	p, err := loader.LoadWithContext(t.Context(), types.ConfigDetails{
		WorkingDir: dir, Environment: env, ConfigFiles: []types.ConfigFile{{Filename: filepath.Join(dir, "compose.yaml")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestComposeTakesItsFile(t *testing.T) {
	p := project(t)
	names := p.ServiceNames()
	slices.Sort(names)
	if got := strings.Join(names, " "); got != "gateway grafana postgres prometheus redis" {
		t.Errorf("services: %s", got)
	}
	for _, s := range p.Services {
		for _, port := range s.Ports {
			if port.HostIP != "127.0.0.1" {
				t.Errorf("%s publishes %s to the network", s.Name, port.Published)
			}
		}
		for _, v := range s.Volumes {
			if v.Type != types.VolumeTypeBind {
				continue
			}
			if _, err := os.Stat(v.Source); err != nil {
				t.Errorf("%s mounts what is not there: %v", s.Name, err)
			}
		}
	}
	if grace := p.Services["gateway"].StopGracePeriod; grace == nil || time.Duration(*grace) <= 10*time.Minute {
		t.Errorf("the gateway is killed after %v, and may drain for ten minutes", grace)
	}
}

func TestTheGatewayTakesComposesConfiguration(t *testing.T) {
	var env []string
	for name, value := range project(t).Services["gateway"].Environment {
		env = append(env, name+"="+*value)
	}
	check(t, filepath.Join(composeDir, "gateway", "vouchsafe.yaml"), env...)
}

func TestSystemdGivesADrainItsTime(t *testing.T) {
	b, err := os.ReadFile("../../deploy/systemd/vouchsafe.service")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(b), "\nTimeoutStopSec=")
	line, _, _ := strings.Cut(after, "\n")
	if stop, err := time.ParseDuration(line); err != nil || stop <= 600*time.Second {
		t.Errorf("killed after %q, and may drain for ten minutes", line)
	}
}
