package main

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSlurm runs job.sh as an array and a merge that depends on it.
func TestSlurm(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: -short")
	}
	r := newRun(t, "munged", "slurmctld", "slurmd", "sbatch", "squeue", "sinfo", "scancel")
	startSlurm(t, r)

	t.Run("the report of one machine", func(t *testing.T) {
		r.submit(t, "0-3")
		r.checkMerged(t)
		r.remove(t, "merged.json")
		r.remove(t, "parts")
	})
	t.Run("nothing is merged if a task fails", func(t *testing.T) {
		r.write(t, "broken", "", 0o644)
		array, merge := r.submit(t, "0-3")
		if log := r.read(t, "slurm-"+array+"_2.out"); !strings.Contains(log, "broken") {
			t.Errorf("task 2 did not fail as it should: %q", log)
		}
		if r.exists("merged.json") {
			t.Error("something was merged")
		}
		if r.exists("slurm-" + merge + ".out") {
			t.Errorf("the merge ran: %q", r.read(t, "slurm-"+merge+".out"))
		}
		r.remove(t, "broken")
	})
	t.Run("all is merged after that task is played again", func(t *testing.T) {
		r.submit(t, "2")
		r.checkMerged(t)
	})
}

// submit queues an array of parts and the merge, and returns their numbers when Slurm is done
// with both.
func (r *run) submit(t *testing.T, tasks string) (array, merge string) {
	t.Helper()
	array = r.do(t, "sbatch", "--parsable", "--array="+tasks, r.job, "play")
	merge = r.do(t, "sbatch", "--parsable", "--dependency=afterok:"+array, r.job, "merge")
	await(t, "the end of the jobs", func() bool { return r.do(t, "squeue", "-h") == "" })
	return array, merge
}

func (r *run) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(r.path(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// await fails the test if something does not come true within a minute.
func await(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !ok(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// startSlurm starts munged, slurmctld and slurmd on this machine, with all their files in the
// folder of the run, and ends them after the test. It needs no service of the system.
func startSlurm(t *testing.T, r *run) {
	t.Helper()
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	key := make([]byte, 1024)
	rand.Read(key)
	r.write(t, "munge.key", string(key), 0o400)
	for _, name := range []string{"state", "spool"} {
		if err := os.Mkdir(r.path(name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	ports := freePorts(t, 2)
	r.write(t, "slurm.conf", fmt.Sprintf(slurmConf, host, ports[0], ports[1], me.Username, r.dir), 0o644)
	r.env = append(r.env, "SLURM_CONF="+r.path("slurm.conf"))

	start(t, r, "munged", "--foreground", "--force",
		"--key-file="+r.path("munge.key"), "--socket="+r.path("munge.sock"), "--seed-file="+r.path("munge.seed"),
		"--pid-file="+r.path("munged.pid"), "--log-file="+r.path("munge.log"))
	await(t, "munged", func() bool { return r.exists("munge.sock") })
	start(t, r, "slurmctld", "-D", "-c")
	start(t, r, "slurmd", "-D", "-c")
	await(t, "a node of Slurm", func() bool {
		out, err := r.command("sinfo", "-h", "-o", "%T").Output()
		return err == nil && string(out) == "idle\n"
	})
	t.Cleanup(func() { // before the daemons end: no job is left behind
		r.command("scancel", "--user="+me.Username).Run()
		await(t, "the end of the jobs", func() bool { return r.do(t, "squeue", "-h") == "" })
		await(t, "the end of the steps", func() bool { return !stepsLeft(r) })
	})
}

// slurmConf is the configuration of one node that is also the controller. Its arguments: the
// name of this machine, the ports of controller and node, the user, and the folder. Containers
// may lack cgroups and a name that resolves, so neither is used.
const slurmConf = `ClusterName=foppen
SlurmctldHost=%[1]s(127.0.0.1)
SlurmctldPort=%[2]d
SlurmdPort=%[3]d
SlurmUser=%[4]s
SlurmdUser=%[4]s
AuthType=auth/munge
AuthInfo=socket=%[5]s/munge.sock
CredType=cred/munge
StateSaveLocation=%[5]s/state
SlurmdSpoolDir=%[5]s/spool
SlurmctldPidFile=%[5]s/slurmctld.pid
SlurmdPidFile=%[5]s/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0
SlurmdParameters=config_overrides
NodeName=%[1]s NodeAddr=127.0.0.1 CPUs=4
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE
`

// freePorts finds ports of 127.0.0.1 on which nobody listens.
func freePorts(t *testing.T, n int) []int {
	t.Helper()
	var ports []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close() // only when all are found, so that they differ
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// start starts a daemon in the foreground. It is ended after the test; what it has said is
// shown if the test failed.
func start(t *testing.T, r *run, name string, args ...string) {
	t.Helper()
	var out bytes.Buffer
	cmd := r.command(name, args...)
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.WaitDelay = 10 * time.Second
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			t.Errorf("%s does not end by itself", name)
			cmd.Process.Kill()
			<-ended
		}
		if t.Failed() {
			t.Logf("%s said:\n%s", name, out.String())
		}
	})
}

// stepsLeft says whether a process of Slurm still writes to the folder of the run: slurmd leaves
// the last words of a job to one.
func stepsLeft(r *run) bool {
	left, _ := filepath.Glob(r.path("spool/*_[0-9]*.[0-9]*"))
	return len(left) > 0
}
