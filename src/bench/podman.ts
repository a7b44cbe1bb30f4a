import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const IMAGE = 'localhost/anneal-bench'

/** As favourable to Podman as possible: no log of events, no systemd, an image with next to nothing in it. */
const CONFIGURATION = `
[engine]
cgroup_manager = "cgroupfs"
events_logger = "none"
lock_type = "file"
`

const FLAGS = '--rm --network none --memory 512m --pids-limit 64 --cpus 1 --read-only -v /usr:/usr:ro'.split(' ')
/** Raising limits is refused where root has lost that right; these stay below the usual ones. */
const ULIMITS = '--ulimit nofile=1024:1024 --ulimit nproc=1024:1024'.split(' ')

/** Files by which libraries of /usr find each other; some hosts have neither. */
const LIBRARY_PLACES = ['alternatives', 'ld.so.cache']
const COPY = { recursive: true, verbatimSymlinks: true }

export interface Podman {
  /** Runs a program in a new container, removed at its end, and gives its output. */
  run(command: string[]): Promise<string>
  close(): Promise<void>
}

/** Podman with storage of its own below `directory`; the image is all but empty, and gets the host's /usr. */
export async function openPodman(directory: string): Promise<Podman> {
  const path = (name: string) => join(directory, name)
  await mkdir(directory)
  await writeFile(path('containers.conf'), CONFIGURATION)
  const places = ['--root', path('storage'), '--runroot', path('run'), '--tmpdir', path('tmp')]
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    HOME: directory,
    CONTAINERS_CONF: path('containers.conf'),
  }
  const podman = async (...parameters: string[]) =>
    (await run('podman', [...places, ...(await runtime()), ...parameters], { env, timeout: 60_000 })).stdout
  const close = async () => {
    await podman('rm', '--all', '--force', '--time', '0').catch(() => {})
    await run('umount', [path('storage/overlay')]).catch(() => {})
    await rm(directory, { recursive: true, force: true })
  }
  try {
    await podman('import', await makeArchive(directory), IMAGE)
    const started: Podman = {
      run: (command) => podman('run', ...FLAGS, ...ULIMITS, IMAGE, ...command),
      close,
    }
    await started.run(['/usr/bin/true'])
    return started
  } catch (error) {
    await close()
    throw error
  }
}

/** Prefers runc, which copes with every layout of control groups; crun does not. */
async function runtime(): Promise<string[]> {
  return run('runc', ['--version'], { env: { PATH: '/usr/bin:/usr/sbin' } }).then(
    () => ['--runtime', 'runc'],
    () => [],
  )
}

async function makeArchive(directory: string): Promise<string> {
  const root = join(directory, 'empty')
  for (const name of ['usr', 'etc', 'proc', 'sys', 'dev', 'tmp', 'run', 'workspace']) {
    await mkdir(join(root, name), { recursive: true })
  }
  await chmod(join(root, 'tmp'), 0o1777)
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) await symlink(`usr/${name}`, join(root, name))
  for (const name of LIBRARY_PLACES) await cp(`/etc/${name}`, join(root, 'etc', name), COPY).catch(() => {})
  const archive = join(directory, 'empty.tar')
  await run('tar', ['-C', root, '--owner=0', '--group=0', '-cf', archive, '.'])
  return archive
}
