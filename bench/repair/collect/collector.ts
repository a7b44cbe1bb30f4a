import type { Mirror } from '../../guard/collect/mirror.ts'
import type { ForeignCase } from '../foreign-cases.ts'
import type { ForeignRunner } from '../foreign-measure.ts'

export interface CollectParts {
  mirror(repository: string): Mirror
  /** Programs of strangers run in sandboxes only. */
  runner: ForeignRunner
}

/** The cases of one file, in a folder of its own: `npm run bench:foreign -- FOLDER/SET`. */
export interface CaseSet {
  set: string
  cases: ForeignCase[]
}

export type Collector = (parts: CollectParts) => Promise<CaseSet[]>
