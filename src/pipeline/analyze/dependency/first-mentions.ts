import type { ImportedModule } from '../../../contract/analysis.ts'

const MOST_NAME = 200

/** Each module once, at its first mention. */
export function firstMentions(mentions: readonly ImportedModule[]): ImportedModule[] {
  const byName = new Map<string, ImportedModule>()
  for (const mention of mentions) {
    if (mention.name !== '' && mention.name.length <= MOST_NAME && !byName.has(mention.name)) {
      byName.set(mention.name, mention)
    }
  }
  return [...byName.values()]
}
