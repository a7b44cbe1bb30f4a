import type { PlanRequest } from '../../contract/plan.ts'
import type { Host } from '../host.ts'
import { readText } from '../read-file.ts'
import { UsageError } from '../usage-error.ts'

/** A plan from a file of YAML, of which JSON is a part. The server judges its content. */
export async function readPlan(file: string, host: Pick<Host, 'stdin'>): Promise<PlanRequest> {
  const text = await readText(file, host)
  // Loaded only now: most commands read no YAML.
  const { parseDocument } = await import('yaml')
  const document = parseDocument(text, { version: '1.2', schema: 'core', merge: false })
  const [problem] = document.errors
  if (problem) throw new UsageError(`${file} is no YAML: ${problem.message.split('\n')[0]}`, 'Mend that line.')
  // Aliases could make a small file an endless plan.
  const value: unknown = document.toJS({ maxAliasCount: 100 })
  if (typeof value === 'object' && value !== null && 'steps' in value) return value as PlanRequest
  throw new UsageError(
    `${file} is no plan: it has no "steps".`,
    'See "anneal plan run --help", and docs/guide/plans.md.',
  )
}
