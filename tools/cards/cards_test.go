package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What ptxas prints for a kernel that spills, and for one that does not.
const report = `ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'walk' for 'sm_89'
ptxas info    : Function properties for walk
    16 bytes stack frame, 4 bytes spill stores, 8 bytes spill loads
ptxas info    : Used 80 registers, used 1 barriers, 384 bytes smem, 480 bytes cmem[0]
ptxas info    : Compiling entry function 'measure' for 'sm_89'
ptxas info    : Function properties for measure
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 9 registers, 440 bytes cmem[0]
`

// What nvdisasm prints for them.
const listing = `	.section	.text.walk,"ax",@progbits
	.sectioninfo	@"SHI_REGISTERS=80"
walk:
        /*0000*/                   IMAD.MOV.U32 R1, RZ, RZ, c[0x0][0x28] ;
        /*0010*/              @!P2 CALL.REL.NOINC ` + "`($__internal_0_$__cuda_sm20_div_u64)" + ` ;
        /*0020*/                   BAR.SYNC.DEFER_BLOCKING 0x0 ;
        /*0030*/                   DFMA R4, R2, R2, R4 ;
        /*0040*/                   F2I.U64.F64.TRUNC R2, R4 ;
        /*0050*/                   MUFU.RSQ64H R4, R5 ;
        /*0060*/                   NOP;
	.section	.text.measure,"ax",@progbits
        /*0000*/                   I2F.U32.RP R0, c[0x0][0x0] ;
        /*0010*/                   EXIT ;
	.section	.nv.callgraph,"",@"SHT_CUDA_CALLGRAPH"
`

func onAda(t *testing.T) []measurement {
	t.Helper()
	card, err := pick("sm_89", true)
	if err != nil {
		t.Fatal(err)
	}
	all, err := readReport(report, card[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := countSASS(listing, all); err != nil {
		t.Fatal(err)
	}
	for i := range all {
		all[i].group, all[i].target = "tour", "sm_89"
	}
	return all
}

func TestMachineCodeOfNVIDIA(t *testing.T) {
	all := onAda(t)
	want := []measurement{
		{"tour", "walk", "sm_89", 80, 25, 8, 16, 384, counts{1, 1, 3, 1, 6}, true},
		{"tour", "measure", "sm_89", 9, 48, 0, 0, 0, counts{0, 0, 0, 0, 2}, true},
	}
	for i, m := range all {
		if m != want[i] {
			t.Errorf("got %+v\nwant %+v", m, want[i])
		}
	}
	if _, err := readReport("ptxas info : Compiling entry function 'walk' for 'sm_89'\n", target{}); err == nil {
		t.Error("a report without registers is accepted")
	}
	if err := countSASS("", all[:1]); err != nil {
		t.Error("instructions that were counted before are missed:", err)
	}
}

// A kernel fails if it exceeds one of its limits, or has none.
func TestLimits(t *testing.T) {
	all := onAda(t)
	for text, want := range map[string]string{
		"tour walk 8 16 1 1 3 1\ntour measure 0 0 0 0 0 0": "",
		"tour walk 0 16 1 1 3 1\ntour measure 0 0 0 0 0 0": "walk of tour on sm_89: 8 bytes of spills, at most 0 allowed",
		"tour walk 8 15 1 1 3 1\ntour measure 0 0 0 0 0 0": "walk of tour on sm_89: 16 bytes of stack, at most 15 allowed",
		"tour walk 8 16 0 0 3 1\ntour measure 0 0 0 0 0 0": "walk of tour on sm_89: 1 barriers, at most 0 allowed; 1 calls, at most 0 allowed",
		"tour walk 8 16 1 1 2 1\ntour measure 0 0 0 0 0 0": "walk of tour on sm_89: 3 double-precision instructions, at most 2 allowed",
		"tour walk 8 16 1 1 3 0\ntour measure 0 0 0 0 0 0": "walk of tour on sm_89: 1 conversions of 64-bit numbers, at most 0 allowed",
		"# only one\ntour walk 8 16 1 1 3 1\n":             "measure of tour on sm_89 has no limits",
	} {
		known, err := parseLimits(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(known.check(all), "\n"); got != want {
			t.Errorf("%s\ngot  %q\nwant %q", text, got, want)
		}
	}
	if _, err := parseLimits("tour walk 1 2"); err == nil || !strings.Contains(err.Error(), "line 1: 4 of 8 fields") {
		t.Error(err)
	}
	if known, err := parseLimits(limitsOf(merge(all))); err != nil || len(known.check(all)) != 1 {
		t.Error("new limits allow a spill, or nothing", err)
	}
}

// A kernel that is made to spill is found in the code that clang writes.
func TestASpillIsFound(t *testing.T) {
	if _, err := exec.LookPath("clang-19"); err != nil {
		t.Skip("clang-19 is not installed")
	}
	card, err := pick("gfx90a", false)
	if err != nil {
		t.Fatal(err)
	}
	tools := toolchain{clang: "clang-19", options: []string{"-cl-std=CL1.2"}}
	all, err := tools.measure(filepath.Join("testdata", "spill.cl"), card)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 1 || all[0].kernel != "spills" || all[0].spills == 0 || all[0].stack == 0 || all[0].instructions < 24 {
		t.Errorf("%+v", all)
	}
	faults := limits{{all[0].group, "spills"}: {stack: 1 << 20, calls: 1}}.check(all)
	if len(faults) != 1 || !strings.Contains(faults[0], "bytes of spills, at most 0 allowed") {
		t.Error(faults)
	}
}

// The cells of other targets stay, and a page that differs is out of date.
func TestPage(t *testing.T) {
	all, path := onAda(t), filepath.Join(t.TempDir(), "cards.md")
	ada, _ := pick("sm_89", true)
	if err := writePage(path, all, ada, true); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), "| tour | walk |") || !strings.Contains(string(text), " 1/1/3/1 6 st 16 |") {
		t.Fatalf("%v\n%s", err, text)
	}
	hopper, _ := pick("sm_90", true)
	for i := range all {
		all[i].target = "sm_90"
	}
	if err := writePage(path, all, hopper, false); err == nil || !strings.Contains(err.Error(), "out of date") {
		t.Error(err)
	}
	if err := writePage(path, all, hopper, true); err != nil {
		t.Fatal(err)
	}
	if text, err = os.ReadFile(path); err != nil || strings.Count(string(text), " 80 / 25 |") != 2 {
		t.Errorf("%v\n%s", err, text)
	}
	if err := writePage(path, all, hopper, false); err != nil {
		t.Error(err)
	}
}

func TestGroups(t *testing.T) {
	for program, want := range map[string]string{
		"a/tour-mmas.cl": "tour", "tour_25000-mmas-tabu_lc.cl": "tour", "tour_globe_double-ga16.cl": "tour+double",
		"double_ackley-tabu.cl": "function", "qap_long-vnd-2.cl": "qap",
	} {
		if got := groupOf(program); got != want {
			t.Errorf("%s: %s, want %s", program, got, want)
		}
	}
}
