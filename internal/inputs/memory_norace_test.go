//go:build !race

package inputs

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// The estimate of an instance's memory is close to the memory that the instance really takes. An
// estimate of several times as much would keep large instances out of the cache.
func TestTheMemoryOfAnInstanceIsEstimated(t *testing.T) {
	const n = 300_000
	for name, file := range map[string][]byte{
		"plain.tsp": table(fmt.Sprintf("TYPE: TSP\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n", n), n,
			func(i int) string { return fmt.Sprintf("%d %d %d\n", i+1, i%1000, i/1000) }),
		"plain.csv":  table("x,y\n", n, func(i int) string { return fmt.Sprintf("%d,%d\n", i%1000, i/1000) }),
		"named.csv":  table("name,x,y\n", n, func(i int) string { return fmt.Sprintf("city %d,%d,%d\n", i, i%1000, i/1000) }),
		"globe.csv":  table("lat,lon\n", n, func(i int) string { return fmt.Sprintf("%d.%03d,%d\n", i%60, i/300, i%170) }),
		"coded.csv":  table("id,x,y\n", n, func(i int) string { return fmt.Sprintf("C-%d,%d,%d\n", i, i%1000, i/1000) }),
		"number.csv": table("id,x,y\n", n, func(i int) string { return fmt.Sprintf("%d,%d,%d\n", 7*i, i%1000, i/1000) }),
	} {
		t.Run(name, func(t *testing.T) {
			before := heap()
			in, err := job.Spec{File: name}.Open(file, job.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			real, estimate := heap()-before, memoryOf(in, file)
			t.Logf("%.1f bytes a city, estimated as %.1f", float64(real)/n, float64(estimate)/n)
			if estimate < real*3/4 || estimate > real*5/2 {
				t.Errorf("%d bytes, estimated as %d", real, estimate)
			}
			runtime.KeepAlive(in)
			runtime.KeepAlive(file)
		})
	}
}
