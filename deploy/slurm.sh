#!/bin/bash
# Workers for a service that runs elsewhere, as an array of Slurm:
#
#   sbatch --export=ALL,SERVER=nats://solver.example.org:4222,KEYS=$HOME/worker.key deploy/slurm.sh
#   sbatch --array=1-100 … deploy/slurm.sh
#
# The folder of KEYS and the program must be there on every machine. TLS_CA names the
# certificate of whoever signs those of the service, if this machine does not trust it.
#SBATCH --job-name=tourmaline-worker
#SBATCH --array=1-8
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=8
#SBATCH --time=24:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=tourmaline-%A-%a.log
# A minute before the time is up, the worker saves its jobs and gives them back.
#SBATCH --signal=B:TERM@60
set -euo pipefail

: "${SERVER:?expected the address for workers, such as nats://solver.example.org:4222}"
: "${KEYS:?expected the file worker.key of the service}"
authority=()
if [[ -n "${TLS_CA:-}" ]]; then
	authority=(--tls-ca "$TLS_CA")
fi

# exec, so that the signal reaches the worker and not a shell.
exec tourmaline worker --server "$SERVER" --keys "$KEYS" "${authority[@]}" \
	--slots 1 --threads "${SLURM_CPUS_PER_TASK:-1}" --wait --log-format json
