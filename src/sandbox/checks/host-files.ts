import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { open, readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { inSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'

/** Distributions give these files to every account. */
const OF_ALL_HOMES = /^\.(bashrc|profile|bash_logout)$/
const COMPARED_BYTES = 65_536

/** Reports for each given path the time of its last change, and a digest of its content. */
const TELL_FILES = `
import hashlib, json, os, stat, sys
told = {}
for path in sys.stdin.read().split("\\0"):
    try:
        entry = os.stat(path)
        os.listdir(path) if stat.S_ISDIR(entry.st_mode) else None
        content = open(path, "rb").read(${COMPARED_BYTES}) if stat.S_ISREG(entry.st_mode) else b""
    except OSError:
        continue
    told[path] = [str(entry.st_ctime_ns), hashlib.sha256(content).hexdigest() if content else ""]
print(json.dumps(told))
`

type Told = [changedNs: string, digest: string]

/** Paths of this very installation that are on no other host; files below /usr are visible to every sandbox. */
export const pathsOfTheHost = (): string[] =>
  [process.cwd(), homedir(), dirname(process.execPath), dirname(import.meta.dirname)].filter(
    (path) => path.length > 5 && !path.startsWith('/usr'),
  )

/**
 * An image may well have a /boot and packages of its own. A file is the host's when its entry was changed in the same
 * nanosecond, which no copy can arrange, or when its content is the same, as in a copy.
 */
export const hostFilesCheck: SandboxCheck = {
  id: 'files-of-the-host-are-not-there',
  group: 'leftovers',
  quick: true,
  run: inSandbox(async ({ python }) => {
    const paths = [...pathsOfTheHost(), ...(await privateFiles())]
    const { stdout } = await python(TELL_FILES, { input: paths.join('\0') })
    const inside = JSON.parse(stdout) as Record<string, Told>
    const shown: string[] = []
    for (const [path, [changedNs, digest]] of Object.entries(inside)) {
      const [changedHereNs, digestHere] = (await tellFile(path)) ?? []
      if (changedNs === changedHereNs || (digest !== '' && digest === digestHere)) shown.push(path)
    }
    assert.ok(shown.length === 0, `files of the host can be read: ${shown.join(', ')}`)
  }),
}

/** Files that tell a host from others of the same distribution. */
async function privateFiles(): Promise<string[]> {
  const below = async (directory: string) =>
    (await readdir(directory).catch(() => [])).map((name) => join(directory, name))
  // An account without a home is given "/", where the directories of every sandbox lie too.
  const inHome = homedir() === '/' ? [] : await below(homedir())
  const ofHome = inHome.filter((path) => !OF_ALL_HOMES.test(path.slice(homedir().length + 1)))
  const directories = ['/root', '/home', '/boot', '/srv', '/var/log', '/etc/ssh']
  const files = ['/etc/shadow', '/etc/sudoers', '/var/log/syslog', '/var/lib/dpkg/status']
  return [...ofHome, ...directories, ...(await below('/home')), ...(await below('/boot')), ...files]
}

async function tellFile(path: string): Promise<Told | undefined> {
  try {
    const entry = await stat(path, { bigint: true })
    const content = entry.isFile() ? await readStart(path) : Buffer.alloc(0)
    const digest = content.length > 0 ? createHash('sha256').update(content).digest('hex') : ''
    return [String(entry.ctimeNs), digest]
  } catch {
    return undefined
  }
}

async function readStart(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(COMPARED_BYTES), 0, COMPARED_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}
