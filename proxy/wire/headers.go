package wire

import (
	"net/url"
	"slices"
	"strings"
)

// Named tells whether a message's own Connection headers, whose values
// connection holds, name a header: then it concerns one connection only, too.
// Case does not matter.
func Named(connection []string, name string) bool {
	for _, value := range connection {
		for token := range strings.SplitSeq(value, ",") {
			if strings.EqualFold(strings.TrimSpace(token), name) {
				return true
			}
		}
	}
	return false
}

// listed tells whether a list has a header, in any case. It is asked several
// times for every header of a message, and allocates nothing.
func listed(list set, name string) bool {
	var lower [longestName]byte
	if len(name) > len(lower) {
		return false
	}
	for i := range len(name) {
		c := name[i]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		lower[i] = c
	}
	return list[string(lower[:len(name)])]
}

// longestName is as long as any name in a list.
const longestName = 32

// hasPrefix is strings.HasPrefix in any case.
func hasPrefix(name, prefix string) bool {
	return len(name) >= len(prefix) && strings.EqualFold(name[:len(prefix)], prefix)
}

// ownPrefix begins the names of this gateway's own headers.
const ownPrefix = "x-vouchsafe-"

// ForwardRequestHeader tells whether a client's header goes to the upstream.
// operator says that the upstream is asked with the operator's credential
// instead of the client's. Headers that Connection names (Named) and values
// that are keys of this gateway (OwnKey) are to be left out besides.
func ForwardRequestHeader(name string, operator bool) bool {
	switch {
	case listed(lists.Connection, name), listed(lists.Request.Ours, name), hasPrefix(name, ownPrefix):
		return false
	}
	return !operator || !listed(lists.Request.Account, name) && !(TellsAccount(name) && namesCredential(name))
}

// namesCredential reports whether a word of a header's name says that its value is a credential.
func namesCredential(name string) bool {
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '-' || r == '_' }) {
		if listed(lists.Request.CredentialWords, word) {
			return true
		}
	}
	return false
}

// TellsAccount reports whether a request header that goes upstream may tell one
// caller from another. Every header may that is not known to be harmless: an
// upstream can take a credential from any of them.
func TellsAccount(name string) bool {
	switch {
	case listed(lists.Connection, name), listed(lists.Request.Ours, name), listed(lists.Request.Harmless, name):
		return false
	case hasPrefix(name, ownPrefix):
		return strings.EqualFold(name, "X-Vouchsafe-Key")
	}
	for _, prefix := range lists.Request.HarmlessPrefixes {
		if hasPrefix(name, prefix) {
			return false
		}
	}
	for _, suffix := range lists.Request.HarmlessSuffixes {
		if len(name) >= len(suffix) && strings.EqualFold(name[len(name)-len(suffix):], suffix) {
			return false
		}
	}
	return true
}

// ForwardResponseHeader tells whether an upstream's header goes to the
// client: rate limits, retry-after, x-request-id and whatever is not known
// do. operator is as in ForwardRequestHeader: cookies of the operator's
// account are not the client's.
func ForwardResponseHeader(name string, operator bool) bool {
	switch {
	case listed(lists.Connection, name), listed(lists.Response, name), hasPrefix(name, ownPrefix):
		return false
	case strings.EqualFold(name, "set-cookie") || hasPrefix(name, "openai-organization"):
		return !operator
	}
	return true
}

// TellsLimits reports whether an upstream's header tells how much the account may
// still ask, or how long the model took. Such headers are true of a reply whose
// body is the gateway's own.
func TellsLimits(name string) bool {
	return slices.ContainsFunc(lists.Limits, func(prefix string) bool { return hasPrefix(name, prefix) })
}

// OwnKey takes a key of this gateway (vs-…) out of the value of an
// Authorization, api-key or X-Vouchsafe-Key header. ok is false for any other
// credential.
func OwnKey(value string) (key string, ok bool) {
	value = strings.TrimSpace(value)
	if scheme, rest, found := strings.Cut(value, " "); found && strings.EqualFold(scheme, "bearer") {
		value = strings.TrimSpace(rest)
	}
	return value, strings.HasPrefix(value, "vs-")
}

// ForwardQuery returns what of a client's query goes to the upstream, byte for
// byte: without the parameters that hold its own credential where operator is
// true, as in ForwardRequestHeader, and without keys of this gateway.
func ForwardQuery(query string, operator bool) string {
	if query == "" {
		return ""
	}
	secret := func(parameter string) bool {
		name, value, _ := strings.Cut(parameter, "=")
		_, own := OwnKey(unescaped(value))
		return own || operator && lists.SecretParameters[strings.ToLower(unescaped(name))]
	}
	return strings.Join(slices.DeleteFunc(strings.Split(query, "&"), secret), "&")
}

// unescaped reads a part of a query; one that cannot be read is as it came.
func unescaped(s string) string {
	if plain, err := url.QueryUnescape(s); err == nil {
		return plain
	}
	return s
}
