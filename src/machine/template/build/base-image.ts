import { HOST_POINT } from '../built-in.ts'
import { BuildFailure } from './build-failure.ts'
import type { BuildLog } from './build-log.ts'
import type { BuildState } from './build-state.ts'

/** The value in `ANNEAL_IMAGES` by which an operator lets an image mean the host's own programs. */
const HOST = 'host'
const OURS = /^e2bdev\/(base|code-interpreter|build)$/
const MOST_CHARACTERS = 300

export interface ImageRequest {
  image: string
  /** Root file systems of this host, by the names of images. */
  images: Readonly<Record<string, string>>
  log: BuildLog
}

/** Finds the base of an image: a root file system that the operator has installed, or the host's own programs. */
export function baseImage({ image, images, log }: ImageRequest): BuildState {
  const plain = image.trim().slice(0, MOST_CHARACTERS)
  const name = plain.replace(/^(docker\.io\/)?(library\/)?/, '')
  const [repository = '', tag = 'latest'] = name.split(':')
  const known = [plain, name, `${repository}:${tag}`, repository].find((each) => Object.hasOwn(images, each))
  const { layers, env, user, workdir } = HOST_POINT
  const host: BuildState = { layers: [...layers], env: { ...env }, user, workdir }
  const root = known === undefined ? undefined : images[known]
  if (root === HOST) {
    log.add('warn', `${plain} is not pulled: the template is built on the server's own programs.`, 'base')
    return host
  }
  if (root !== undefined) return { ...host, root }
  if (OURS.test(repository)) return host
  throw new BuildFailure(
    `the image '${plain}' is not on this server, and none are pulled: use e2bdev/base (fromBaseImage), which is the server's own programs, or have its operator set ANNEAL_IMAGES=${repository || 'NAME'}=/DIRECTORY for a root file system, or ${repository || 'NAME'}=${HOST} to let the name mean the server's own programs`,
  )
}
