package wire

// finishReasons gives each reason that upstreams are known to write one of
// the five that the interface has; clients with closed types fail on others.
var finishReasons = map[string]string{
	"stop": "stop", "length": "length", "tool_calls": "tool_calls",
	"content_filter": "content_filter", "function_call": "function_call",
	"max_tokens": "length", "max_length": "length", "model_length": "length", "MAX_TOKENS": "length",
	"tool_use": "tool_calls", "tool_call": "tool_calls",
	"safety": "content_filter", "SAFETY": "content_filter", "RECITATION": "content_filter", "refusal": "content_filter",
}

// FinishReason returns the one of the interface's five reasons that a reason
// of an upstream means: stop for those that are not known.
func FinishReason(reason string) string {
	if known := finishReasons[reason]; known != "" {
		return known
	}
	return "stop"
}

// failed tells whether a finish reason says that the answer was not finished
// at all.
func failed(reason string) bool {
	return reason == "error" || reason == "abort" || reason == "cancelled"
}
