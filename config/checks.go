package config

import (
	"encoding/json"
	"net"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"

	"vouchsafe/policy"
)

// isJSON checks a JSON text as strictly as one from a client.
func isJSON(s string) string {
	if !json.Valid([]byte(s)) {
		return "should be a JSON text"
	}
	return ""
}

func isAddress(s string) string {
	_, port, err := net.SplitHostPort(s)
	if n, bad := strconv.Atoi(port); err != nil || bad != nil || n < 0 || n > 65535 {
		return "should be an address such as 127.0.0.1:8080"
	}
	return ""
}

// isLoopback reports whether only this machine reaches a listener. A host
// name other than localhost is not looked up: what it means may change.
func isLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

func isBaseURL(s string) string {
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return "should be an http or https URL"
	case u.User != nil:
		return "should hold no credentials; they belong into api_key"
	case u.RawQuery != "" || u.Fragment != "":
		return "should have no query and no fragment"
	}
	return ""
}

// ownAddress reports whether a base URL leads to the listener itself, as far
// as that can be told without looking names up.
func ownAddress(listen, base string) bool {
	host, port, err := net.SplitHostPort(listen)
	u, bad := url.Parse(base)
	if err != nil || bad != nil || port == "0" {
		return false
	}
	at := u.Port()
	if at == "" {
		at = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	here := isLoopback(net.JoinHostPort(u.Hostname(), at)) && (isLoopback(listen) || anyHost(host))
	return at == port && (here || strings.EqualFold(u.Hostname(), host))
}

// anyHost reports whether a listener's host stands for every address.
func anyHost(host string) bool {
	ip := net.ParseIP(host)
	return host == "" || ip != nil && ip.IsUnspecified()
}

func isPlainURL(s string) string {
	if message := isBaseURL(s); message != "" {
		return "should be a plain http or https URL"
	}
	return ""
}

func isPattern(s string) string {
	if s == "" {
		return "should not be empty"
	}
	re, err := regexp.Compile(s)
	if err != nil {
		return "is no RE2 pattern: " + strings.TrimPrefix(err.Error(), "error parsing regexp: ")
	}
	if re.MatchString("") {
		return "matches the empty text and so would mask between all letters"
	}
	return ""
}

func isGlob(s string) string {
	if _, err := path.Match(s, ""); err != nil || s == "" {
		return `should be a model's name, in which * stands for any text`
	}
	return ""
}

func isPath(s string) string {
	if !strings.HasPrefix(s, "/") || path.Clean(s) != s || strings.ContainsAny(s, "?#%*\\ ") {
		return "should be a plain path such as /v1/completions"
	}
	return ""
}

// isPathOrBelow takes /v1/threads/* for all paths below /v1/threads, too.
func isPathOrBelow(s string) string {
	if above, family := strings.CutSuffix(s, "/*"); family && above != "" {
		s = above
	}
	return isPath(s)
}

func isPrefix(s string) string {
	if isPath(s) != "" || s == "/" {
		return "should be a plain path such as /clinic"
	}
	return ""
}

func isForm(s string) string {
	if err := policy.CheckForm(s); err != nil {
		return "should be the form of a reply: " + strings.Join(policy.FormNames(), ", ")
	}
	return ""
}

// CheckName says what is wrong with the name of an app, an upstream, a policy
// or the like, or "".
func CheckName(s string) string { return checks()["name"](s) }
