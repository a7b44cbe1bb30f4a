import type { Process } from './process-registry.ts'

type ProcessEnd = Awaited<Process['exited']>

/** Signal names of Go, in which E2B's agent is written: callers read these texts. */
const SIGNAL_TEXTS: Record<string, string> = {
  SIGHUP: 'hangup',
  SIGINT: 'interrupt',
  SIGQUIT: 'quit',
  SIGILL: 'illegal instruction',
  SIGTRAP: 'trace/breakpoint trap',
  SIGABRT: 'aborted',
  SIGBUS: 'bus error',
  SIGFPE: 'floating point exception',
  SIGKILL: 'killed',
  SIGUSR1: 'user defined signal 1',
  SIGSEGV: 'segmentation fault',
  SIGUSR2: 'user defined signal 2',
  SIGPIPE: 'broken pipe',
  SIGALRM: 'alarm clock',
  SIGTERM: 'terminated',
  SIGXCPU: 'CPU time limit exceeded',
  SIGXFSZ: 'file size limit exceeded',
  SIGSYS: 'bad system call',
}

/** The last event of a process. The status has exactly E2B's words; the error may add more. */
export function endEventOf({ exitCode, signal, limit }: ProcessEnd, { memoryMb }: { memoryMb: number }) {
  const status = exitCode === null ? `signal: ${SIGNAL_TEXTS[signal ?? ''] ?? signal}` : `exit status ${exitCode}`
  const reason = limit === 'memory' ? `: out of memory (this sandbox has ${memoryMb} MB)` : ''
  const error = exitCode === 0 ? {} : { error: status + reason }
  return { exitCode: exitCode ?? -1, exited: exitCode !== null, status, ...error }
}
