import { type Language, SUPPORT } from '../../language/language.ts'
import { supportFiles } from '../../language/support-files.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'

type Content = Uint8Array | string

/** The files that a program of the language starts with: its own, and ours that run it. */
export async function withSupport<C extends Content>(
  files: ReadonlyMap<string, C>,
  { support }: Pick<Language, 'support'>,
): Promise<Map<string, C | Buffer>> {
  const all = new Map<string, C | Buffer>(files)
  for (const [name, content] of support ? await supportFiles(support) : []) all.set(`${SUPPORT}/${name}`, content)
  return all
}

export async function layDown(
  files: ReadonlyMap<string, Content>,
  language: Pick<Language, 'support'>,
  { files: sandbox }: Pick<Sandbox, 'files'>,
): Promise<void> {
  for (const [path, content] of await withSupport(files, language)) await sandbox.write(path, content)
}
