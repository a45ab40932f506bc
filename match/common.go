package match

// common are common words.
var common = words("the")
