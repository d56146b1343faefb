package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	_ "github.com/kedacore/keda/v2/version" // keeps KEDA, whose module contains the schema, in go.mod
	"github.com/santhosh-tekuri/jsonschema/v6"
	"sigs.k8s.io/yaml"
)

// checkScaler checks deploy/keda.yaml against the schema that KEDA installs in a cluster, its target
// against deploy/kubernetes.yaml, and its query against the list of metrics.
func checkScaler(project fs.FS) (faults []error) {
	text, err := fs.ReadFile(project, "deploy/keda.yaml")
	if err != nil {
		return []error{err}
	}
	schema, err := scalerSchema()
	if err != nil {
		return []error{err}
	}
	plain, err := yaml.YAMLToJSONStrict(text)
	if err != nil {
		return []error{err}
	}
	object, err := jsonschema.UnmarshalJSON(bytes.NewReader(plain))
	if err != nil {
		return []error{err}
	}
	if err := schema.Validate(object); err != nil {
		faults = append(faults, err)
	}
	var s scaledObject
	if err := json.Unmarshal(plain, &s); err != nil {
		return append(faults, err)
	}
	return append(faults, s.check(project)...)
}

// A scaledObject contains the fields of a ScaledObject that checks need.
type scaledObject struct {
	APIVersion, Kind string
	Spec             struct {
		ScaleTargetRef                   struct{ Kind, Name string }
		MinReplicaCount, MaxReplicaCount int
		Triggers                         []struct {
			Type     string
			Metadata map[string]string
		}
	}
}

func (s scaledObject) check(project fs.FS) (faults []error) {
	if s.APIVersion != "keda.sh/v1alpha1" || s.Kind != "ScaledObject" {
		faults = append(faults, fmt.Errorf("expected a ScaledObject of keda.sh/v1alpha1, found %s %s", s.APIVersion, s.Kind))
	}
	text, err := fs.ReadFile(project, "deploy/kubernetes.yaml")
	if err != nil {
		return append(faults, err)
	}
	objects, _ := readObjects(text)
	found := false
	for _, object := range objects {
		_, hasPods, _ := podOf(object)
		found = found || hasPods && object.GetName() == s.Spec.ScaleTargetRef.Name
	}
	if !found {
		faults = append(faults, fmt.Errorf("deploy/kubernetes.yaml has no %s", s.Spec.ScaleTargetRef.Name))
	}
	queries, err := newQueryChecker(project)
	if err != nil {
		return append(faults, err)
	}
	for _, t := range s.Spec.Triggers {
		if t.Type != "prometheus" {
			continue
		}
		if err := queries.check(t.Metadata["query"]); err != nil {
			faults = append(faults, err)
		}
	}
	if len(queries.used) == 0 || s.Spec.MinReplicaCount > s.Spec.MaxReplicaCount {
		faults = append(faults, fmt.Errorf("expected a trigger that queries Prometheus, and minReplicaCount at most maxReplicaCount"))
	}
	return faults
}

// scalerSchema returns the schema of a ScaledObject from the module of KEDA. The schema of a cluster
// drops unknown fields; here they are errors.
func scalerSchema() (*jsonschema.Schema, error) {
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/kedacore/keda/v2").Output()
	if err != nil {
		return nil, fmt.Errorf("go list -m github.com/kedacore/keda/v2: %w", err)
	}
	text, err := os.ReadFile(filepath.Join(string(bytes.TrimSpace(folder)), "config", "crd", "bases", "keda.sh_scaledobjects.yaml"))
	if err != nil {
		return nil, err
	}
	var definition struct {
		Spec struct {
			Versions []struct {
				Name   string
				Schema struct {
					OpenAPIV3Schema map[string]any `json:"openAPIV3Schema"`
				}
			}
		}
	}
	if err := yaml.Unmarshal(text, &definition); err != nil || len(definition.Spec.Versions) != 1 {
		return nil, fmt.Errorf("the schema of KEDA: expected one version: %w", err)
	}
	root := definition.Spec.Versions[0].Schema.OpenAPIV3Schema
	forbidUnknown(root)
	// The schema leaves out the fields that every object has.
	root["properties"].(map[string]any)["metadata"] = map[string]any{"type": "object"}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("scaledobject.json", root); err != nil {
		return nil, err
	}
	return c.Compile("scaledobject.json")
}

// forbidUnknown forbids properties that a schema does not list, at every level.
func forbidUnknown(schema any) {
	switch s := schema.(type) {
	case map[string]any:
		if _, lists := s["properties"].(map[string]any); lists && s["additionalProperties"] == nil && s["x-kubernetes-preserve-unknown-fields"] == nil {
			s["additionalProperties"] = false
		}
		for _, part := range s {
			forbidUnknown(part)
		}
	case []any:
		for _, part := range s {
			forbidUnknown(part)
		}
	}
}
