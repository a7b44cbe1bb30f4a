import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** One fetched repository, read without a work tree. */
export interface Mirror {
  paths: (below: string) => string[]
  text: (path: string) => string
  bytes: (path: string) => Buffer
}

/** A folder of mirrors holds `OWNER+NAME/repo`, a git directory or a clone. */
export function openMirror(root: string, name: string): Mirror {
  const folder = `${root}/${name.replace('/', '+')}/repo`
  const gitDirectory = existsSync(`${folder}/.git`) ? `${folder}/.git` : folder
  if (!existsSync(gitDirectory)) throw new Error(`${name} is not among the mirrors of ${root}; fetch it first`)
  const git = (...words: string[]) =>
    execFileSync('git', [`--git-dir=${gitDirectory}`, ...words], { encoding: 'utf8', maxBuffer: 1 << 28 })
  return {
    paths: (below) =>
      git('ls-tree', '-r', '-z', '--name-only', 'HEAD', ...(below === '' ? [] : [`${below}/`]))
        .split('\0')
        .filter((path) => path !== ''),
    text: (path) => git('show', `HEAD:${path}`),
    bytes: (path) => execFileSync('git', [`--git-dir=${gitDirectory}`, 'show', `HEAD:${path}`], { maxBuffer: 1 << 28 }),
  }
}
