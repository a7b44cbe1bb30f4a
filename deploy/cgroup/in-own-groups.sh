#!/bin/sh
# Starts a command as an ordinary user, in control groups that belong to it, on a host where systemd does not:
#   sh deploy/cgroup/in-own-groups.sh USER COMMAND…
# Run it as root. The command must be one process (node …/bin/anneal.js serve, not npx): in cgroup v2 a group with processes of its
# own has no limited groups below it, and the server moves only itself out of the way.
set -eu
[ "$(id -u)" = 0 ] || { echo "in-own-groups.sh: run it as root" >&2; exit 1; }
[ $# -ge 2 ] || { echo "usage: sh in-own-groups.sh USER COMMAND…" >&2; exit 2; }
user=$1
shift
name=anneal-of-$user
root=/sys/fs/cgroup

if [ -e "$root/cgroup.controllers" ]; then
  echo '+cpu +memory +pids' > "$root/cgroup.subtree_control"
  mkdir -p "$root/$name"
  chown "$user" "$root/$name" "$root/$name/cgroup.procs" "$root/$name/cgroup.subtree_control"
  echo $$ > "$root/$name/cgroup.procs"
else
  for controller in memory pids cpu cpuacct freezer blkio; do
    [ -e "$root/$controller/cgroup.procs" ] || continue
    mkdir -p "$root/$controller/$name"
    chown "$user" "$root/$controller/$name"
    echo $$ > "$root/$controller/$name/cgroup.procs"
  done
fi
exec setpriv --reuid "$user" --regid "$(id -g "$user")" --init-groups -- "$@"
