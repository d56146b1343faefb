package job

import (
	"slices"
	"strings"
	"testing"
)

func TestCheckKey(t *testing.T) {
	for key, valid := range map[string]bool{
		"": true, "monday-1": true, "!": true, "~": true, strings.Repeat("k", 200): true,
		strings.Repeat("k", 201): false, "a b": false, "a\x7f": false, "a\n": false, "ä": false,
	} {
		if err := CheckKey(key); (err == nil) != valid {
			t.Errorf("%q: %v", key, err)
		}
	}
}

func TestDecodeBatch(t *testing.T) {
	got, err := DecodeBatch([]byte(`{"jobs":[{"key":"a","job":{"file":"a.csv"}},{"job":{"magic":1}}]}`), 2)
	if err != nil {
		t.Fatal(err)
	}
	equal := func(a, b BatchItem) bool { return a.Key == b.Key && string(a.Submission) == string(b.Submission) }
	if want := []BatchItem{{"a", []byte(`{"file":"a.csv"}`)}, {"", []byte(`{"magic":1}`)}}; !slices.EqualFunc(got, want, equal) {
		t.Errorf("%q, expected %q", got, want)
	}
	for text, want := range map[string]Fault{
		`[]`:                                {BadField, "", "expected an object, found []"},
		`{`:                                 {BadJSON, "", "expected a JSON object: unexpected end"},
		`{}`:                                {BadField, "jobs", "missing field jobs"},
		`{"jobs":null}`:                     {BadField, "jobs", "jobs: expected a list, found null"},
		`{"jobs":{}}`:                       {BadField, "jobs", "jobs: expected a list, found {}"},
		`{"jobs":[]}`:                       {BadField, "jobs", "jobs: expected 1 to 2 elements, found 0"},
		`{"jobs":[1,2,3]}`:                  {BadField, "jobs", "jobs: expected 1 to 2 elements, found 3"},
		`{"jobs":[{"job":{}}],"a":1}`:       {UnknownField, "a", `unknown field "a"`},
		`{"jobs":[{"job":{}},7]}`:           {BadField, "jobs[1]", "jobs[1]: expected an object, found 7"},
		`{"jobs":[{"job":{}},{}]}`:          {BadField, "jobs[1].job", "missing field jobs[1].job"},
		`{"jobs":[{"job":[]}]}`:             {BadField, "jobs[0].job", "jobs[0].job: expected an object, found []"},
		`{"jobs":[{"job":{},"b":1}]}`:       {UnknownField, "jobs[0].b", `unknown field "jobs[0].b"`},
		`{"jobs":[{"key?":"","job":{}}]}`:   {UnknownField, "jobs[0].key?", `unknown field "jobs[0].key?"`},
		`{"jobs":[{"key":null,"job":{}}]}`:  {BadField, "jobs[0].key", "jobs[0].key: expected a string, found null"},
		`{"jobs":[{"key":5,"job":{}}]}`:     {BadField, "jobs[0].key", "jobs[0].key: expected a string, found 5"},
		`{"jobs":[{"key":"a b","job":{}}]}`: {BadField, "jobs[0].key", "jobs[0].key: expected at most 200 visible ASCII characters"},
	} {
		items, err := DecodeBatch([]byte(text), 2)
		only(t, text, err, want)
		if items != nil {
			t.Errorf("%s: %q", text, items)
		}
	}
}

func TestDecodeTexts(t *testing.T) {
	most := map[string]int{"ids": 2, "labels": 3}
	for text, want := range map[string][]string{
		`{"ids":["a"]}`: {"ids", "a"}, `{"ids":["a","b"]}`: {"ids", "a", "b"}, `{"labels" : ["x", "", "z"]}`: {"labels", "x", "", "z"},
	} {
		name, texts, err := DecodeTexts([]byte(text), most)
		if got := append([]string{name}, texts...); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v, expected %q", text, got, err, want)
		}
	}
	for text, want := range map[string]Fault{
		`{}`:                           {BadField, "", "expected one member, found 0"},
		`{"ids":["a"],"labels":["b"]}`: {BadField, "", "expected one member, found 2"},
		`{"names":["a"]}`:              {UnknownField, "names", `unknown field "names"`},
		`{"ids":[]}`:                   {BadField, "ids", "ids: expected 1 to 2 elements, found 0"},
		`{"ids":["a","b","c"]}`:        {BadField, "ids", "ids: expected 1 to 2 elements, found 3"},
		`{"ids":"a"}`:                  {BadField, "ids", "ids: expected a list"},
		`{"ids":null}`:                 {BadField, "ids", "ids: expected a list"},
		`{"ids":["a",null]}`:           {BadField, "ids", "ids: expected a list of strings"},
		`{"labels":["a",1]}`:           {BadField, "labels", "labels: expected a list of strings"},
	} {
		name, texts, err := DecodeTexts([]byte(text), most)
		only(t, text, err, want)
		if name != "" || texts != nil {
			t.Errorf("%s: %s, %q", text, name, texts)
		}
	}
}

// only checks that an error is one fault whose detail begins as expected.
func only(t *testing.T, what string, err error, want Fault) {
	t.Helper()
	found := Faults(err)
	if len(found) != 1 || found[0].Code != want.Code || found[0].Field != want.Field || !strings.HasPrefix(found[0].Detail, want.Detail) {
		t.Errorf("%s: %+v, expected %+v", what, found, want)
	}
}
