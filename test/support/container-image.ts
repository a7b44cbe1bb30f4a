import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { makeContainerBase } from './container-base.ts'
import { type PodmanService, startPodman } from './podman.ts'

const run = promisify(execFile)
const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const COMPOSE_FILE = join(REPOSITORY, 'deploy/container/compose.yaml')
const IMAGE = 'localhost/anneal'
/** Podman asks for a million of each, which a host without CAP_SYS_RESOURCE refuses. */
const LIMITS = ['--ulimit', 'nofile=16384:16384', '--ulimit', 'nproc=32768:32768']

/** The image as deploy/container/Containerfile builds it, and containers of it on a Podman of its own; `remove` leaves nothing. */
export async function buildContainerImage() {
  const podman = await startPodman()
  try {
    await build(podman)
    return { ...podman, remove: podman.stop, start: starterOf(podman), compose: await readCompose() }
  } catch (error) {
    await podman.stop()
    throw error
  }
}

/** Steps of a Containerfile run as root of the image. */
const BUILDER_HOME = '/root'

async function build({ podman }: PodmanService): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'anneal-base-'))
  try {
    const [root, archive] = [join(directory, 'root'), join(directory, 'base.tar')]
    await makeContainerBase(root)
    await run('tar', ['-C', root, '--owner=0', '--group=0', '-cf', archive, '.'])
    await podman('import', archive, 'localhost/anneal-base')
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
  const { stdout } = await run('npm', ['config', 'get', 'cache'])
  const settings = join(homedir(), '.npmrc')
  const shown = [`${stdout.trim()}:${BUILDER_HOME}/.npm`]
  if (existsSync(settings)) shown.push(`${settings}:${BUILDER_HOME}/.npmrc:ro`)
  const ofHost = ['--network', 'host', ...shown.flatMap((volume) => ['--volume', volume]), ...LIMITS]
  const file = join(REPOSITORY, 'deploy/container/Containerfile')
  const base = ['--build-arg', 'BASE=localhost/anneal-base']
  await podman('build', '--quiet', ...ofHost, ...base, '--file', file, '--tag', IMAGE, REPOSITORY)
}

export interface Compose {
  /** The options of `podman run` for everything that the file asks for, beside ports and volumes. */
  security: string[]
  graceS: number
}

async function readCompose(): Promise<Compose> {
  const { anneal } = parse(await readFile(COMPOSE_FILE, 'utf8')).services
  const placed = (option: string) => option.replace(/^seccomp=/, `seccomp=${dirname(COMPOSE_FILE)}/`)
  const drops = (anneal.cap_drop as string[]).map((name) => `--cap-drop=${name}`)
  const options = (anneal.security_opt as string[]).map((option) => `--security-opt=${placed(option)}`)
  return { security: [...drops, ...options], graceS: Number.parseInt(anneal.stop_grace_period, 10) }
}

/** Starts a container with these options, in the background where `command` is not given; gives its output. */
const starterOf =
  ({ podman }: PodmanService) =>
  (options: string[], ...command: string[]): Promise<string> =>
    podman('run', ...(command.length === 0 ? ['--detach'] : ['--rm']), ...LIMITS, ...options, IMAGE, ...command)
