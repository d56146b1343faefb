module github.com/tourmaline-opt/tourmaline

go 1.26.0

require (
	golang.org/x/image v0.47.0 // indirect
	pgregory.net/rapid v1.3.0 // indirect
)
