package main

import (
	"strings"
	"testing"
)

// TestTheImagesCommandShowsTheDashboard: it listens where others reach it, so that
// nobody is let in without a token; one is made where none is set.
func TestTheImagesCommandShowsTheDashboard(t *testing.T) {
	image := serveFlags{listen: "0.0.0.0:8080", adminListen: "0.0.0.0:8081"}
	c, problems, err := image.load(nil)
	if err != nil || len(problems) > 0 || c.Admin.Listen != "0.0.0.0:8081" || !c.Admin.Made || len(c.Admin.Token) < 20 {
		t.Errorf("%+v, %v, %v", c.Admin, problems, err)
	}
	t.Setenv("VOUCHSAFE_ADMIN_TOKEN", "from the environment")
	if c, _, err = image.load(nil); err != nil || c.Admin.Token != "from the environment" || c.Admin.Made {
		t.Errorf("%+v, %v", c.Admin, err)
	}
	_, problems, err = serveFlags{path: "x"}.load([]byte("admin: {listen: 0.0.0.0:8081}\n"))
	if err != nil || len(problems) != 1 || !strings.Contains(problems[0].Message, "admin.token") {
		t.Errorf("a file that opens the dashboard to all: %v, %v", problems, err)
	}
	if _, _, err = (serveFlags{adminListen: "nowhere"}).load(nil); err == nil {
		t.Error("an address that is none was taken")
	}
}
