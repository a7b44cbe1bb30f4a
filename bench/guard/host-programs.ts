import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { hashOf } from '../repair/random.ts'
import type { Sample } from './samples.ts'

type HostProgram = Pick<Sample, 'id' | 'language' | 'code'>

/** Most programs of each language; the hash of their paths chooses them. */
const MOST = 400
const LEAST_LINES = 15
const MOST_LINES = 800
/** A longer line is the work of a minifier. */
const MOST_LINE_LENGTH = 500

/** Ordinary programs by others that everybody runs: findings in them are not labelled, only counted. */
export async function readHostPrograms(): Promise<HostProgram[]> {
  const library = execFileSync('python3', ['-c', 'import sysconfig; print(sysconfig.get_path("stdlib"))'], {
    encoding: 'utf8',
  }).trim()
  const modules = new URL('../../node_modules/', import.meta.url).pathname
  const python = globSync('**/*.py', { cwd: library, exclude: isElsewhere }).map((path) => `${library}/${path}`)
  const javascript = globSync('**/*.{js,cjs,mjs}', { cwd: modules, exclude: isElsewhere }).map((path) => modules + path)
  const shell = ['/usr/bin', '/usr/sbin', '/usr/lib', '/usr/share', '/etc'].flatMap((folder) =>
    globSync(`**/${folder.endsWith('bin') ? '*' : '*.sh'}`, { cwd: folder }).map((path) => `${folder}/${path}`),
  )
  return [
    ...(await chosen(python, 'python')),
    ...(await chosen(javascript, 'javascript')),
    ...(await chosen(shell, 'bash', (text) => /^#!.*\b(ba)?sh\b/.test(text))),
  ]
}

/** Other people's tests break things on purpose; site packages are not the standard library. */
const isElsewhere = (path: string): boolean =>
  /(^|\/)(tests?|site-packages|dist-packages|lib2to3|idlelib)(\/|$)|\.min\./.test(path)

async function chosen(paths: string[], language: Sample['language'], fits = (_: string) => true) {
  const found: HostProgram[] = []
  const seen = new Set<string>()
  for (const path of paths.sort((a, b) => hashOf(a) - hashOf(b))) {
    if (found.length === MOST) break
    const code = await readFile(path, 'utf8').catch(() => '')
    const lines = code.split('\n')
    const isReadable = !code.includes('\0') && lines.every(({ length }) => length <= MOST_LINE_LENGTH)
    const isOfUse = lines.length >= LEAST_LINES && lines.length <= MOST_LINES
    // Many paths lead to the same file.
    if (isReadable && isOfUse && fits(code) && !seen.has(code)) found.push({ id: path, language, code })
    seen.add(code)
  }
  return found
}
