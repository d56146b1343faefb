package daytime_test

import (
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/daytime"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"08:00": "8h", "8.30": "8h30m", "8": "8h", "8h30": "8h30m", "8 h": "8h", "0830": "8h30m", " 9 Uhr ": "9h", "17:30 Uhr": "17h30m",
		"3pm": "15h", "3:04 PM": "15h4m", "12 am": "0s", "12 p.m.": "12h", "08:00:30": "8h0m30s", "24:00": "24h", "0.375": "9h",
	} {
		if got, err := daytime.Parse(text); err != nil || got.String() != duration(t, want) {
			t.Errorf("Parse(%q) = %v, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "noon", "25:00", "8:60", "13 pm", "-1", "8:00-9:00", "28800", "24:01", "1.5"} {
		if got, err := daytime.Parse(text); err == nil {
			t.Errorf("Parse(%q) = %v, want an error", text, got)
		}
	}
}

func TestParseWindow(t *testing.T) {
	for text, want := range map[string][2]string{
		"": {"0s", "0s"}, "08:00-12:00": {"8h", "12h"}, "8 – 12 Uhr": {"8h", "12h"}, "9 bis 11:30": {"9h", "11h30m"}, "from 9 to 17": {"9h", "17h"},
		"ab 9": {"9h", "0s"}, "until 14:00": {"0s", "14h"}, "bis 12 Uhr": {"0s", "12h"}, "9am-5pm": {"9h", "17h"}, "8h30 à 12h": {"8h30m", "12h"},
	} {
		got, err := daytime.ParseWindow(text)
		if err != nil || got.Open.String() != duration(t, want[0]) || got.Close.String() != duration(t, want[1]) {
			t.Errorf("ParseWindow(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"morning", "8-12, 14-18", "8-12; 14-18", "8-12 und 14-18", "8-12-14", "8", "8-", "-12"} {
		if got, err := daytime.ParseWindow(text); err == nil {
			t.Errorf("ParseWindow(%q) = %v, want an error", text, got)
		}
	}
	if (daytime.Window{Open: 22 * time.Hour, Close: 6 * time.Hour}).Check() == nil {
		t.Error("a window over midnight passes Check")
	}
}

func TestParseStay(t *testing.T) {
	for text, want := range map[string]string{
		"": "0s", "5": "5m", "7,5": "7m30s", "5 min": "5m", "10min.": "10m", "0:05": "5m", "1:30:00": "1h30m", "1h30": "1h30m", "1 h": "1h", "2 Std.": "2h", "90 s": "1m30s", "15'": "15m",
	} {
		if got, err := daytime.ParseStay(text); err != nil || got.String() != duration(t, want) {
			t.Errorf("ParseStay(%q) = %v, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"long", "-5", "5 kg", "1e9", "5 min 30"} {
		if got, err := daytime.ParseStay(text); err == nil {
			t.Errorf("ParseStay(%q) = %v, want an error", text, got)
		}
	}
}

func duration(t *testing.T, text string) string {
	t.Helper()
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d.String()
}
