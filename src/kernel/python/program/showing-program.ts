import { readdir, readFile } from 'node:fs/promises'
import { packKernel } from '../../pack-kernel.ts'

const OWN = new URL('./', import.meta.url)
/** The parts of the kernel that make values visible. */
const SHARED = /^(08|09|10|11|16)-/

const START = (asksLast: boolean) => `import marshal,sys
with open('/tmp/anneal/show.bin','rb') as f:b=f.read()
n=4+int.from_bytes(b[:4],'big')
m=sys.modules['_frozen_importlib_external'].MAGIC_NUMBER
d={'__name__':'anneal_show'}
exec(marshal.loads(b[4+len(m):n]) if b[4:4+len(m)]==m else compile(b[n+4:],'<kernel>','exec'),d)
d['run_program'](sys.argv[1],${asksLast ? 'True' : 'False'})
`

let packed: Promise<Buffer> | undefined
const starts = { plain: Buffer.from(START(false)), last: Buffer.from(START(true)) }

/** The files, by name, with which a plain Python program shows values and pictures; `show.py` starts it. */
export async function showingFiles({ asksLast }: { asksLast: boolean }): Promise<Map<string, Buffer>> {
  packed ??= join()
  return new Map([
    ['show.py', asksLast ? starts.last : starts.plain],
    ['show.bin', await packed],
  ])
}

async function join(): Promise<Buffer> {
  const [first = '', ...rest] = await read(OWN, /^\d-/)
  const shared = await read(new URL('../', OWN), SHARED)
  return packKernel([first, ...shared, ...rest].join('\n'))
}

async function read(folder: URL, names: RegExp): Promise<string[]> {
  const found = (await readdir(folder)).filter((name) => name.endsWith('.py') && names.test(name)).sort()
  return Promise.all(found.map((name) => readFile(new URL(name, folder), 'utf8')))
}
