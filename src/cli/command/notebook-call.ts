import { extname } from 'node:path'
import { UsageError } from '../usage-error.ts'
import type { RequestFlags } from './run-request.ts'

export const isNotebook = (path: string): boolean => extname(path).toLowerCase() === '.ipynb'

interface NotebookCallFlags extends RequestFlags {
  background?: boolean
  outputDir?: string
  json?: boolean
  output?: string
}

/** The one notebook of a command line; options that mean nothing to its cells are refused. */
export function notebookOf(files: readonly string[], flags: NotebookCallFlags): string {
  const path = files.find(isNotebook) ?? ''
  if (files.length > 1)
    throw new UsageError(`${path} is a notebook, and a notebook is run alone.`, 'Run one after the other.')
  const without = {
    ...{ '--text': flags.text, '--parallel': flags.parallel, '--arg': flags.arg, '--input': flags.input },
    ...{ '--background': flags.background, '--webhook': flags.webhook, '--output-dir': flags.outputDir },
    '--json with --output -': flags.json && flags.output === '-' ? true : undefined,
  }
  const wrong = Object.entries(without).find(([, value]) => value !== undefined)?.[0]
  if (wrong) throw new UsageError(`${wrong} does not go with a notebook.`, 'Leave it out.')
  return path
}
