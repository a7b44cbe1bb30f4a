/** The usage of a program that starts another one: options with a value of their own, and words before the command. */
interface Wrapper {
  valued: readonly string[]
  operands: number
  /** `NAME=value` may stand before the command. */
  takesVariables: boolean
}

const wrapper = (valued = '', operands = 0, takesVariables = false): Wrapper => ({
  valued: valued.split(' '),
  operands,
  takesVariables,
})

export const WRAPPERS = new Map<string, Wrapper>([
  ['sudo', wrapper('-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt', 0, true)],
  ['doas', wrapper('-u -C')],
  ['pkexec', wrapper('--user')],
  ['runuser', wrapper('-u -g -G --user')],
  ['env', wrapper('-u -C --unset --chdir', 0, true)],
  ['command', wrapper()],
  ['builtin', wrapper()],
  ['exec', wrapper('-a')],
  ['nohup', wrapper()],
  ['setsid', wrapper()],
  ['time', wrapper('-f -o')],
  ['nice', wrapper('-n --adjustment')],
  ['ionice', wrapper('-c -n')],
  ['chrt', wrapper('', 1)],
  ['taskset', wrapper('', 1)],
  ['timeout', wrapper('-s -k --signal --kill-after', 1)],
  ['stdbuf', wrapper('-i -o -e')],
  ['unbuffer', wrapper()],
  ['strace', wrapper('-e -o -s')],
  ['ltrace', wrapper('-e -o -s')],
  ['xargs', wrapper('-I -n -P -d -L -s -a -E --max-args --max-procs --delimiter --replace')],
  ['parallel', wrapper('-j --jobs -a')],
  ['busybox', wrapper()],
  ['toybox', wrapper()],
  ['fakeroot', wrapper()],
  ['proxychains', wrapper('-f')],
  ['proxychains4', wrapper('-f')],
  ['torsocks', wrapper()],
  ['torify', wrapper()],
  ['systemd-run', wrapper('-p -u --unit --property')],
  ['systemd-inhibit', wrapper()],
  ['cpulimit', wrapper('-l -p -e --limit')],
  ['chroot', wrapper('', 1)],
  ['unshare', wrapper()],
  ['nsenter', wrapper('-t -S -G --target')],
  ['setpriv', wrapper('--reuid --regid --groups')],
  ['flock', wrapper('-w -E --timeout', 1)],
  ['watch', wrapper('-n --interval')],
])

export const SHELLS: ReadonlySet<string> = new Set('sh bash dash zsh ksh ash rbash mksh fish csh tcsh'.split(' '))

/** Programs that run a command as another user. */
export const ELEVATORS: ReadonlySet<string> = new Set(['sudo', 'su', 'doas', 'pkexec', 'runuser', 'sudoedit'])
