// The program reads the manifest in the file that it is given strictly, by the types of
// Kubernetes' API, and checks what they cannot say.
package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: kubernetes FILE")
		os.Exit(2)
	}
	text, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = check(string(text))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// check reads a claim and a Job.
func check(text string) error {
	docs := strings.Split(text, "\n---\n")
	if len(docs) != 2 {
		return fmt.Errorf("got %d documents, want a claim and a Job", len(docs))
	}
	var claim core.PersistentVolumeClaim
	if err := yaml.UnmarshalStrict([]byte(docs[0]), &claim); err != nil {
		return err
	}
	var job batch.Job
	if err := yaml.UnmarshalStrict([]byte(docs[1]), &job); err != nil {
		return err
	}
	switch {
	case claim.APIVersion != "v1" || claim.Kind != "PersistentVolumeClaim":
		return fmt.Errorf("the claim is a %s %s", claim.APIVersion, claim.Kind)
	case job.APIVersion != "batch/v1" || job.Kind != "Job":
		return fmt.Errorf("the Job is a %s %s", job.APIVersion, job.Kind)
	}
	return checkJob(job.Spec, claim.Name)
}

// checkJob says whether each part is played by one Pod, and its report kept in the claim.
func checkJob(job batch.JobSpec, claim string) error {
	pod := job.Template.Spec
	if job.CompletionMode == nil || *job.CompletionMode != batch.IndexedCompletion || job.Completions == nil {
		return errors.New("the Job is not Indexed, or does not say how many Pods it completes")
	}
	if len(pod.Containers) != 1 {
		return fmt.Errorf("got %d containers, want 1", len(pod.Containers))
	}
	if job.BackoffLimitPerIndex != nil && pod.RestartPolicy != core.RestartPolicyNever {
		return errors.New("backoffLimitPerIndex needs restartPolicy: Never")
	}
	c := pod.Containers[0]
	env := map[string]string{}
	for _, v := range c.Env {
		env[v.Name] = v.Value
	}
	if want := strconv.Itoa(int(*job.Completions)); env["PARTS"] != want {
		return fmt.Errorf("PARTS is %q, but completions is %s", env["PARTS"], want)
	}
	for _, m := range c.VolumeMounts {
		for _, v := range pod.Volumes {
			kept := v.PersistentVolumeClaim
			if m.MountPath == env["DIR"] && m.Name == v.Name && kept != nil && kept.ClaimName == claim {
				return nil
			}
		}
	}
	return fmt.Errorf("DIR is %q, which is not in the claim", env["DIR"])
}
