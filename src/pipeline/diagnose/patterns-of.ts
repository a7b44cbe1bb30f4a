import type { Pattern } from './pattern.ts'

type Row = [
  name: string,
  types: string | null,
  message: RegExp | null,
  explain: string,
  own?: Partial<Omit<Pattern, 'id' | 'explain'>>,
]

/** A table of patterns: the shared fields, and the own fields of each row. Several types are separated by `|`. */
export function patternsOf(
  shared: Pick<Pattern, 'category' | 'severity' | 'recoverable' | 'languages'> & { prefix: string },
  rows: Row[],
): Pattern[] {
  const { prefix, ...common } = shared
  return rows.map(([name, types, message, explain, own]) => ({
    id: `${prefix}/${name}`,
    ...common,
    ...(types !== null && { types: types.split('|') }),
    ...(message !== null && { message }),
    explain,
    ...own,
  }))
}
