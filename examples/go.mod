module example.com/tourmaline-examples

go 1.26.0

require github.com/tourmaline-opt/tourmaline v0.0.0

require (
	github.com/ebitengine/purego v0.11.2 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace github.com/tourmaline-opt/tourmaline => ../
