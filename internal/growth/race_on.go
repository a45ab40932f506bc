//go:build race

package growth

// raceDetector tells that the race detector is on, under which work says little.
const raceDetector = true
