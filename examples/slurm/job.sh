#!/usr/bin/env bash
# Plays one part of a run, or merges the parts. With Slurm:
#
#   array=$(sbatch --parsable --array=0-99 job.sh play)
#   sbatch --dependency=afterok:$array job.sh merge
#
# If task 7 fails, the merge is cancelled. Then play that part again, and merge:
#
#   array=$(sbatch --parsable --array=7 job.sh play)
#   sbatch --dependency=afterok:$array job.sh merge
#
# Other engines call it, too: see docs/clusters.md.
#
#SBATCH --job-name=foppen
#SBATCH --cpus-per-task=1
#SBATCH --time=00:30:00
#SBATCH --kill-on-invalid-dep=yes
set -euo pipefail

# The run. It must be the same for all parts and for the merge. Never take the number of parts
# from the array: --array=7 has one task, and that is still part 7 of all.
run=(-variant rulebook-2018 -players 4 -bots greedy -seed 1)
games=${GAMES:-1000000}
parts=${PARTS:-100} # as in --array=0-99

foppen=${FOPPEN:-foppen} # the program
dir=${DIR:-parts}        # where the reports of the parts are; all nodes must see it
merged=${MERGED:-merged.json}

# part N: the file with the report of part N.
part() { printf '%s/%d.json' "$dir" "$1"; }

# whole FILE COMMAND ARG...: writes the output of the command to FILE if it succeeds. FILE is
# whole or not there.
whole() {
	rm -f "$1"
	"${@:2}" >"$1.new" || return
	mv "$1.new" "$1"
}

# first N: the first game of part N. Parts differ by one game at most.
first() { echo $((games * $1 / parts)); }

# play N: plays part N.
play() {
	if [[ ! $1 =~ ^(0|[1-9][0-9]{0,8})$ ]] || (($1 >= parts)); then
		echo "job.sh: part '$1' is not one of 0 to $((parts - 1))" >&2
		exit 2
	fi
	local from to
	from=$(first "$1") to=$(first $(($1 + 1)))
	mkdir -p "$dir"
	whole "$(part "$1")" "$foppen" simulate -json "${run[@]}" \
		-first "$from" -games $((to - from)) -workers "${SLURM_CPUS_PER_TASK:-1}"
}

# merge: merges all parts. It fails if the report of one is missing, and if a game is.
merge() {
	local files=() n
	for ((n = 0; n < parts; n++)); do files+=("$(part "$n")"); done
	whole "$merged" "$foppen" merge -games "$games" "${files[@]}"
}

case ${1-} in
play) play "${2:-${SLURM_ARRAY_TASK_ID:-${JOB_COMPLETION_INDEX:-}}}" ;;
merge) merge ;;
*)
	echo 'usage: job.sh play [PART] | merge' >&2
	exit 2
	;;
esac
