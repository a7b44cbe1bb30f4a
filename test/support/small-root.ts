import { execFile } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const PROGRAMS = ['bash', 'cat', 'tar', 'test', 'id', 'stat', 'python3']
/** Parts of Python's library that no program in a sandbox needs. */
const NOT_COPIED = /\/(__pycache__|dist-packages|test|idlelib|tkinter|lib2to3|ensurepip|pydoc_data|config-[^/]*)$/
const USERS = 'root:x:0:0:root:/root:/bin/bash\nuser:x:1000:1000::/home/user:/bin/bash\n'

/** A root file system other than the host's: a few of its programs with their libraries; removed afterwards. */
export async function withSmallRoot<T>(use: (root: string) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'anneal-root-'))
  try {
    await chmod(root, 0o755)
    for (const path of ['usr/bin', 'usr/lib', 'etc', 'proc', 'dev', 'run', 'sys', 'tmp', 'root', 'home/user']) {
      await mkdir(join(root, path), { recursive: true })
    }
    await chmod(join(root, 'tmp'), 0o1777)
    for (const name of ['bin', 'lib', 'lib64']) await symlink(`usr/${name}`, join(root, name))
    await chown(join(root, 'home/user'), 1000, 1000)
    await writeFile(join(root, 'etc/passwd'), USERS)
    await writeFile(join(root, 'etc/group'), 'root:x:0:\nuser:x:1000:\n')
    await writeFile(join(root, 'etc/whose'), 'not the host\n')
    for (const program of PROGRAMS) await copyProgram(root, `/usr/bin/${program}`)
    await copyLibrary(root)
    return await use(root)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** Copies Python's standard library, without those parts. */
export async function copyLibrary(root: string): Promise<void> {
  const ask = 'import sysconfig; print(sysconfig.get_paths()["stdlib"])'
  const { stdout } = await promisify(execFile)('/usr/bin/python3', ['-c', ask])
  const filter = (path: string) => !NOT_COPIED.test(path)
  await cp(stdout.trim(), join(root, stdout.trim()), { recursive: true, verbatimSymlinks: true, filter })
}

/** Copies a program with the libraries that its loader looks for, under the names by which it does. */
export async function copyProgram(root: string, path: string, target = path): Promise<void> {
  const { stdout } = await promisify(execFile)('ldd', [path])
  for (const library of stdout.match(/\/\S+/g) ?? []) {
    const directory = join(root, await realpath(dirname(library)))
    await mkdir(directory, { recursive: true })
    await cp(await realpath(library), join(directory, basename(library)))
  }
  await cp(await realpath(path), join(root, target))
}
