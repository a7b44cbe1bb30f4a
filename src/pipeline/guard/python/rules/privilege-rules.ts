import { callRule, factRule, type PythonRule, spotOf } from '../call-rule.ts'
import { given, gradeOf, isTrue, written } from '../condition.ts'
import { constantOf, hasOrigin, OUTSIDE } from '../read/make-value.ts'
import { uploads } from '../uploads.ts'

const LOADER_VARIABLES =
  /^os\.environ\[(LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT|PYTHONSTARTUP|DYLD_INSERT_LIBRARIES|BASH_ENV)\]$/

/** A module of a package, which the package itself puts in place, or the program itself. */
const OWN_MODULE = /^\s*[\w.]+\[\s*(?:f?['"]\w+\.|__name__)/

export const privilegeRules: readonly PythonRule[] = [
  callRule(
    {
      id: 'python/become-root',
      family: 'privilege',
      severity: 'high',
      title: 'Takes the rights of the administrator',
      why: 'Nothing on the machine is protected from the administrator.',
      remedy: 'Run with the rights that the program was started with.',
      cwe: [250, 269],
    },
    {
      calls:
        'os.setuid os.setgid os.seteuid os.setegid os.setreuid os.setregid os.setresuid os.setresgid .setuid .setresuid',
      when: (call) => (given(call, 0)?.number === 0 ? 'high' : call.name.startsWith('os.') && 'low'),
    },
    {
      calls: 'elevate.elevate ctypes.windll.shell32.ShellExecuteW',
      when: (call) => call.method === 'elevate' || call.positional.some(({ value }) => constantOf(value) === 'runas'),
    },
    { calls: '.run .create', when: (call) => isTrue(call.keywords.get('privileged')?.value) },
    { calls: 'os.setns os.unshare os.chroot', when: (call) => (call.method === 'chroot' ? 'medium' : 'high') },
    { calls: '.setns .unshare .pivot_root .mount', when: (call) => /ctypes|libc/.test(call.name) },
  ),
  callRule(
    {
      id: 'python/process-tampering',
      family: 'privilege',
      severity: 'high',
      title: 'Reaches into other processes',
      why: 'Programs of others can be read, changed or ended.',
      remedy: 'Deal only with processes that the program has started itself.',
      cwe: [250, 506],
    },
    {
      calls: '.ptrace .process_vm_writev .process_vm_readv .OpenProcess .ReadProcessMemory .prctl',
      when: (call) =>
        /ctypes|libc|CDLL|windll|kernel32|^\?/.test(call.name) && (call.method === 'prctl' ? 'medium' : 'high'),
    },
    {
      calls: 'os.kill os.killpg',
      when: (call) => {
        const pid = given(call, 0)
        if (pid?.number === -1 || pid?.number === 1) return 'critical'
        if (/getppid/.test(pid?.name ?? '')) return 'high'
        return call.loop && /psutil|listdir|proc/.test(pid?.name ?? '')
          ? 'high'
          : gradeOf(pid, 0, { outside: 'medium', parameter: 'low', other: 'low', kept: 'low', unknown: 'info' })
      },
    },
    {
      calls: '.kill .terminate .suspend',
      when: (call) =>
        /psutil\.(process_iter|Process|pids)/.test(call.name) &&
        (/process_iter|pids/.test(call.name) ? 'high' : 'medium'),
    },
  ),
  factRule(
    {
      id: 'python/loader-variable',
      family: 'privilege',
      severity: 'high',
      title: 'Has foreign code loaded into programs that are started',
      why: 'Every program that is started with this variable runs that code first.',
      remedy: 'Leave the variable alone.',
      cwe: [426, 114],
    },
    (program) => [
      ...program.facts.assignments.flatMap(({ node, target }) =>
        spotOf(node, LOADER_VARIABLES.test(target) && (target.includes('LIBRARY_PATH') ? 'medium' : 'high')),
      ),
      ...['os.putenv', 'os.environ.setdefault', 'os.environ.__setitem__'].flatMap((name) =>
        program
          .callsOf(name)
          .flatMap((call) => spotOf(call.node, LOADER_VARIABLES.test(`os.environ[${constantOf(given(call, 0))}]`))),
      ),
      ...program.facts.calls.flatMap((call) =>
        spotOf(call.node, call.keywords.get('env')?.value.entries?.has('LD_PRELOAD')),
      ),
    ],
  ),
  factRule(
    {
      id: 'python/replaced-builtin',
      family: 'privilege',
      severity: 'medium',
      title: 'Puts something else in the place of a part of Python',
      why: 'Code that runs later calls it without knowing.',
      remedy: 'Give new things new names.',
      cwe: [913],
    },
    (program) => [
      ...program.facts.assignments.flatMap(({ node, target }) =>
        spotOf(
          node,
          ((/^(builtins|__builtins__|sys\.modules)\b[.[]/.test(target) && !OWN_MODULE.test(written(program, node))) ||
            /^sys\.(meta_path|path_hooks|excepthook_original)$/.test(target)) &&
            (uploads(program) ? 'high' : 'medium'),
        ),
      ),
      ...['setattr'].flatMap((name) =>
        program
          .callsOf(name)
          .flatMap((call) => spotOf(call.node, /^(builtins|__builtins__)$/.test(given(call, 0)?.name ?? ''))),
      ),
      ...program
        .callsOf('setattr')
        .flatMap((call) => spotOf(call.node, hasOrigin(given(call, 1), OUTSIDE) && 'medium')),
    ],
  ),
  callRule(
    {
      id: 'python/lifted-limit',
      family: 'resources',
      severity: 'medium',
      title: 'Lifts limits that protect the machine',
      why: 'What goes wrong afterwards takes the whole machine with it.',
      remedy: 'Keep the limits, and make the program fit.',
      cwe: [770],
    },
    {
      calls: 'resource.setrlimit',
      when: (call) =>
        given(call, 1)?.items?.some(({ name, number }) => name === 'resource.RLIM_INFINITY' || number === -1),
    },
    { calls: 'sys.setrecursionlimit', when: (call) => (given(call, 0)?.number ?? 0) > 10_000_000 },
  ),
]
