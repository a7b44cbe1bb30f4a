import { cpus, loadavg, release, totalmem } from 'node:os'

/** Facts that a reader needs to compare: the host, never its name. */
export function machineFacts() {
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
    loadAtStart: Number((loadavg()[0] ?? 0).toFixed(2)),
  }
}
