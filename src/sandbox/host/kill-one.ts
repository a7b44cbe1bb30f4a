/** Kills a process; false when it had ended already. */
export function killOne(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended by itself in the meantime.
    return false
  }
}
