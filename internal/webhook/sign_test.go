package webhook

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"time"
)

// The example of the Standard Webhooks specification has the signature that its libraries compute.
func TestSignatureOfTheSpecification(t *testing.T) {
	key, err := base64.StdEncoding.DecodeString("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		t.Fatal(err)
	}
	secret := Secret{Key: key}
	got := sign([]Secret{secret}, "msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
	if secret.Text() != "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" {
		t.Errorf("the secret is %s", secret.Text())
	}
}

// A replaced secret signs for a day.
func TestRotation(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	first := []Secret{newSecret(now)}
	second := rotate(first, now)
	if len(second) != 2 || slices.Equal(second[0].Key, first[0].Key) || !slices.Equal(second[1].Key, first[0].Key) {
		t.Fatalf("%+v after %+v", second, first)
	}
	for after, want := range map[time.Duration]int{0: 2, 24*time.Hour - 1: 2, 24 * time.Hour: 1} {
		if got := sign(second, "m", now.Add(after), nil); len(strings.Fields(got)) != want {
			t.Errorf("%v later: %s, expected %d signatures", after, got, want)
		}
	}
	for range 10 {
		second = rotate(second, now)
	}
	if len(second) != maxSecrets {
		t.Errorf("%d secrets", len(second))
	}
}
