package alerts

import "math"

// Least numbers and differences.
const (
	leastNow  = 20 // exchanges that a share is taken of
	leastPast = 30 // exchanges of the past that it is held against
)

// How improbable something must be to be none of chance. A window is looked
// at some hundred times a day for every app, hence the small one. The larger
// one is for a share that is held against the operator's own rate, where being
// wrong by a little is no false alarm.
const (
	none = 1e-6
	rare = 1e-3
)

// failing decides whether answers fail too often: at least at the rate that
// the operator gave, and either more often than in the past or, past and
// present together, more often than that rate. The second holds as long as an
// app is that bad, and is told once.
func failing(now, past counts, rate float64) bool {
	if now.verified < leastNow || now.failing == 0 || share(now.failing, now.verified) < rate {
		return false
	}
	jumped := past.verified >= leastPast && tail(now.failing, now.verified, expected(past.failing, past.verified)) < none
	all := now.add(past)
	return jumped || tail(all.failing, all.verified, rate) < rare
}

// fading decides whether exchanges have begun to pass unverified: the share
// that is skipped has risen by the operator's rate, or the share that is
// verified has halved. Without a past nothing can have risen.
func fading(now, past counts, rate float64) bool {
	if now.all() < leastNow || past.all() < leastPast {
		return false
	}
	rise := share(now.skipped, now.all()) - share(past.skipped, past.all())
	halved := share(now.verified, now.all()) <= share(past.verified, past.all())/2
	return (rise > 0 && rise >= rate || halved && past.verified > 0) &&
		tail(now.skipped, now.all(), expected(past.skipped, past.all())) < none
}

func share(part, all int) float64 {
	if all == 0 {
		return 0
	}
	return float64(part) / float64(all)
}

// expected is the share that the past lets expect: Laplace's rule of
// succession, so that what never happened is improbable and not impossible.
func expected(part, all int) float64 { return float64(part+1) / float64(all+2) }

// tail is the probability that at least part of all come out so, where each
// does with probability p: the upper tail of the binomial distribution, summed
// until the rest adds nothing.
func tail(part, all int, p float64) float64 {
	switch {
	case part <= 0 || p >= 1:
		return 1
	case p <= 0:
		return 0
	}
	sum := 0.0
	n, _ := math.Lgamma(float64(all) + 1)
	for k := part; k <= all; k++ {
		a, _ := math.Lgamma(float64(k) + 1)
		b, _ := math.Lgamma(float64(all-k) + 1)
		term := math.Exp(n - a - b + float64(k)*math.Log(p) + float64(all-k)*math.Log1p(-p))
		sum += term
		if term < sum*1e-9 && float64(k) > p*float64(all) {
			break // the rest adds nothing
		}
	}
	return sum
}
