#!/bin/bash
# Workers for a service that runs elsewhere, as a Slurm array:
#
#   sbatch --export=ALL,SERVER=nats://solver.example.org:4222,KEYS=$HOME/worker.key deploy/slurm.sh
#   sbatch --array=1-100 … deploy/slurm.sh
#
# The file KEYS and the program must exist on every machine. Set TLS_CA to the file of CA
# certificates of the service if this machine does not trust them.
#SBATCH --job-name=tourmaline-worker
#SBATCH --array=1-8
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=8
#SBATCH --time=24:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=tourmaline-%A-%a.log
# A minute before the time limit, the worker saves its jobs and returns them to the queue.
#SBATCH --signal=B:TERM@60
set -euo pipefail

: "${SERVER:?expected the address for workers, such as nats://solver.example.org:4222}"
: "${KEYS:?expected the file worker.key of the service}"
authority=()
if [[ -n "${TLS_CA:-}" ]]; then
	authority=(--tls-ca "$TLS_CA")
fi

# exec makes the signal reach the worker instead of a shell.
exec tourmaline worker --server "$SERVER" --keys "$KEYS" "${authority[@]}" \
	--slots 1 --threads "${SLURM_CPUS_PER_TASK:-1}" --wait --log-format json
