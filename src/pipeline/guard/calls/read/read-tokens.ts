import type { CallFacts } from '../../../../language/calls/call-facts.ts'
import { HOLE, type Token } from '../../../../language/calls/tokens.ts'
import { isInAlternative } from './alternative.ts'
import type { Evaluator, Given } from './evaluator.ts'
import {
  APPENDERS,
  ASSIGNERS,
  CHOICES,
  CLOSERS,
  DEEPEST,
  endOfNames,
  endOfTypes,
  isCastBefore,
  isSeparate,
  isSign,
  PREFIXES,
  startsTerm,
  WORD_PREFIXES,
} from './signs.ts'
import { takesBare } from './takes-bare.ts'
import { constantOf, FROM, fromAll, joined, listValue, SHELL_CALL, unknownValue, type Value } from './value.ts'

interface Reading {
  facts: CallFacts
  evaluator: Evaluator
  onTooDeep(): void
}

/** Reads expressions one after the other, and gives the value of the last one. Each token is read once, whatever stands there. */
export function readTokens(tokens: readonly Token[], { facts, evaluator, onTooDeep }: Reading): Value {
  let at = 0
  let depth = 0
  /** The name that a declaration binds, until its value comes. */
  let declared: string | undefined
  let alternative: string | undefined
  /** The first of several names to which one assignment gives values. */
  let first: string | undefined
  let last: Value = unknownValue()

  const peek = (ahead = 0): Token | undefined => tokens[at + ahead]

  function expression(): Value {
    let value = term()
    for (let next = peek(); next; next = peek()) {
      const isJoin = facts.joins.includes(next.text) && next.kind !== 'text'
      const isBeside =
        facts.hasAdjacentStrings && next.kind === 'text' && value.text !== undefined && tokens[at - 1]?.kind === 'text'
      if (isBeside) value = joined([value, evaluator.textOf(tokens[at++] as Token)])
      else if (isJoin && startsTerm(peek(1))) {
        at++
        value = joined([value, term()])
      } else if (CHOICES.has(next.text) && next.kind !== 'text' && !next.isFirst && startsTerm(peek(1))) {
        at++
        const other = term()
        const kept = value.text === undefined && !value.items ? other : value
        value = { ...kept, from: fromAll([value, other]) }
      } else break
    }
    return value
  }

  function term(): Value {
    const token = peek()
    if (!token) return unknownValue()
    if (depth >= DEEPEST) {
      onTooDeep()
      at++
      return unknownValue()
    }
    depth++
    const value = termOf(token)
    depth--
    return value
  }

  function termOf(token: Token): Value {
    if (token.kind === 'text' || token.kind === 'words') {
      at++
      return postfix(evaluator.textOf(token), undefined, token)
    }
    if (token.kind === 'command') {
      at++
      const value = evaluator.textOf(token)
      evaluator.call(SHELL_CALL, { args: [value], options: new Map() }, token)
      return postfix(unknownValue(value.from), undefined, token)
    }
    if (token.kind === 'number') {
      at++
      const number = Number(token.text.replaceAll('_', ''))
      return { ...unknownValue(), number: Number.isNaN(number) ? undefined : number, text: token.text }
    }
    if (token.kind === 'name') return named(token)
    if (token.text in CLOSERS) return bracketed(token)
    at++
    return PREFIXES.has(token.text) && startsTerm(peek()) ? term() : unknownValue()
  }

  function named(token: Token): Value {
    const { text } = token
    if (isInAlternative(tokens, at++)) alternative = text
    if (facts.declares?.includes(text)) {
      if (peek()?.text === 'mut') at++
      declared = peek()?.kind === 'name' ? peek()?.text : undefined
      return unknownValue()
    }
    const next = peek()
    if (WORD_PREFIXES.has(text) && next && !next.isFirst && startsTerm(next) && !isSign(next, '(')) return term()
    if (text === 'alias' && next?.kind === 'name' && peek(1)?.kind === 'name') {
      evaluator.bind(next.text, evaluator.lookUp(peek(1)?.text ?? ''))
      at += 2
      return unknownValue()
    }
    if (text === 'define' && isSign(tokens[at - 2], '#') && next?.kind === 'name') {
      at++
      const isFunction = isSign(peek(), '(') && peek()?.isTight
      if (!isFunction && !peek()?.isFirst) evaluator.bind(next.text, expression())
      return unknownValue()
    }
    return postfix(evaluator.lookUp(text), text, token)
  }

  /** Members, calls and indexes behind a value; at last an assignment to it. */
  function postfix(start: Value, name: string | undefined, first: Token): Value {
    let value = start
    let target = name
    for (let next = peek(); next; next = peek()) {
      const after = peek(1)
      if (next.kind === 'sign' && facts.members.includes(next.text) && after?.kind === 'name' && !isSeparate(next)) {
        at += 2
        value = evaluator.memberOf(value, after.text)
        target = target === undefined ? undefined : `${target}.${after.text}`
        // `name.constantize` is a call, too, where calls need no brackets.
        if (facts.bareCalls === true && !isSign(peek(), '(') && evaluator.kinds.kindOf(value.name) === 'loadModule')
          value = evaluator.call(value, { args: [], options: new Map() }, { start: first.start, end: after.end })
      } else if (isSign(next, '->') && facts.members.includes('->') && isSign(after, '(')) {
        at++
      } else if (
        isSign(next, '!') &&
        next.isTight &&
        after?.isTight &&
        after.kind === 'sign' &&
        after.text in CLOSERS
      ) {
        at++
        value = evaluator.memberOf(value, '!')
        value = called({ ...value, name: value.name.replace(/\.!$/, '!') }, first)
        target = undefined
      } else if (isSign(next, '<') && next.isTight && skipTypes()) {
        // `List<String>` is a List.
      } else if (facts.tightStructs && isSign(next, '{') && next.isTight && name !== undefined) {
        // `Query{SQL: text}`.
        const { args, options } = given()
        value = { ...value, from: fromAll([value, ...args, ...options.values()]) }
        target = undefined
      } else if (isSign(next, '(') && !(next.isFirst && !facts.lexicon.signs.includes('->'))) {
        value = called(value, first)
        target = undefined
      } else if (
        (isSign(next, '[') || (isSign(next, '{') && facts.lexicon.hasRegex && /^[$@%]/.test(name ?? ''))) &&
        next.isTight
      ) {
        const [key] = given().args
        value = key ? evaluator.indexOf(value, key) : value
        if (key) target = undefined
        if (isSign(peek(), '{') && !key) return given().list
      } else if (facts.declaresObjects && next.kind === 'name' && isSign(after, '(') && evaluator.isKnown(value.name)) {
        at++
      } else if (takesBare(value, next, { facts, evaluator, as: name })) {
        value = evaluator.call(value, bareArguments(), { start: first.start, end: tokens[at - 1]?.end ?? first.end })
        target = undefined
      } else break
    }
    return assigned(value, target)
  }

  function called(callee: Value, first: Token): Value {
    const place = given()
    return evaluator.call(callee, place, { start: first.start, end: tokens[at - 1]?.end ?? first.end })
  }

  function bareArguments(): Given {
    const result: Given = { args: [], options: new Map() }
    for (let isMore = true; isMore; ) {
      argument(result)
      isMore = isSign(peek(), ',') && peek(1) !== undefined
      if (isMore) at++
    }
    return result
  }

  /** One argument, perhaps with a name. */
  function argument({ args, options }: Given): boolean {
    const [name, mark] = [peek(), peek(1)]
    const isNamed =
      name &&
      mark?.kind === 'sign' &&
      (name.kind === 'name' || name.kind === 'text') &&
      /^(?:=>|:|=)$/.test(mark.text) &&
      !isSign(peek(2), '=')
    if (isNamed) at += 2
    const value = expression()
    if (isNamed) options.set(name.text.replace(/^:/, ''), value)
    else args.push(value)
    return isNamed === true
  }

  /** The content of brackets, as arguments and as a list; the first token is the opening one. */
  function given(): Given & { list: Value } {
    const open = tokens[at++] as Token
    const close = CLOSERS[open.text] ?? ')'
    const result: Given = { args: [], options: new Map() }
    let isTable = false
    for (let token = peek(); token; token = peek()) {
      if (isSign(token, close)) {
        at++
        break
      }
      if (token.kind === 'sign' && /^[)\]}]$/.test(token.text)) break
      const before = at
      if (startsTerm(token)) isTable = argument(result) || isTable
      if (at === before) at++
    }
    const items = [...result.args, ...(isTable ? result.options.values() : [])]
    const list: Value = { ...listValue(items, fromAll(items)), ...(isTable && open.text === '{' && { isTable }) }
    return { ...result, list }
  }

  function bracketed(open: Token): Value {
    if (depth >= DEEPEST - 1) {
      onTooDeep()
      at++
      return unknownValue()
    }
    const { args, list } = given()
    const next = peek()
    if (open.text === '(') {
      // `(String) value`.
      if (args.length === 1 && args[0]?.text === undefined && isCastBefore(next)) return term()
      return postfix(args.length === 1 ? (args[0] as Value) : list, undefined, open)
    }
    // `[]string{"a"}`.
    if (open.text === '[' && args.length <= 1 && next?.kind === 'name' && next.isTight) {
      at++
      while (isSign(peek(), '.') && peek(1)?.kind === 'name') at += 2
      return isSign(peek(), '{') || isSign(peek(), '(') ? given().list : unknownValue()
    }
    return postfix(list, undefined, open)
  }

  function skipTypes(): boolean {
    const end = endOfTypes(tokens, at)
    if (end === undefined) return false
    at = end
    return true
  }

  function assigned(value: Value, target: string | undefined): Value {
    const sign = peek()
    const isShift = isSign(sign, '<<') && facts.joins.includes('<<') && target !== undefined && startsTerm(peek(1))
    if (sign?.kind !== 'sign' || !(ASSIGNERS.has(sign.text) || isShift) || depth >= DEEPEST) return value
    const name = declared ?? target
    const declares = declared !== undefined
    const shared = first
    declared = undefined
    first = undefined
    at++
    const right = expression()
    if (shared !== undefined) evaluator.bind(shared, inBranch(shared, right))
    // Of several values the last name has another than the first.
    if (name === undefined || (shared !== undefined && isSign(peek(), ','))) return right
    const grows = isShift || APPENDERS.has(sign.text)
    const whole = declares || sign.text === ':=' ? right : inBranch(name, right)
    evaluator.bind(name, grows ? joined([value, right]) : whole)
    return right
  }

  /** A constant that is assigned to a value of others, where no variable is declared or in an alternative, counts in one branch only. */
  function inBranch(name: string, right: Value): Value {
    const before = evaluator.lookUp(name)
    const isOther =
      (facts.declares || alternative === name) && (before.from & FROM.foreign) !== 0 && constantOf(right) !== undefined
    return isOther ? { ...unknownValue(before.from), text: HOLE } : right
  }

  while (at < tokens.length) {
    if (WORD_PREFIXES.has(tokens[at]?.text ?? '') && endOfNames(tokens, at + 1) > at + 1) at++
    const token = tokens[at] as Token
    if (isSign(token, ';') || isSign(token, '{')) declared = undefined
    const shared = endOfNames(tokens, at)
    first = shared > at ? token.text : undefined
    at = shared
    const before = at
    // At the beginning of a statement a brace opens a block.
    if (startsTerm(token) && !isSign(token, '{')) last = expression()
    // The value of a declaration stands behind its type.
    if (declared !== undefined && isSign(peek(), '=')) assigned(unknownValue(), declared)
    if (at === before) at++
  }
  return last
}
