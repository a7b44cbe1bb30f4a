import type { Node } from '../../../language/tree/tree.ts'
import type { FoundFunction, NamedCall } from './flow-grammar.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** A function, or the code outside of all functions, with its counts. */
export interface Unit {
  /** Prefixed with the name of the class or function around it. */
  name: string
  isListed: boolean
  parameters: number
  node: Node
  /** The function around this one; undefined for the program itself. */
  parent: Unit | undefined
  /** Functions and methods that calls can name, by simple name. */
  members: Map<string, Unit>
  /** Methods of the class that this function is a method of. */
  siblings: Map<string, Unit> | undefined
  calls: NamedCall[]
  cyclomatic: number
  /** Effort as seen from the outermost function: with the levels around this one, and with the functions in it. */
  effort: number
  /** How many steps of `effort` grow with the levels around them. */
  breaks: number
  /** The part of `breaks` outside of inner functions. */
  ownBreaks: number
  /** The part of `breaks` in inner functions, each of which counts as a level. */
  heldBreaks: number
  /** Levels around the function's first line. */
  level: number
  nesting: number
  words: Vocabulary
}

const MOST_NAME = 200

interface NewUnit {
  node: Node
  found: Omit<FoundFunction, 'isMethod'>
  parent?: Unit
}

export function createUnit({ node, found: { name, isListed, parameters }, parent }: NewUnit): Unit {
  return {
    name: shortName(name),
    isListed,
    parameters,
    node,
    parent,
    members: new Map(),
    siblings: undefined,
    calls: [],
    cyclomatic: 1,
    effort: 0,
    breaks: 0,
    ownBreaks: 0,
    heldBreaks: 0,
    level: 0,
    nesting: 0,
    words: createVocabulary(),
  }
}

/** Keeps the end of a long name, which tells more. */
export const shortName = (name: string): string => (name.length > MOST_NAME ? `…${name.slice(-MOST_NAME)}` : name)

/** Cognitive complexity of the function by itself. */
export const cognitiveOf = ({ effort, breaks, level }: Unit): number => effort - breaks * level
