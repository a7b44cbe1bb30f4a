import { UsageError } from '../usage-error.ts'

/** One output of a cell, in the words of nbformat 4. */
export interface CellOutput {
  output_type: 'stream' | 'execute_result' | 'display_data' | 'error'
  [field: string]: unknown
}

/** A cell as it lies in the file; fields that nobody here reads stay as they are. */
export interface NotebookCell {
  cell_type: string
  source: string | string[]
  metadata?: Record<string, unknown>
  outputs?: CellOutput[]
  execution_count?: number | null
  [field: string]: unknown
}

export interface Notebook {
  readonly cells: NotebookCell[]
  readonly language: string
  /** The file again; whatever was not changed is as it was, to the digit of a number and the depth of an indent. */
  write(): string
}

const NBFORMAT = 4
const NONE = 'no notebook: it lacks "nbformat" or "cells"'

/** Reads an .ipynb file; anything that is no notebook of format 4 is refused with a remedy. */
export function readNotebook(text: string, name: string): Notebook {
  const body = parse(text, name)
  const { nbformat, cells } = body
  if (nbformat !== NBFORMAT || !Array.isArray(cells)) {
    const found =
      typeof nbformat === 'number' && nbformat !== NBFORMAT ? `a notebook of format ${nbformat}, not 4` : NONE
    throw new UsageError(`${name} is ${found}.`, 'Write it anew: jupyter nbconvert --to notebook FILE')
  }
  const wrong = cells.findIndex((cell) => !isCell(cell))
  if (wrong >= 0)
    throw new UsageError(`${name} has a cell that is none: number ${wrong + 1}.`, 'Repair the file first.')
  const indent = /^\{\r?\n([ \t]+)/.exec(text)?.[1] ?? ''
  const end = /\s*$/.exec(text)?.[0] ?? ''
  return { cells, language: languageOf(body), write: () => JSON.stringify(body, null, indent) + end }
}

function parse(text: string, name: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text, keepNumber)
    if (isRecord(body)) return body
  } catch (error) {
    const why = (error as Error).message.replace(/\s+/g, ' ')
    throw new UsageError(`${name} is no notebook: ${why}.`, 'An .ipynb file holds JSON.')
  }
  throw new UsageError(`${name} is no notebook.`, 'An .ipynb file holds an object with cells.')
}

/** Numbers that JavaScript would write in another way, such as 1.0, stay as they are written. */
function keepNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value
  return rawJson(source)
}

/** Node has this function; the types of this version of the language do not. */
const { rawJSON: rawJson } = JSON as unknown as { rawJSON(source: string): unknown }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCell = (cell: unknown): cell is NotebookCell =>
  isRecord(cell) && typeof cell.cell_type === 'string' && (typeof cell.source === 'string' || isLines(cell.source))

const isLines = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((line) => typeof line === 'string')

function languageOf({ metadata }: Record<string, unknown>): string {
  const of = isRecord(metadata) ? metadata : {}
  const names = [of.kernelspec, of.language_info].map((each) => isRecord(each) && (each.language ?? each.name))
  const name = names.find((each) => typeof each === 'string') ?? 'python'
  return String(name).toLowerCase()
}

export const sourceOf = ({ source }: NotebookCell): string => (typeof source === 'string' ? source : source.join(''))

/** Text as nbformat writes it: a list of lines, each with its end. */
export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
