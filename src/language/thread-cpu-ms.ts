/** Processor time of this thread so far: a busy host changes nothing that is bounded by it. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
