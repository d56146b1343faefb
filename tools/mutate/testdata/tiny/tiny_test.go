package tiny

import "testing"

func TestLargest(t *testing.T) {
	if Largest(2, 1) != 2 || Largest(1, 2) != 2 {
		t.Error("not the largest")
	}
}

func TestChecked(t *testing.T) {
	if Checked(3) != nil || Checked(30) == nil {
		t.Error("wrong")
	}
}

func TestCountdown(t *testing.T) {
	if Countdown(3) != 3 {
		t.Error("wrong count")
	}
}

func TestGreeting(t *testing.T) {
	if Greeting("you") != "hello you" {
		t.Error("impolite")
	}
}

func TestSign(t *testing.T) {
	if Sign(0) != "other" {
		t.Error("wrong sign")
	}
}
