package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

// newObject returns an empty object of the Go type that Kubernetes has for a kind, or nil.
func newObject(m metav1.TypeMeta) metav1.Object {
	switch m.APIVersion + " " + m.Kind {
	case "v1 Service":
		return &corev1.Service{}
	case "v1 ServiceAccount":
		return &corev1.ServiceAccount{}
	case "policy/v1 PodDisruptionBudget":
		return &policyv1.PodDisruptionBudget{}
	case "apps/v1 StatefulSet":
		return &appsv1.StatefulSet{}
	case "apps/v1 Deployment":
		return &appsv1.Deployment{}
	case "networking.k8s.io/v1 NetworkPolicy":
		return &networkingv1.NetworkPolicy{}
	}
	return nil
}

// documents splits a YAML file into its documents.
func documents(text []byte) (all [][]byte, err error) {
	r := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(text)))
	for {
		document, err := r.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		all = append(all, document)
	}
}

// readObjects decodes the objects of a manifest. A field that the type does not have, and a field that
// appears twice, is an error.
func readObjects(text []byte) (objects []metav1.Object, faults []error) {
	all, err := documents(text)
	if err != nil {
		return nil, []error{err}
	}
	for i, document := range all {
		var kind metav1.TypeMeta
		if err := yaml.Unmarshal(document, &kind); err != nil {
			faults = append(faults, fmt.Errorf("document %d: %w", i+1, err))
			continue
		}
		object := newObject(kind)
		if object == nil {
			faults = append(faults, fmt.Errorf("document %d: unknown kind %s %s: add its type to newObject", i+1, kind.APIVersion, kind.Kind))
			continue
		}
		if err := decodeStrictly(document, object); err != nil {
			faults = append(faults, fmt.Errorf("document %d, %s: %w", i+1, kind.Kind, err))
		}
		objects = append(objects, object)
	}
	return objects, faults
}

// decodeStrictly decodes a YAML document as Kubernetes does, which distinguishes upper and lower case in
// the names of fields.
func decodeStrictly(document []byte, into any) error {
	plain, err := yaml.YAMLToJSONStrict(document)
	if err != nil {
		return err
	}
	strict, err := json.UnmarshalStrict(plain, into)
	return errors.Join(append(strict, err)...)
}

func checkManifests(project fs.FS) []error {
	text, err := fs.ReadFile(project, "deploy/kubernetes.yaml")
	if err != nil {
		return []error{err}
	}
	objects, faults := readObjects(text)
	seen := map[string]bool{}
	var pods []pod
	for _, object := range objects {
		id := fmt.Sprintf("%T %s", object, object.GetName())
		if object.GetName() == "" || seen[id] {
			faults = append(faults, fmt.Errorf("%s: expected a name that no other object of this kind has", id))
		}
		seen[id] = true
		p, found, err := podOf(object)
		if err != nil {
			faults = append(faults, err)
		}
		if found {
			pods = append(pods, p)
		}
	}
	if len(pods) < 2 {
		faults = append(faults, fmt.Errorf("expected pods of servers and of workers, found %d", len(pods)))
	}
	for _, p := range pods {
		faults = append(faults, p.check()...)
	}
	return append(faults, checkNetwork(objects, pods)...)
}
