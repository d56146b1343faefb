package cl

import "testing"

func TestFirstMismatch(t *testing.T) {
	for _, test := range []struct {
		got, want []uint32
		mismatch  *Mismatch
	}{
		{nil, nil, nil},
		{[]uint32{1, 2, 3}, []uint32{1, 2, 3}, nil},
		{[]uint32{9, 2, 3}, []uint32{1, 2, 3}, &Mismatch{Wrong: 1, Of: 3, First: 0, Got: 9, Want: 1}},
		{[]uint32{1, 2, 9}, []uint32{1, 2, 3}, &Mismatch{Wrong: 1, Of: 3, First: 2, Got: 9, Want: 3}},
		{[]uint32{1, 7, 3, 8}, []uint32{1, 2, 3, 4}, &Mismatch{Wrong: 2, Of: 4, First: 1, Got: 7, Want: 2}},
	} {
		m := firstMismatch(test.got, test.want)
		if (m == nil) != (test.mismatch == nil) || m != nil && *m != *test.mismatch {
			t.Errorf("%v, want %v: %+v", test.got, test.want, m)
		}
	}
}

func TestMismatchSaysWhatAndWhere(t *testing.T) {
	m := &Mismatch{Check: "log2", Device: "card", Wrong: 3, Of: 4096, First: 17, Got: 0x3F800001, Want: 0xF}
	want := "self-test log2 on card: 3 of 4096 words differ from the Go results, first word 17: got 0x3f800001, want 0x0000000f"
	if m.Error() != want {
		t.Errorf("%s\nwant %s", m, want)
	}
}
