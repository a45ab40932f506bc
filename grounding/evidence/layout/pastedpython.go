package layout

// PythonJSON turns the Python value at the beginning of a text, as print shows it, into
// JSON. It returns the JSON and the number of bytes read, or "" where it cannot be read.
func PythonJSON(s string) (raw string, n int) { return pythonJSON(s) }
