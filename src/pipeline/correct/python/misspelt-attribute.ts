import { MEMBERS_OF } from '../../../language/python/members.ts'
import type { Token } from '../../../language/python/tokens.ts'
import type { Edit, Fault, Proposal, Strategy } from '../strategy.ts'
import { definitionsOf, headerOf } from './definitions.ts'
import { best, messageOf, propose, replace } from './edits.ts'
import { nearNames } from './near-names.ts'
import { type Program, readProgram } from './program.ts'
import { suggestedName } from './wanted-name.ts'

export const misspeltAttribute: Strategy = {
  id: 'python/misspelt-attribute',
  languages: ['python'],
  title: 'Spells an attribute or method as the object has it',
  answers: ['AttributeError'],
  prior: 0.9,
  propose(fault) {
    const wanted = wantedAttribute(fault)
    if (!wanted) return []
    const program = readProgram(fault.code)
    const hint = suggestedName(fault)
    const own = ownMembers(program, wanted.type)
    const names = [...(fault.facts.members ?? []), ...(MEMBERS_OF[wanted.type] ?? []), ...own]
    const alike = nearNames(
      wanted.name,
      names.filter((name) => !name.startsWith('__') || wanted.name.startsWith('_')),
    )
    const near = alike.length > 0 ? alike : shortened(wanted.name, own)
    const proposals = near.slice(0, 4).flatMap(({ name, likeness }): Proposal[] => {
      const isHinted = name === hint ? { isHinted: true } : {}
      const sureness = Math.min(0.97, likeness * (name === hint ? 1.04 : 1))
      return [
        { ...rename(program, { from: wanted.name, to: name, fault, sureness }), ...isHinted },
        ...atDefinition(program, { from: name, to: wanted.name, sureness }),
      ]
    })
    return best([...proposals, ...item(fault, program, wanted)])
  },
}

/** `val` for `value`, `next` for `next_node`: the only member of the program's own class that is longer or shorter by its end. */
function shortened(wanted: string, own: readonly string[]): { name: string; likeness: number }[] {
  const found = [...new Set(own)].filter((name) => isShortOf(wanted, name) || isShortOf(name, wanted))
  return found.length === 1 ? found.map((name) => ({ name, likeness: 0.8 })) : []
}

const isShortOf = (short: string, long: string): boolean =>
  short.length > 2 && long.length > short.length && long.startsWith(short) && !long.startsWith('__')

/** The type or module in the message, and the attribute that it lacks. */
export function wantedAttribute(fault: Fault): { type: string; name: string; isModule: boolean } | undefined {
  const object = messageOf(fault, /^(?:type object )?'([\w.]+)'(?: object)? has no attribute '(\w+)'/)
  if (object) return { type: object[1] ?? '', name: object[2] ?? '', isModule: false }
  const module = messageOf(fault, /^(?:partially initialized )?module '([\w.]+)' has no attribute '(\w+)'/)
  return module && { type: module[1] ?? '', name: module[2] ?? '', isModule: true }
}

/** Members that the program's own class defines, attributes included. */
function ownMembers(program: Program, type: string): string[] {
  const definitions = definitionsOf(program)
  const isOwn = definitions.some(({ name, kind }) => kind === 'class' && name === type)
  if (!isOwn) return []
  return definitions.flatMap(({ name, kind, scope }) =>
    kind === 'attribute' || (scope && headerOf(scope)?.kind === 'class') ? [name] : [],
  )
}

export const attributeTokens = ({ names, code }: Program, name: string): Token[] =>
  names.filter(({ text, start }) => text === name && code[start - 1] === '.')

interface Renaming {
  from: string
  to: string
  fault: Fault
  sureness: number
}

/** Renames on the failing line, and everywhere else if nothing defines an attribute of that name. */
function rename(program: Program, { from, to, fault, sureness }: Renaming): Proposal {
  const tokens = attributeTokens(program, from)
  const isDefined = definitionsOf(program).some(({ name }) => name === from)
  const here = tokens.filter(({ line }) => line === fault.diagnosis.line)
  const edits: Edit[] = (isDefined && here.length ? here : tokens).map((token) => replace(token, to))
  return propose(edits, `wrote ".${to}" for ".${from}"`, sureness)
}

/** The definition is misspelt when its name is never used, but the other one more than once. */
function atDefinition(program: Program, { from, to, sureness }: Omit<Renaming, 'fault'>): Proposal[] {
  const own = definitionsOf(program).filter(
    ({ name, kind }) => name === from && (kind === 'function' || kind === 'attribute'),
  )
  const [definition] = own
  const uses = program.names.filter(({ text }) => text === from)
  if (!definition || own.length > 1 || uses.length > 1) return []
  const isBetter = attributeTokens(program, to).length > 1
  return [
    propose(
      replace(definition.token, to),
      `called what is defined on line ${definition.token.line} "${to}", as it is used`,
      isBetter ? sureness + 0.02 : sureness - 0.1,
    ),
  ]
}

/** `entry.level` on a dictionary that has `level` as a key. */
function item(
  { diagnosis, facts }: Fault,
  program: Program,
  { type, name }: { type: string; name: string },
): Proposal[] {
  const isKey =
    facts.keys?.includes(`'${name}'`) || program.tokens.some(({ text }) => text === `"${name}"` || text === `'${name}'`)
  if (type !== 'dict' || !isKey) return []
  const edits = attributeTokens(program, name).filter(({ line }) => line === diagnosis.line)
  return [
    propose(
      edits.map(({ start, end }) => ({ start: start - 1, end, text: `["${name}"]` })),
      `took "${name}" from the dictionary by its key`,
      0.94,
    ),
  ]
}
