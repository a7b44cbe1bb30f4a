import type { CheckpointDiff } from '../../contract/checkpoint.ts'
import type { Contexts } from '../../kernel/contexts.ts'
import type { VariableDigest } from '../../kernel/kernel-state.ts'
import type { ManifestKernel } from '../state/manifest.ts'
import type { SavedState, States } from '../state/states.ts'

export interface DiffVariablesParts {
  states: States
  /** Contexts of a separate sandbox: saved variables are loaded nowhere else. */
  contexts: Contexts
}

type VariableChange = CheckpointDiff['variables'][number]

/** The variables that differ between two saved states, by their values. */
export async function diffVariables(
  parts: DiffVariablesParts,
  { from, to }: { from: SavedState; to: SavedState },
): Promise<VariableChange[]> {
  const kernels = [...from.manifest.kernels, ...to.manifest.kernels]
  const changes: VariableChange[] = []
  for (const language of [...new Set(kernels.map((kernel) => kernel.language))].sort()) {
    const [before, after] = [kernelOf(from, language), kernelOf(to, language)]
    // Equal bytes need no interpreter to compare them.
    if (before && after && printOf(before) === printOf(after)) continue
    const [old, now] = [await digestsIn(parts, from, before), await digestsIn(parts, to, after)]
    for (const change of changesBetween(old, now)) changes.push({ ...change, language })
  }
  return changes
}

const kernelOf = ({ manifest }: SavedState, language: string): ManifestKernel | undefined =>
  manifest.kernels.find((kernel) => kernel.language === language)

const printOf = ({ chunks }: ManifestKernel): string => chunks.map(({ hash }) => hash).join()

async function digestsIn(
  { states, contexts }: DiffVariablesParts,
  state: SavedState,
  kernel: ManifestKernel | undefined,
): Promise<Map<string, VariableDigest>> {
  if (!kernel) return new Map()
  const { id } = await contexts.create({ language: kernel.language })
  try {
    const pieces: Uint8Array[] = []
    for await (const piece of states.content(state, kernel.chunks)) pieces.push(piece)
    await contexts.states(id).load(Buffer.concat(pieces))
    const digests = await contexts.states(id).digests()
    return new Map(digests.map((digest) => [digest.name, digest]))
  } finally {
    await contexts.delete(id)
  }
}

function changesBetween(old: ReadonlyMap<string, VariableDigest>, now: ReadonlyMap<string, VariableDigest>) {
  const names = [...new Set([...old.keys(), ...now.keys()])].sort()
  return names.flatMap((name) => {
    const [before, after] = [old.get(name), now.get(name)]
    if (before && after && before.digest === after.digest && before.type === after.type) return []
    const change = !before ? ('added' as const) : !after ? ('removed' as const) : ('changed' as const)
    return [{ name, change, from: before?.summary ?? null, to: after?.summary ?? null }]
  })
}
