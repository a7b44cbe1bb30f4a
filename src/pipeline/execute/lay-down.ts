import { type Language, SUPPORT } from '../../language/language.ts'
import { supportFiles } from '../../language/support-files.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'

/** Writes what a program of the language starts with: its files, and those of ours that run it. */
export async function layDown(
  files: Map<string, Uint8Array | string>,
  { support }: Pick<Language, 'support'>,
  { files: box }: Pick<Sandbox, 'files'>,
): Promise<void> {
  for (const [path, content] of files) await box.write(path, content)
  if (!support) return
  for (const [name, content] of await supportFiles(support)) await box.write(`${SUPPORT}/${name}`, content)
}
