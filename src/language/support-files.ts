import { readdir, readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'

type SupportFile = [name: string, content: Buffer]

const read = new Map<string, Promise<SupportFile[]>>()

/** Our files that a language needs in the sandbox: those of the published package are built, and those of this repository lose their types here. */
export function supportFiles(folder: URL): Promise<SupportFile[]> {
  const known = read.get(folder.href) ?? readFolder(folder)
  read.set(folder.href, known)
  return known
}

async function readFolder(folder: URL): Promise<SupportFile[]> {
  const names = (await readdir(folder)).filter((name) => !/\.(test|fixture|d)\.ts$|\.map$/.test(name))
  return Promise.all(
    names.map(async (name): Promise<SupportFile> => {
      const content = await readFile(new URL(name, folder))
      return name.endsWith('.ts')
        ? [inJavaScript(name), Buffer.from(withoutTypes(content.toString()))]
        : [name, content]
    }),
  )
}

const inJavaScript = (name: string): string => name.replace(/\.ts$/, '.mjs')

/** Node would take away the types in each sandbox anew, which costs more than all else that a short program does. */
function withoutTypes(source: string): string {
  const { emitWarning } = process
  // Node calls the function experimental, which is nothing to tell users.
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source).replace(/(?<=from '\.[^']*)\.ts(?=')/g, '.mjs')
  } finally {
    process.emitWarning = emitWarning
  }
}
