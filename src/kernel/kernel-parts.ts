import { readdir, readFile } from 'node:fs/promises'

const OF_ALL = new URL('./nameless-file.py', import.meta.url)

/** Joins the Python files of folders in the order of their names, behind the part that all kernels have; they share one namespace. */
export async function kernelParts(...folders: URL[]): Promise<string> {
  const files = [[OF_ALL], ...(await Promise.all(folders.map(partsIn)))].flat()
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
}

async function partsIn(folder: URL): Promise<URL[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.py')).sort()
  return names.map((name) => new URL(name, folder))
}
