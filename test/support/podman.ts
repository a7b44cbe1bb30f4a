import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from './processes.ts'

const run = promisify(execFile)
const START_TIMEOUT_MS = 20_000

export interface PodmanService {
  socketPath: string
  /** An image with directories and few files of its own: made to be used with `hostUsr`. */
  image: string
  /** Makes the same image under another name, changed by lines of a Dockerfile. */
  makeImage(name: string, changes: string[]): Promise<string>
  /** Runs Podman's command line on the same storage, and gives its output. */
  podman(...parameters: string[]): Promise<string>
  /** Removes everything. */
  stop(): Promise<void>
}

/** A real Podman service with its own storage, gone with every container when the test stops it or dies. */
export async function startPodman(): Promise<PodmanService> {
  if (process.getuid?.() !== 0) throw new Error('Podman with limits needs root here. Run the tests as root.')
  for (const program of ['podman', 'runc']) {
    await access(`/usr/bin/${program}`)
      .catch(() => access(`/usr/sbin/${program}`))
      .catch(() => {
        throw new Error(`${program} is not installed. Run: sudo apt-get install -y --no-install-recommends podman runc`)
      })
  }
  const directory = await mkdtemp(join(tmpdir(), 'anneal-podman-'))
  const path = (name: string) => join(directory, name)
  await writeFile(path('containers.conf'), CONFIGURATION)
  const flags = ['--root', path('storage'), '--runroot', path('runroot'), '--tmpdir', path('tmp'), '--runtime', 'runc']
  const env = { ...process.env, CONTAINERS_CONF: path('containers.conf') }
  const podman = async (...parameters: string[]) => (await run('podman', [...flags, ...parameters], { env })).stdout
  const socketPath = path('socket')
  const supervisor = supervise({ directory, flags, socketPath, env })
  const archive = await makeArchive(directory)
  const makeImage: PodmanService['makeImage'] = async (name, changes) => {
    const image = `localhost/${name}`
    await podman('import', ...changes.flatMap((change) => ['--change', change]), archive, image)
    return image
  }
  try {
    const image = await makeImage('anneal-empty', [])
    const listens = () =>
      access(socketPath).then(
        () => true,
        () => false,
      )
    await until('the Podman service listens', listens, { timeoutMs: START_TIMEOUT_MS })
    return { socketPath, image, makeImage, podman, stop: supervisor.stop }
  } catch (error) {
    await supervisor.stop()
    throw error
  }
}

/** File locks: the shared memory of the usual ones belongs to any other Podman on the host. */
const CONFIGURATION = `
[engine]
cgroup_manager = "cgroupfs"
events_logger = "none"
lock_type = "file"
`

/** Ends the service and every container, and removes all, when its input closes: the kernel closes it if the test is killed. */
const SUPERVISE = `
directory=$1; socket=$2; shift 2
setpriv --pdeathsig KILL "$@" system service --time 0 "unix://$socket" & service=$!
cat >/dev/null
"$@" rm --all --force --time 0
kill -KILL $service; wait $service
cd /; umount "$directory/storage/overlay"; rm -rf "$directory"
`

function supervise(options: { directory: string; flags: string[]; socketPath: string; env: NodeJS.ProcessEnv }) {
  const { directory, flags, socketPath, env } = options
  const child = spawn('sh', ['-c', SUPERVISE, 'sh', directory, socketPath, 'podman', ...flags], {
    cwd: directory,
    env,
    // A process group of its own: Ctrl-C goes to the tests, which then close the input.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = once(child, 'exit')
  return {
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}

async function makeArchive(directory: string): Promise<string> {
  const root = join(directory, 'empty')
  for (const name of ['usr', 'etc', 'proc', 'sys', 'dev', 'tmp', 'run', 'var/tmp', 'workspace']) {
    await mkdir(join(root, name), { recursive: true })
  }
  await chmod(join(root, 'tmp'), 0o1777)
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) await symlink(`usr/${name}`, join(root, name))
  await writeFile(join(root, 'etc/passwd'), 'user:x:1000:1000::/workspace:/bin/bash\n')
  await addOwnFiles(root)
  const archive = join(directory, 'empty.tar')
  await run('tar', ['-C', root, '--owner=0', '--group=0', '-cf', archive, '.'])
  return archive
}

/** Files that full images have in the places of the host's: a check that takes them for the host's is wrong. */
async function addOwnFiles(root: string): Promise<void> {
  for (const path of ['boot/vmlinuz', 'root/.bashrc', 'var/lib/dpkg/status', 'var/log/syslog']) {
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), 'of the image\n')
  }
}
