// Command playground is the solver of the playground, compiled to WebAssembly. A worker of the page
// calls tourmalineSolve and tourmalineStop, and receives messages as JSON.
package main
