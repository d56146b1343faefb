package main

import (
	"fmt"
	"slices"

	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// checkNetwork checks that a policy without rules denies all traffic of every pod, that every rule of
// the other policies names ports and peers, and that every port of a container can be reached.
func checkNetwork(objects []metav1.Object, pods []pod) (faults []error) {
	var policies []*networkingv1.NetworkPolicy
	for _, object := range objects {
		if p, ok := object.(*networkingv1.NetworkPolicy); ok {
			policies = append(policies, p)
			faults = append(faults, checkRules(p)...)
		}
	}
	for _, p := range pods {
		denied := slices.ContainsFunc(policies, func(n *networkingv1.NetworkPolicy) bool { return deniesAll(n) && applies(n, p) })
		if !denied {
			faults = append(faults, fmt.Errorf("%s: expected a NetworkPolicy that denies all traffic", p.name))
		}
		faults = append(faults, checkPorts(p, policies)...)
	}
	return faults
}

func applies(n *networkingv1.NetworkPolicy, p pod) bool {
	return matches(&n.Spec.PodSelector, p.Labels)
}

func deniesAll(n *networkingv1.NetworkPolicy) bool {
	both := slices.Contains(n.Spec.PolicyTypes, networkingv1.PolicyTypeIngress) && slices.Contains(n.Spec.PolicyTypes, networkingv1.PolicyTypeEgress)
	return both && len(n.Spec.Ingress) == 0 && len(n.Spec.Egress) == 0
}

func checkRules(n *networkingv1.NetworkPolicy) (faults []error) {
	for i, rule := range n.Spec.Ingress {
		if len(rule.From) == 0 || len(rule.Ports) == 0 {
			faults = append(faults, fmt.Errorf("NetworkPolicy %s, ingress rule %d: expected ports and peers", n.Name, i+1))
		}
	}
	for i, rule := range n.Spec.Egress {
		if len(rule.To) == 0 || len(rule.Ports) == 0 {
			faults = append(faults, fmt.Errorf("NetworkPolicy %s, egress rule %d: expected ports and peers", n.Name, i+1))
		}
	}
	return faults
}

// checkPorts returns the ports of containers that no policy opens.
func checkPorts(p pod, policies []*networkingv1.NetworkPolicy) (faults []error) {
	open := map[int32]bool{}
	for _, n := range policies {
		for _, rule := range n.Spec.Ingress {
			for _, port := range rule.Ports {
				if applies(n, p) && port.Port != nil {
					open[port.Port.IntVal] = true
				}
			}
		}
	}
	for _, c := range p.Spec.Containers {
		for _, port := range c.Ports {
			if !open[port.ContainerPort] {
				faults = append(faults, fmt.Errorf("%s: no NetworkPolicy opens the port %d", p.name, port.ContainerPort))
			}
		}
	}
	return faults
}
