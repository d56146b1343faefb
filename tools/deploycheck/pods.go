package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// closeTime is the time that a server needs after --drain to finish requests and close its store.
const closeTime = 30 * time.Second

// A pod is the template of the pods of a StatefulSet or a Deployment.
type pod struct {
	name string
	corev1.PodTemplateSpec
}

// podOf returns the template of an object and whether it has one. It returns an error if the selector
// of the object does not match the template.
func podOf(object metav1.Object) (p pod, found bool, err error) {
	var selector *metav1.LabelSelector
	switch o := object.(type) {
	case *appsv1.StatefulSet:
		p, selector = pod{o.Name, o.Spec.Template}, o.Spec.Selector
	case *appsv1.Deployment:
		p, selector = pod{o.Name, o.Spec.Template}, o.Spec.Selector
	default:
		return p, false, nil
	}
	if !matches(selector, p.Labels) {
		return p, true, fmt.Errorf("%s: the selector does not match the labels of the pods", p.name)
	}
	return p, true, nil
}

// matches reports whether a selector is valid and matches the labels.
func matches(selector *metav1.LabelSelector, of map[string]string) bool {
	s, err := metav1.LabelSelectorAsSelector(selector)
	return err == nil && s.Matches(labels.Set(of))
}

// check returns what the Pod Security Standard "restricted" and the rules of this project forbid.
func (p pod) check() (faults []error) {
	s := p.Spec
	context := s.SecurityContext
	if context == nil {
		context = &corev1.PodSecurityContext{}
	}
	profile := context.SeccompProfile
	for want, holds := range map[string]bool{
		"runAsNonRoot: true and a user other than 0":          isTrue(context.RunAsNonRoot) && context.RunAsUser != nil && *context.RunAsUser > 0,
		"seccompProfile: RuntimeDefault":                      profile != nil && profile.Type == corev1.SeccompProfileTypeRuntimeDefault,
		"automountServiceAccountToken: false":                 s.AutomountServiceAccountToken != nil && !*s.AutomountServiceAccountToken,
		"no hostNetwork, hostPID and hostIPC":                 !s.HostNetwork && !s.HostPID && !s.HostIPC,
		"topologySpreadConstraints":                           len(s.TopologySpreadConstraints) > 0,
		"terminationGracePeriodSeconds above 0":               s.TerminationGracePeriodSeconds != nil && *s.TerminationGracePeriodSeconds > 0,
		"only volumes from secrets, claims and empty folders": !slices.ContainsFunc(s.Volumes, isForeign),
	} {
		if !holds {
			faults = append(faults, fmt.Errorf("%s: expected %s", p.name, want))
		}
	}
	for _, c := range s.Containers {
		faults = append(faults, p.checkContainer(c)...)
	}
	return faults
}

func isTrue(b *bool) bool { return b != nil && *b }

// isForeign reports whether a volume is neither a secret nor a claim nor an empty folder.
func isForeign(v corev1.Volume) bool {
	return v.Secret == nil && v.EmptyDir == nil && v.PersistentVolumeClaim == nil
}

func (p pod) checkContainer(c corev1.Container) (faults []error) {
	context := c.SecurityContext
	if context == nil {
		context = &corev1.SecurityContext{}
	}
	drop := context.Capabilities
	for want, holds := range map[string]bool{
		"readOnlyRootFilesystem: true":                             isTrue(context.ReadOnlyRootFilesystem),
		"allowPrivilegeEscalation: false":                          context.AllowPrivilegeEscalation != nil && !*context.AllowPrivilegeEscalation,
		"capabilities: drop ALL, add none":                         drop != nil && slices.Contains(drop.Drop, "ALL") && len(drop.Add) == 0,
		"requests and limits of cpu, memory and ephemeral-storage": bounded(c.Resources),
		"a livenessProbe of /healthz":                              probes(c.LivenessProbe, "/healthz"),
		"a readinessProbe of /readyz":                              probes(c.ReadinessProbe, "/readyz"),
		"a startupProbe of /healthz":                               probes(c.StartupProbe, "/healthz"),
	} {
		if !holds {
			faults = append(faults, fmt.Errorf("%s, container %s: expected %s", p.name, c.Name, want))
		}
	}
	if err := checkPinned(c.Image); err != nil {
		faults = append(faults, fmt.Errorf("%s, container %s: %w", p.name, c.Name, err))
	}
	if err := p.checkDrain(c); err != nil {
		faults = append(faults, err)
	}
	return faults
}

func probes(p *corev1.Probe, path string) bool {
	return p != nil && p.HTTPGet != nil && p.HTTPGet.Path == path
}

func bounded(r corev1.ResourceRequirements) bool {
	for _, name := range []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceMemory, corev1.ResourceEphemeralStorage} {
		request, limit := r.Requests[name], r.Limits[name]
		if request.IsZero() || limit.IsZero() || request.Cmp(limit) > 0 {
			return false
		}
	}
	return true
}

// checkDrain returns an error if the grace period is shorter than --drain plus the time to close.
func (p pod) checkDrain(c corev1.Container) error {
	for _, arg := range c.Args {
		value, found := strings.CutPrefix(arg, "--drain=")
		if !found {
			continue
		}
		drain, err := time.ParseDuration(value)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", p.name, arg, err)
		}
		if grace := time.Duration(*p.Spec.TerminationGracePeriodSeconds) * time.Second; grace < drain+closeTime {
			return fmt.Errorf("%s: terminationGracePeriodSeconds: expected at least %v, which is --drain and %v to close, found %v", p.name, drain+closeTime, closeTime, grace)
		}
		return nil
	}
	if len(c.Args) > 0 && c.Args[0] == "serve" {
		return fmt.Errorf("%s: expected the argument --drain", p.name)
	}
	return nil
}
