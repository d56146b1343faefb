module example.com/tourmaline-examples

go 1.26.0

require github.com/tourmaline-opt/tourmaline v0.0.0

require (
	github.com/ebitengine/purego v0.11.2 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/nats-io/nats.go v1.55.0 // indirect
	github.com/nats-io/nkeys v0.4.16 // indirect
	github.com/nats-io/nuid v1.0.1 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace github.com/tourmaline-opt/tourmaline => ../
