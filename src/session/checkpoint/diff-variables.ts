import type { CheckpointDiff } from '../../contract/checkpoint.ts'
import type { SessionVariable } from '../../contract/session.ts'

type VariableChange = CheckpointDiff['variables'][number]

/** What became of each variable, as far as what is shown of it tells. */
export function diffVariables(from: readonly SessionVariable[], to: readonly SessionVariable[]): VariableChange[] {
  const before = new Map(from.map((variable) => [keyOf(variable), variable]))
  const changes: VariableChange[] = []
  for (const variable of to) {
    const { name, language } = variable
    const old = before.get(keyOf(variable))
    before.delete(keyOf(variable))
    const [was, is] = [old ? shown(old) : null, shown(variable)]
    if (was !== is) changes.push({ name, language, change: old ? 'changed' : 'added', from: was, to: is })
  }
  for (const old of before.values()) {
    changes.push({ name: old.name, language: old.language, change: 'removed', from: shown(old), to: null })
  }
  return changes.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

const keyOf = ({ language, name }: { language: string; name: string }) => `${language} ${name}`
const shown = ({ type, summary }: SessionVariable) => `${type} ${summary}`
