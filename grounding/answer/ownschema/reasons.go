package ownschema

import (
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Bounds of what an error says: it goes into a repair request.
const (
	maxReasons     = 5
	maxReasonBytes = 200
)

// refused says in a few words what of an answer does not meet the schema, by
// place: a validator's own account may be as long as the answer.
func refused(err error) error {
	var failed *jsonschema.ValidationError
	if !errors.As(err, &failed) {
		return fmt.Errorf("cannot accept the answer: %w", err)
	}
	var reasons []string
	collectReasons(failed, &reasons)
	return fmt.Errorf("cannot accept the answer: %s", strings.Join(reasons, "; "))
}

func collectReasons(failed *jsonschema.ValidationError, into *[]string) {
	if len(*into) == maxReasons {
		return
	}
	for _, cause := range failed.Causes {
		collectReasons(cause, into)
	}
	if len(failed.Causes) > 0 {
		return
	}
	var place strings.Builder
	for _, token := range failed.InstanceLocation {
		place.WriteString("/" + escape(token))
	}
	text := failed.ErrorKind.LocalizedString(message.NewPrinter(language.English))
	*into = append(*into, shortened(fmt.Sprintf("at %q: %s", place.String(), text)))
}

func shortened(text string) string {
	if len(text) <= maxReasonBytes {
		return text
	}
	return strings.ToValidUTF8(text[:maxReasonBytes], "") + "…"
}
