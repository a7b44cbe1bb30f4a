import type { ImportedModule } from '../../../contract/analysis.ts'

export type Outside = 'network' | 'files' | 'processes'

/** A sign in the program that it uses the world around it. */
export interface Sign {
  outside: Outside
  /** The observation, such as `imports requests`. */
  seen: string
  line: number
}

export interface Reach {
  network: boolean
  files: boolean
  processes: boolean
  reasons: string[]
}

/** The first sign of each kind becomes the reason in the report. */
export function reachOf(signs: readonly Sign[]): Reach {
  const first = (outside: Outside) => signs.find((sign) => sign.outside === outside)
  const [network, files, processes] = [first('network'), first('files'), first('processes')]
  const reasons = [network, files, processes].flatMap((sign) =>
    sign ? [`${sign.outside}: line ${sign.line} ${sign.seen}`] : [],
  )
  return { network: !!network, files: !!files, processes: !!processes, reasons }
}

/** Signs from known modules. The name is looked up whole first, then by its first part. */
export function signsOfImports(
  imports: readonly ImportedModule[],
  known: ReadonlyMap<string, Outside | 'none'>,
): Sign[] {
  return imports.flatMap(({ name, package: installed, line }): Sign[] => {
    const bare = name.replace(/^node:/, '')
    const outside = known.get(bare) ?? known.get(bare.split(/[./]/, 1)[0] ?? '') ?? (installed && known.get(installed))
    return outside && outside !== 'none' ? [{ outside, seen: `imports ${name}`, line }] : []
  })
}

/** A table written as one line per kind. */
export const knownFor = (lines: Partial<Record<Outside | 'none', string>>): ReadonlyMap<string, Outside | 'none'> =>
  new Map(
    Object.entries(lines).flatMap(([outside, names]) =>
      names
        .trim()
        .split(/\s+/)
        .map((name): [string, Outside | 'none'] => [name, outside as Outside | 'none']),
    ),
  )
