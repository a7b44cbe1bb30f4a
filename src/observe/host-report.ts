import { readFile, statfs } from 'node:fs/promises'
import { freemem, release, totalmem } from 'node:os'
import type { HostCheck, HostReport } from '../contract/api.ts'

export interface HostReportParts {
  home: string
  /** Rows of the engine's parts. */
  checks(): Promise<HostCheck[]>
}

const GIGABYTE = 2 ** 30
const LEAST_FREE_DISK = GIGABYTE
const NODE_FLOOR = 24

/** The report of `anneal doctor`: each row is looked up now, and a shortfall names its remedy. */
export async function hostReport(parts: HostReportParts): Promise<HostReport> {
  const rows = await Promise.all([
    nodeVersion(),
    kernel(),
    userNamespaces(),
    parts.checks(),
    disk(parts.home),
    memory(),
  ])
  const checks = rows.flat()
  return { ok: checks.every((check) => check.ok), checks }
}

async function nodeVersion(): Promise<HostCheck> {
  const major = Number(process.versions.node.split('.')[0])
  const check = { name: 'node', ok: major >= NODE_FLOOR, detail: process.version }
  return check.ok
    ? check
    : { ...check, remedy: `Use Node ${NODE_FLOOR} or newer: npm install --global node@${NODE_FLOOR}` }
}

async function kernel(): Promise<HostCheck> {
  const user = process.getuid?.() === 0 ? 'root; sandboxes get users of their own' : `user ${process.getuid?.()}`
  return {
    name: 'host',
    ok: process.platform === 'linux',
    detail: `${process.platform} ${release()} ${process.arch}, running as ${user}`,
  }
}

async function userNamespaces(): Promise<HostCheck> {
  const read = async (path: string) => Number(await readFile(path, 'utf8').catch(() => 'NaN'))
  const most = await read('/proc/sys/user/max_user_namespaces')
  const restricted = await read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns')
  const check = { name: 'user namespaces', ok: most > 0, detail: `at most ${most}` }
  if (!check.ok) return { ...check, remedy: 'sysctl -w user.max_user_namespaces=15000' }
  return restricted === 1
    ? { ...check, detail: `${check.detail}, restricted by AppArmor for users other than root` }
    : check
}

async function disk(home: string): Promise<HostCheck> {
  const { bavail, bsize } = await statfs(home)
  const free = bavail * bsize
  const check = { name: 'disk', ok: free > LEAST_FREE_DISK, detail: `${gigabytes(free)} free under ${home}` }
  return check.ok ? check : { ...check, remedy: `Free space under ${home}, or set ANNEAL_HOME to a larger disk.` }
}

async function memory(): Promise<HostCheck> {
  return { name: 'memory', ok: true, detail: `${gigabytes(freemem())} of ${gigabytes(totalmem())} free` }
}

const gigabytes = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(1)} GB`
