import type { DetectedBlock } from '../../contract/detect.ts'
import type { SyntaxChecker } from '../../language/syntax/syntax.ts'
import { complexityOf } from './complexity.ts'
import type { Names } from './names/names.ts'
import { namesOf } from './names/names-of.ts'

/** Answers with more blocks than this are not one program in pieces. */
const MAX_BLOCKS = 60
const FAMILIES: Record<string, string> = { typescript: 'javascript' }

interface Part {
  index: number
  block: DetectedBlock
  names: Names
  /** Earlier parts that this one needs, with all that those need. */
  joins: number[]
}

export interface Candidate {
  block: DetectedBlock
  /** The block cannot be run as it stands, but could be with the blocks it needs. */
  isFragment: boolean
  /** The block is a program beyond doubt. */
  isCode: boolean
  /** The block is never joined with others. */
  standsAlone?: boolean
}

/** Joins blocks that need names of earlier ones into one program with them; the earlier ones then run as part of it. */
export async function joinBlocks(
  candidates: Candidate[],
  { syntax }: { syntax: Pick<SyntaxChecker, 'check'> },
): Promise<DetectedBlock[]> {
  const blocks = candidates.map(({ block }) => block)
  const parts = blocks.length > MAX_BLOCKS ? [] : linkParts(partsOf(candidates))
  const joined = [...blocks]
  // People count the blocks they see, and code inside of sentences is none.
  const numberOf = (index: number) => blocks.slice(0, index + 1).filter(({ kind }) => kind !== 'inline').length
  for (const { index, block, joins } of parts) {
    if (joins.length === 0) continue
    const pieces = [...joins.map((part) => blocks[part]), block]
    const code = programOf(pieces)
    const isTyped = pieces.some((piece) => piece?.language === 'typescript')
    const language = isTyped ? 'typescript' : (block.language ?? '')
    // Pieces that parse alone and not together are not pieces of one program.
    const [alone, together] = await syntax.check(language, [block.code, code])
    if (together && together.length > 0 && (!alone || alone.length === 0)) continue
    joined[index] = {
      ...block,
      language,
      code,
      source: block.source ?? block.code,
      joins,
      executable: true,
      complexity: complexityOf(code),
      reason: `it goes on with ${listOf(joins.map(numberOf))}`,
    }
    for (const part of joins) {
      const own = blocks[part]
      if (own) joined[part] = { ...own, executable: false, reason: `part of block ${numberOf(index)}` }
    }
  }
  return joined
}

/** Only a block that could be run can be part of a program. */
function partsOf(candidates: Candidate[]): Part[] {
  return candidates.flatMap(({ block, isFragment, standsAlone }, index) => {
    if (standsAlone) return []
    const names =
      (block.executable || isFragment) && block.language !== null ? namesOf(block.language, block.code) : undefined
    return names ? [{ index, block, names, joins: [] }] : []
  })
}

function linkParts(parts: Part[]): Part[] {
  parts.forEach((part, position) => {
    const earlier = parts.slice(0, position).filter(({ block }) => familyOf(block) === familyOf(part.block))
    const needed = new Set(part.names.needs)
    const joins = new Set<number>()
    const before = earlier.at(-1)
    if (before && beginsInside(part.block)) for (const index of [before.index, ...before.joins]) joins.add(index)
    for (const other of earlier.toReversed()) {
      const given = [...other.names.gives].filter((name) => needed.has(name))
      const isChange = [...other.names.changes].some((name) => needed.has(name) && isGiven(name, other, earlier))
      if (given.length === 0 && !isChange) continue
      for (const name of given) needed.delete(name)
      for (const index of [other.index, ...other.joins]) joins.add(index)
      // The needs of the earlier piece come with it.
      for (const name of other.names.needs) needed.add(name)
    }
    part.joins = [...joins].toSorted((a, b) => a - b)
  })
  return parts
}

/** A method without its class: the class stands in the block before. */
const beginsInside = ({ language, code }: DetectedBlock): boolean => language === 'python' && /^[ \t]+\S/.test(code)

const isGiven = (name: string, before: Part, parts: Part[]): boolean =>
  parts.some(({ index, names }) => index < before.index && names.gives.has(name))

const familyOf = ({ language }: DetectedBlock): string => FAMILIES[language ?? ''] ?? language ?? ''

/** Repeated imports would be refused in one program. */
function programOf(pieces: (DetectedBlock | undefined)[]): string {
  const brought = new Set<string>()
  return pieces
    .map((piece) => {
      const lines = (piece?.code ?? '').replace(/\n$/, '').split('\n')
      const kept = lines.filter((line) => {
        const isAgain = brought.has(line)
        if (/^(?:import\s.*\sfrom\s|(?:const|let|var)\s.*=\s*require\()/.test(line)) brought.add(line)
        return !isAgain
      })
      return `${kept.join('\n')}\n`
    })
    .join('')
}

function listOf(numbers: number[]): string {
  const last = numbers.at(-1)
  return numbers.length === 1 ? `block ${last}` : `blocks ${numbers.slice(0, -1).join(', ')} and ${last}`
}
