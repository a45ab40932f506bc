package trust

import (
	"net/url"
	"strings"

	"golang.org/x/net/idna"
)

// keysOf lists what a source may be known by, most specific first: its host
// and the names above it, or, without a host, its name. A URL whose host
// cannot be read has no keys at all: it must not fall back to a friendly name.
func keysOf(s Source) []string {
	if raw := strings.TrimSpace(s.URL); raw != "" {
		host, isWeb := hostOf(raw)
		if isWeb {
			return suffixes(host)
		}
	}
	name := foldName(s.Name)
	if name == "" {
		return nil
	}
	if host, ok := plainHost(name); ok {
		return suffixes(host)
	}
	return []string{name}
}

// hostOf returns the host of an http or https URL in its canonical form.
// isWeb is true for every text that claims to be such a URL; host is empty
// where none can be made out.
func hostOf(raw string) (host string, isWeb bool) {
	lower := strings.ToLower(raw)
	if !strings.HasPrefix(lower, "http:") && !strings.HasPrefix(lower, "https:") && !strings.HasPrefix(lower, "//") {
		if strings.Contains(lower, ":") {
			return "", false // another scheme: a file, a bucket, an identifier
		}
		// "fda.gov/drugs" is a web address that lost its scheme.
		raw = "//" + raw
		first, _, _ := strings.Cut(lower, "/")
		if _, ok := plainHost(first); !ok {
			return "", false
		}
	}
	// Browsers read a backslash as a slash and Go does not, so an address
	// that holds one has two hosts, depending on the reader.
	if strings.ContainsAny(raw, "\\ \t\r\n") {
		return "", true
	}
	u, err := url.Parse(raw)
	if err != nil {
		return "", true
	}
	return canonicalHost(u.Hostname()), true
}

// canonicalHost lowers a host, drops the root dot and encodes it as ASCII, so
// that a look-alike letter stays the other name that it is. It returns "" for
// what is no host name.
func canonicalHost(host string) string {
	host = strings.TrimSuffix(host, ".")
	ascii, err := idna.Lookup.ToASCII(host)
	if err != nil || ascii == "" {
		return ""
	}
	return strings.ToLower(ascii)
}

// plainHost reports whether a name is a bare host name, such as "who.int".
func plainHost(name string) (string, bool) {
	if !strings.Contains(name, ".") || strings.ContainsAny(name, " /\\@:?#") {
		return "", false
	}
	if isFileName(name) {
		return "", false
	}
	host := canonicalHost(name)
	return host, host != ""
}

// fileEndings are endings of document names that are no top-level domains in
// use for sources; a name with one of them is a file, not a host.
var fileEndings = []string{".pdf", ".txt", ".json", ".html", ".htm", ".docx", ".doc", ".xml", ".csv", ".pptx", ".xlsx", ".epub"}

func isFileName(name string) bool {
	for _, ending := range fileEndings {
		if strings.HasSuffix(name, ending) {
			return true
		}
	}
	return false
}

// suffixes lists a host and every name above it: a.b.c, b.c, c.
func suffixes(host string) []string {
	var out []string
	for host != "" && len(out) < 127 { // a host name has at most 127 labels
		out = append(out, host)
		_, host, _ = strings.Cut(host, ".")
	}
	return out
}

// foldName brings a source name to the form in which names are compared.
func foldName(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(name), " "))
}
