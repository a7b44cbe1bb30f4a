import { execFile } from 'node:child_process'
import { access, chmod, cp, mkdir, readdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { copyLibrary, copyProgram } from './small-root.ts'

const run = promisify(execFile)
/** Programs that the Containerfile calls, sandboxes need, and npm's scripts use. */
const PROGRAMS =
  'bash bwrap cat chmod chown cp cut dd env find grep head id ln ls mkdir mkfifo mknod mv python3 readlink rm sed seq setsid sh sleep sort stat tar timeout tini touch tr true wc'.split(
    ' ',
  )
const PACKAGES: Record<string, string> = { bwrap: 'bubblewrap' }

/** Makes a root directory that stands for an image of Debian with Node 24, out of programs of this host: no registry is asked. */
export async function makeContainerBase(root: string): Promise<void> {
  const programs = [...PROGRAMS.map((name) => `/usr/bin/${name}`), '/usr/sbin/useradd']
  for (const program of programs) {
    const name = program.split('/').at(-1) ?? ''
    await access(program).catch(() => {
      throw new Error(`${program} is not here. Run: sudo apt-get install -y ${PACKAGES[name] ?? name}`)
    })
  }
  for (const path of ['usr/bin', 'usr/sbin', 'usr/lib', 'etc', 'proc', 'dev', 'run', 'sys', 'tmp', 'root', 'var/lib']) {
    await mkdir(join(root, path), { recursive: true })
  }
  await chmod(join(root, 'tmp'), 0o1777)
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) await symlink(`usr/${name}`, join(root, name))
  await writeFile(
    join(root, 'etc/passwd'),
    'root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534::/:/usr/sbin/nologin\n',
  )
  await writeFile(join(root, 'etc/group'), 'root:x:0:\nnogroup:x:65534:\n')
  await writeFile(join(root, 'etc/login.defs'), 'SYS_UID_MIN 100\nSYS_UID_MAX 9999\nUSERGROUPS_ENAB yes\n')
  for (const program of programs) await copyProgram(root, program)
  await copyLibrariesOfC(root)
  await copyLibrary(root)
  await copyLibrariesOfPython(root)
  await copyNode(root)
  await cp('/etc/ssl/certs', join(root, 'etc/ssl/certs'), { recursive: true, dereference: true })
}

/** Parts of the C library that packages of npm in machine code are linked against, and no program above is. */
async function copyLibrariesOfC(root: string): Promise<void> {
  const { stdout } = await run('ldd', ['/usr/bin/sh'])
  const directory = dirname(/\/\S+\/libc\.so\.6/.exec(stdout)?.[0] ?? '')
  for (const name of ['libdl.so.2', 'libgcc_s.so.1', 'libm.so.6', 'libpthread.so.0', 'librt.so.1', 'libstdc++.so.6']) {
    const library = join(await realpath(directory), name)
    await cp(await realpath(library), join(root, library))
  }
}

/** Modules of Python in C have libraries of their own. */
async function copyLibrariesOfPython(root: string): Promise<void> {
  const { stdout } = await run('/usr/bin/python3', ['-c', 'import _ctypes; print(_ctypes.__file__)'])
  const directory = dirname(stdout.trim())
  for (const name of await readdir(directory)) await copyProgram(root, join(directory, name))
}

/** The Node that runs the tests, and the npm of this host. */
async function copyNode(root: string): Promise<void> {
  await copyProgram(root, process.execPath, '/usr/bin/node')
  const { stdout } = await run('sh', ['-c', 'command -v npm'])
  const npm = dirname(dirname(await realpath(stdout.trim())))
  await cp(npm, join(root, 'usr/lib/node_modules/npm'), { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/bin/npm'))
}
