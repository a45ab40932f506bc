module vouchsafe/bench

go 1.26.0

require github.com/valyala/fasthttp v1.77.0

require (
	github.com/go-json-experiment/json v0.0.0-20260820222146-c27c302e5fc3 // indirect
	github.com/goccy/go-yaml v1.19.2 // indirect
	golang.org/x/text v0.43.0 // indirect
)

require (
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/molecule-man/go-brrr v1.3.0 // indirect
	github.com/valyala/bytebufferpool v1.0.0 // indirect
	vouchsafe v0.0.0
)

replace vouchsafe => ../
