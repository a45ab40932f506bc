package dashboard

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/valyala/fasthttp"

	"vouchsafe/trace/htmlreport"
)

//go:embed assets
var assets embed.FS

// Site is the dashboard, ready to be served. It is safe for concurrent use.
type Site struct {
	files map[string]file // by their path, as in "/assets/icon.svg"
	page  file            // the one page: its modules look at the address
}

// file is one of the embedded files. Its tag changes with its content.
type file struct {
	body      []byte
	kind, tag string
}

// kinds are the media types of what is embedded.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
}

// New reads the embedded files.
func New() (*Site, error) {
	s := &Site{files: map[string]file{}}
	err := fs.WalkDir(assets, "assets", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := assets.ReadFile(name)
		if err != nil {
			return err
		}
		return s.add("/"+name, body)
	})
	if err == nil {
		err = s.add("/assets/js/meanings.js", htmlreport.Meanings())
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the dashboard's files: %w", err)
	}
	s.page = s.files["/assets/index.html"]
	delete(s.files, "/assets/index.html")
	return s, nil
}

func (s *Site) add(name string, body []byte) error {
	kind, known := kinds[path.Ext(name)]
	if !known {
		return fmt.Errorf("%s has no known media type", name)
	}
	sum := sha256.Sum256(body)
	s.files[name] = file{body: body, kind: kind, tag: `"` + hex.EncodeToString(sum[:12]) + `"`}
	return nil
}

// Handle answers with the page under its addresses ("/", "/failures",
// "/exchanges", "/access", "/traces/ID"), and with the files that it needs below
// "/assets/". Everything else is 404.
func (s *Site) Handle(ctx *fasthttp.RequestCtx) {
	f, ok := s.find(string(ctx.Path()))
	if !ok {
		ctx.SetStatusCode(fasthttp.StatusNotFound)
		ctx.SetContentType("text/plain; charset=utf-8")
		ctx.SetBodyString("There is no such page.")
		return
	}
	f.send(ctx)
}

func (s *Site) find(name string) (file, bool) {
	if f, ok := s.files[name]; ok {
		return f, true
	}
	return s.page, isPage(name)
}

// isPage reports whether a path is one that the page's modules know.
func isPage(name string) bool {
	switch name {
	case "/", "/failures", "/exchanges", "/access":
		return true
	}
	id, ok := strings.CutPrefix(name, "/traces/")
	return ok && id != "" && !strings.Contains(id, "/")
}

// send answers with a file, or tells the browser that the one it has will do.
// Asking costs little and is always right: after an update no page runs with
// the modules of another version.
func (f file) send(ctx *fasthttp.RequestCtx) {
	h := &ctx.Response.Header
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", f.tag)
	if strings.Contains(string(ctx.Request.Header.Peek("If-None-Match")), f.tag) {
		ctx.SetStatusCode(fasthttp.StatusNotModified)
		return
	}
	ctx.SetContentType(f.kind)
	ctx.SetBody(f.body)
}
