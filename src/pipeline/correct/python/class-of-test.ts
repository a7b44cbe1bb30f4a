import { plainName } from '../../../contract/near-names.ts'
import type { Fault, Strategy } from '../strategy.ts'
import { type Definition, definitionsOf, parametersOf } from './definitions.ts'
import { best, insert, messageOf, propose } from './edits.ts'
import { readProgram } from './program.ts'

/**
 * A test says whether it calls a method or a function, and by which name: a class around the functions, another name for a method, or a
 * function that calls it is put behind the program, which stays as it is.
 */
export const classOfTest: Strategy = {
  id: 'python/class-of-test',
  languages: ['python'],
  title: 'Gives a method or a function the place and the name by which a test calls it',
  answers: ['NameError', 'AttributeError'],
  prior: 0.9,
  propose(fault) {
    const { code, test } = fault
    if (test === undefined) return []
    const found = [...classOf(fault, test), ...memberOf(fault), ...functionOf(fault, test)]
    return best(
      found.map(({ text, why, sureness }) =>
        propose(insert(code.length, `${code.endsWith('\n') ? '' : '\n'}\n${text}\n`), why, sureness),
      ),
    )
  },
}

interface Added {
  text: string
  why: string
  sureness: number
}

const UNKNOWN = /^name '(\w+)' is not defined/
const METHOD = String.raw`\s*\(\s*\)\s*\.\s*(\w+)\s*\(`

/** `Solution().solve(…)` of a program that has only functions. */
function classOf(fault: Fault, test: string): Added[] {
  const name = messageOf(fault, UNKNOWN)?.[1]
  if (name === undefined || new RegExp(String.raw`\b${name}\b`).test(fault.code)) return []
  const wanted = [
    ...new Set([...test.matchAll(new RegExp(String.raw`\b${name}${METHOD}`, 'g'))].map(([, each]) => each ?? '')),
  ]
  const own = functionsIn(fault).filter(({ scope }) => scope === undefined)
  const pairs = wanted.map((each) => [each, alike(each, own)] as const)
  if (wanted.length === 0 || pairs.some(([, each]) => each === undefined)) return []
  const lines = pairs.map(([each, definition]) => `    ${each} = staticmethod(${definition?.name})`)
  return [
    {
      text: `\nclass ${name}:\n${lines.join('\n')}`,
      why: `made the class "${name}" that the test calls`,
      sureness: 0.9,
    },
  ]
}

/** A method of another spelling, or the only one that the class has. */
function memberOf(fault: Fault): Added[] {
  const [, owner, name = ''] = messageOf(fault, /^'(\w+)' object has no attribute '(\w+)'/) ?? []
  if (owner === undefined || new RegExp(String.raw`\b${name}\b`).test(fault.code)) return []
  const method = alike(name, methodsOf(fault, owner))
  if (!method) return []
  const why = `gave the method "${method.name}" the name "${name}", by which the test calls it`
  return [{ text: `${owner}.${name} = ${owner}.${method.name}`, why, sureness: 0.9 }]
}

/** `is_even(4)` of a program whose class has the method. */
function functionOf(fault: Fault, test: string): Added[] {
  const name = messageOf(fault, UNKNOWN)?.[1]
  const owners = definitionsOf(readProgram(fault.code)).filter(
    ({ kind, scope }) => kind === 'class' && scope === undefined,
  )
  const [owner] = owners
  if (name === undefined || !owner || owners.length > 1) return []
  if (!new RegExp(String.raw`(?<![.\w])${name}\s*\(`).test(test)) return []
  const methods = methodsOf(fault, owner.name)
  const initializer = functionsIn(fault).find(
    (each) => each.name === '__init__' && each.scope?.tokens.includes(owner.token),
  )
  const needs = initializer ? parametersOf(initializer.statement).length : 1
  const method = needs > 1 ? undefined : alike(name, methods)
  if (!method) return []
  const why = `made the method "${method.name}" the function "${name}" that the test calls`
  return [{ text: `${name} = ${owner.name}().${method.name}`, why, sureness: 0.9 }]
}

const functionsIn = ({ code }: Fault): Definition[] =>
  definitionsOf(readProgram(code)).filter(({ kind }) => kind === 'function')

/** Methods that are meant to be called from outside. */
const methodsOf = (fault: Fault, owner: string): Definition[] =>
  functionsIn(fault).filter(({ name, scope }) => scope?.tokens[1]?.text === owner && !name.startsWith('_'))

/** The definition of the same words, or the only one. */
const alike = (name: string, all: readonly Definition[]): Definition | undefined =>
  all.find((each) => plainName(each.name) === plainName(name)) ?? (all.length === 1 ? all[0] : undefined)
