/** Ends a process, and tells whether it was there to be ended. */
export function killOne(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself in the meantime.
    return false
  }
}
