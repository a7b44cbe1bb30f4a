import type { CallFacts, CallKind, CommandForm, PureKind, SourceKind } from '../../../../language/calls/call-facts.ts'
import { HOLE, type Hole, type Token } from '../../../../language/calls/tokens.ts'
import type { Call, Command, Literal } from './call-program.ts'
import { handedCommand, pipedCommand } from './handed-command.ts'
import { itemAt, takeOut } from './list-methods.ts'
import { type NameTable, nameTable } from './names.ts'
import { pureResult } from './pure-call.ts'
import {
  type BuiltCommand,
  constantOf,
  FROM,
  flattened,
  fromAll,
  joined,
  MOST_ITEMS,
  namedValue,
  textValue,
  unknownValue,
  type Value,
} from './value.ts'

interface Sink {
  addCall(call: Call): void
  addCommand(command: Command): void
  addLiteral(literal: Literal): void
  /** Reads code within a text; the value of its last expression. */
  readInner(source: string, offset: number): Value | undefined
}

export interface Place {
  start: number
  end: number
}

/** Works out names, members, calls and texts, and writes down the calls. */
export interface Evaluator {
  kinds: NameTable<CallKind>
  built: BuiltCommand[]
  isKnown(name: string): boolean
  lookUp(name: string): Value
  bind(name: string, value: Value): void
  memberOf(base: Value, member: string): Value
  indexOf(base: Value, key: Value | undefined): Value
  call(callee: Value, given: Given, place: Place): Value
  textOf(token: Token): Value
}

export interface Given {
  args: Value[]
  options: Map<string, Value>
}

const SOURCE_BITS: Record<SourceKind, number> = {
  foreign: FROM.foreign,
  environment: FROM.environment,
  network: FROM.network,
  clean: 0,
}
/** Names that say who wrote the value. */
const OF_USERS = /^[$@]?(?:user|untrusted|tainted|attacker|unsafe)_?(?:input|data|supplied|controlled|value)$/i
const SECRET = /secret|token|passw|api_?key|credential|access_?key|private|auth/i

export function createEvaluator(facts: CallFacts, sink: Sink): Evaluator {
  const kinds = nameTable<CallKind>(facts.calls, facts.roots)
  const forms = nameTable<CommandForm>({ ...facts.commands, line: `${facts.commands.line ?? ''} \`` }, facts.roots)
  const pure = nameTable<PureKind>(facts.pure, facts.roots)
  const sources = nameTable<SourceKind>(facts.sources, facts.roots)
  const callers = nameTable<'caller'>({ caller: facts.callers ?? '' })
  const adders = nameTable<'adder'>({ adder: facts.adders ?? '' })
  const fills = nameTable<'fill'>({ fill: facts.fills ?? '' }, facts.roots)
  const bound = new Map<string, Value>()
  const built: BuiltCommand[] = []

  const sourceBits = (name: string): number =>
    SOURCE_BITS[sources.kindOf(name) ?? 'clean'] | (OF_USERS.test(name) ? FROM.foreign : 0)
  const lookUp = (name: string): Value => bound.get(name) ?? namedValue(plainName(name), sourceBits(plainName(name)))

  function memberOf(base: Value, member: string): Value {
    const name = `${base.text === undefined && base.items === undefined ? base.name : ''}.${member}`
    const known = bound.get(name)
    if (known) return known
    const full = name.startsWith('.') && base.name === '' ? name : name.replace(/^\./, '')
    return { ...namedValue(full, base.from | sourceBits(full)), receiver: base }
  }

  function call(callee: Value, { args, options }: Given, place: Place): Value {
    const name = facts.callsTexts && callee.name === '' ? (constantOf(callee) ?? '') : callee.name
    const { receiver } = callee
    if (callers.kindOf(name)) {
      const [target, ...rest] = args
      const inner = namedValue(plainName(constantOf(target) ?? target?.name ?? ''))
      if (inner.name !== '' && inner.name !== name) call(inner, { args: flattened(rest), options }, place)
    }
    sink.addCall({ name, args, options, receiver, ...place })
    const form = forms.kindOf(name)
    if (form === 'builder') return build(name, flattened(args), place)
    if (form !== undefined) {
      const command = handedCommand(form, args, place)
      if (command) sink.addCommand(command)
    }
    if (facts.opensPipes && kinds.kindOf(name) === 'openFile') {
      const command = pipedCommand(args, place)
      if (command) sink.addCommand(command)
    }
    if (fills.kindOf(name)) fill(args)
    takeOut(name, args, receiver)
    const item = itemAt(name, args, receiver)
    if (item) return item
    if (adders.kindOf(name) && receiver && added(receiver, flattened(args))) return receiver
    const way = pure.kindOf(name)
    if (way) {
      const result = pureResult(way, args, receiver)
      if (way === 'concatArguments' && receiver?.text !== undefined)
        Object.assign(receiver, { text: result.text, from: result.from })
      else if (way === 'concatArguments' && receiver && /^\w+$/.test(receiver.name) && !bound.has(receiver.name))
        bound.set(receiver.name, joined([textValue(''), ...args]))
      return result
    }
    if (sources.kindOf(name) === 'clean') return namedValue(`${name}()`)
    const given = fromAll(args) | (receiver?.from ?? 0)
    const isSecret = sourceBits(name) & FROM.environment && SECRET.test(constantOf(args[0]) ?? '')
    return {
      ...namedValue(`${name}()`, given | sourceBits(name) | (isSecret ? FROM.secret : 0)),
      command: receiver?.command,
    }
  }

  /** `sprintf(line, "rm %s", path)` gives a value to its first argument. */
  function fill([target, ...rest]: readonly Value[]): void {
    const pattern = rest.findIndex(({ text, number }) => text !== undefined && number === undefined)
    if (target && target.name !== '' && pattern >= 0)
      bound.set(target.name, pureResult('format', rest.slice(pattern), undefined))
  }

  function build(name: string, words: Value[], place: Place): Value {
    const command = { words, ...place }
    built.push(command)
    return { ...namedValue(`${name}()`), command }
  }

  function textOf({ text, holes, start, end, kind }: Token): Value {
    const value = kind === 'words' ? undefined : filled(text, holes)
    if (!value) {
      const words = text.split(/\s+/).filter((word) => word !== '')
      return { ...unknownValue(), items: words.slice(0, MOST_ITEMS).map((word) => textValue(word)) }
    }
    if (text !== '') sink.addLiteral({ text: value.text ?? '', from: value.from, start, end })
    return value
  }

  /** A text with what the program puts into it, as far as that is known. */
  function filled(text: string, holes: readonly Hole[]): Value {
    if (holes.length === 0) return textValue(text)
    const pieces = text.split(HOLE)
    const parts: Value[] = [textValue(pieces[0] ?? '')]
    for (const [at, hole] of holes.entries()) {
      const value = holeValue(hole)
      parts.push(constantOf(value) === undefined ? { ...value, text: value.text ?? HOLE } : value)
      parts.push(textValue(pieces[at + 1] ?? ''))
    }
    return joined(parts)
  }

  function holeValue({ source, start }: Hole): Value {
    const simple = /^(?:#\{|\{|\$\{|)([$@]{0,2}\w+)\}?$/.exec(source.replace(/^\$\{(?=\w)/, '{$$'))?.[1]
    if (simple !== undefined) return lookUp(simple)
    const open = /^(?:#\{|\{)/.exec(source)?.[0].length ?? 0
    return sink.readInner(source.slice(open, open > 0 ? -1 : undefined), start + open) ?? unknownValue()
  }

  return {
    ...{ kinds, built, lookUp, memberOf, call, textOf },
    isKnown: (name) =>
      kinds.kindOf(name) !== undefined ||
      forms.kindOf(name) !== undefined ||
      pure.kindOf(name) !== undefined ||
      callers.kindOf(name) !== undefined,
    bind: (name, value) => void bound.set(name, value),
    indexOf(base, key) {
      const text = constantOf(key)
      const at = key?.number
      if (base.items && at !== undefined) return base.items[at] ?? unknownValue(base.from)
      const isSecret = base.from & FROM.environment && SECRET.test(text ?? key?.name ?? '')
      if (text !== undefined && base.text === undefined && /^[A-Za-z_]\w*$/.test(text)) {
        const member = memberOf(base, text)
        return { ...member, from: member.from | (isSecret ? FROM.secret : 0) }
      }
      return {
        ...namedValue(`${base.name}[]`, base.from | (isSecret ? FROM.secret : 0)),
        text: base.text === undefined ? undefined : HOLE,
      }
    },
  }
}

/** Adds words to a command that is being built, or to a list. */
function added(receiver: Value, words: readonly Value[]): boolean {
  const list = receiver.command?.words ?? receiver.items
  if (!list) return false
  for (const word of words) if (list.length < MOST_ITEMS) list.push(word)
  return true
}

/** `A::B` as `A.B`; without the marks of symbols and references. */
export const plainName = (name: string): string =>
  name
    .replaceAll('::', '.')
    .replace(/^[:&](?=\w)/, '')
    .replace(/^\\/, '')
