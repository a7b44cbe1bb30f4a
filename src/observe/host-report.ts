import { access, readFile, statfs } from 'node:fs/promises'
import { freemem, release, totalmem } from 'node:os'
import type { HostCheck, HostReport } from '../contract/api.ts'
import { EngineError } from '../contract/errors.ts'
import { isInstalled } from '../sandbox/host/package-copy.ts'
import type { Probe } from '../sandbox/sandbox.ts'

export interface HostReportParts {
  home: string
  sandboxName: string
  languages: readonly {
    id: string
    requires: string | null
    package: string
    packages?: { names: string[] }
    isExpected: boolean
  }[]
  probeSandbox(): Promise<Probe>
  pingStore(): Promise<void>
  storeKind: string
  /** What programs are repaired with beside rules; nothing secret is in it. */
  model: { id: string; url: string } | undefined
}

const GIGABYTE = 2 ** 30
const LEAST_FREE_DISK = GIGABYTE
const NODE_FLOOR = 24

/** What `anneal doctor` shows: each row is looked up now, and a shortfall names its remedy. */
export async function hostReport(parts: HostReportParts): Promise<HostReport> {
  const checks = await Promise.all([
    nodeVersion(),
    kernel(),
    userNamespaces(),
    parts.probeSandbox().then((probe): HostCheck => ({ name: `sandbox (${parts.sandboxName})`, ...probe })),
    ...parts.languages.map(language),
    store(parts),
    model(parts),
    disk(parts.home),
    memory(),
  ])
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
  const user = process.getuid?.() === 0 ? 'root; boxes get users of their own' : `user ${process.getuid?.()}`
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

async function language(row: HostReportParts['languages'][number]): Promise<HostCheck> {
  const name = `language ${row.id}`
  const missing = row.packages?.names.find((one) => !isInstalled(one))
  if (missing) return { name, ok: true, detail: `not on this host; to add it: npm install ${missing}` }
  if (row.requires === null) return { name, ok: true, detail: 'brought by the engine' }
  const found = await access(row.requires).then(
    () => true,
    () => false,
  )
  if (found) return { name, ok: true, detail: row.requires }
  const install = `apt-get install -y ${row.package}`
  if (!row.isExpected) return { name, ok: true, detail: `not on this host; to add it: ${install}` }
  return { name, ok: false, detail: `${row.requires} is missing`, remedy: install }
}

async function store(parts: HostReportParts): Promise<HostCheck> {
  const name = `store (${parts.storeKind})`
  try {
    await parts.pingStore()
    return { name, ok: true, detail: parts.storeKind === 'sqlite' ? parts.home : 'answers' }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    return { name, ok: false, detail: error.message, remedy: error.hint }
  }
}

/** Told, not tried: asking costs money, and without a model rules still repair. */
async function model({ model }: HostReportParts): Promise<HostCheck> {
  const detail = model ? `${model.id} at ${model.url}` : 'none; programs are repaired by rules'
  return { name: 'model', ok: true, detail }
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
