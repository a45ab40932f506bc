package deploy

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
)

// TestTheGatewayTakesTheExamples: every configuration in examples/ is good.
func TestTheGatewayTakesTheExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/*/vouchsafe.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) { check(t, file) })
	}
}

// TestComposeTakesTheExamples: every Compose file in examples/ can be read, and
// mounts files that are there.
func TestComposeTakesTheExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/*/compose.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) {
			dir, err := filepath.Abs(filepath.Dir(file))
			if err != nil {
				t.Fatal(err)
			}
			p, err := loader.LoadWithContext(t.Context(), types.ConfigDetails{
				WorkingDir: dir, Environment: map[string]string{}, ConfigFiles: []types.ConfigFile{{Filename: filepath.Join(dir, "compose.yaml")}},
			}, func(o *loader.Options) { o.SetProjectName("example", true) })
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range p.Services {
				for _, v := range s.Volumes {
					if v.Type != types.VolumeTypeBind {
						continue
					}
					if _, err := os.Stat(v.Source); err != nil {
						t.Errorf("%s mounts what is not there: %v", s.Name, err)
					}
				}
			}
		})
	}
}
