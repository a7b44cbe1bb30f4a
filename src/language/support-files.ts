import { readdir, readFile } from 'node:fs/promises'

const read = new Map<string, Promise<[name: string, content: Buffer][]>>()

/** Our files that a language needs in the sandbox: sources in this repository, built files in the published package. */
export function supportFiles(folder: URL): Promise<[name: string, content: Buffer][]> {
  const known = read.get(folder.href) ?? readFolder(folder)
  read.set(folder.href, known)
  return known
}

async function readFolder(folder: URL): Promise<[string, Buffer][]> {
  const names = (await readdir(folder)).filter((name) => !/\.(test|fixture|d)\.ts$|\.map$/.test(name))
  return Promise.all(
    names.map(async (name): Promise<[string, Buffer]> => [name, await readFile(new URL(name, folder))]),
  )
}
