import type { Assignment, Command } from 'unbash'
import type { Assigned, Invocation, Range, Redirect, Value } from './bash-program.ts'
import { commandName } from './command-name.ts'
import { BREAK } from './draft.ts'
import { expandWhole, expandWord } from './expand-word.ts'
import { expanderOf } from './expander-of.ts'
import { foundCommands } from './found-commands.ts'
import { innerCode } from './inner-code.ts'
import { printedText } from './printed-text.ts'
import { readRedirects } from './read-redirects.ts'
import type { Frame } from './reader.ts'
import { unknownValue } from './scope.ts'
import { setFiles, writtenCode } from './set-files.ts'
import { setVariables } from './set-variables.ts'
import { unwrapCommand } from './unwrap-command.ts'

/** Records a command: its name, its arguments, and the programs in its words. */
export function readCommand(node: Command, frame: Frame): void {
  const { reader } = frame
  const expander = expanderOf(frame)
  const place = frame.place(node.pos, node.end)
  const assigned = node.prefix
    .filter((part) => part.type === 'Assignment')
    .map((part) => assign(part, { frame, isLasting: node.name === undefined }))
  const { redirects, input } = readRedirects(node.redirects, frame)
  for (const one of assigned) reader.program.assignments.push(one)
  if (!node.name) {
    // A redirection alone creates or empties a file, like the command that does nothing.
    if (redirects.length > 0) noteCommand({ words: [nothing(place)], redirects, place, frame })
    return
  }
  const words = [node.name, ...node.args].flatMap((part): Value[] => {
    if (part.type === 'Word') return expandWord(part, expander)
    const { name, value } = assign(part, { frame, isLasting: true })
    reader.program.assignments.push({ name, value, ...frame.place(part.pos, part.end) })
    return [{ ...value, ...frame.place(part.pos, part.end), text: `${name}=${value.text}` }]
  })
  noteCommand({ words, redirects, place, frame: { ...frame, input: input ?? frame.input } })
}

interface Noted {
  words: Value[]
  redirects: Redirect[]
  place: Range
  frame: Frame
}

function noteCommand({ words, redirects, place, frame }: Noted): void {
  const { reader } = frame
  const { words: own, through, variables } = unwrapCommand(words)
  for (const variable of variables) reader.program.assignments.push(assignedBy(variable))
  const isFed = through.includes('xargs') || through.includes('parallel')
  const [word, ...args] = isFed ? withInput(own, { input: frame.input, place }) : own
  if (!word) return
  const name = commandName(word)
  const alias = word.isPlain ? reader.scope.aliases.get(word.text) : undefined
  if (alias !== undefined && !frame.through.includes(`alias ${word.text}`)) {
    const text = [alias, ...args.map((arg) => arg.text)].join(' ')
    const inner = { ...frame, through: [...frame.through, ...through, `alias ${word.text}`] }
    reader.readCode({ ...place, text, unknowns: [], isPlain: false, isExpanded: true }, inner)
    return
  }
  const invocation: Invocation = {
    ...place,
    name,
    word,
    args,
    through: [...frame.through, ...through],
    isDerived: frame.isDerived || word.isExpanded,
    isOwn: name !== undefined && reader.scope.routines.has(name) && !through.includes('command'),
    redirects,
    previous: frame.previous,
    isBackground: frame.isBackground,
    isPiped: frame.isPiped,
    output: name === undefined ? undefined : printedText({ name, args, input: frame.input }),
    input: frame.input,
    loop: frame.loop,
    routine: frame.routine,
  }
  for (const redirect of redirects) redirect.content = invocation.output
  reader.program.invocations.push(invocation)
  setVariables(invocation, reader.scope)
  setFiles(invocation, reader.scope)
  readInner(invocation, frame)
}

/** Programs in the words of a command, and commands that it is told to run. */
function readInner(invocation: Invocation, frame: Frame) {
  const { reader } = frame
  const inner = { ...frame, through: [...invocation.through, invocation.name ?? ''], input: undefined }
  if (invocation.isOwn) reader.scope.routines.get(invocation.name ?? '')?.(invocation.args)
  const written = writtenCode(invocation, reader.scope)
  for (const code of [...innerCode(invocation), ...(written ? [written] : [])]) reader.readCode(code, inner)
  for (const words of foundCommands(invocation)) {
    const place = { start: invocation.start, end: invocation.end }
    if (inner.through.length < 20) noteCommand({ words, redirects: [], place, frame: inner })
  }
}

function assignedBy(word: Value): Assigned {
  const at = word.text.indexOf('=')
  return { name: word.text.slice(0, at), value: { ...word, text: word.text.slice(at + 1) }, ...rangeOf(word) }
}

const rangeOf = ({ start, end }: Range): Range => ({ start, end })

const nothing = (place: Range): Value => ({ ...place, text: ':', unknowns: [], isPlain: true, isExpanded: false })

/** `xargs` passes its input on: behind the other words, or in place of `{}`. */
function withInput(args: Value[], { input, place }: { input: Value | undefined; place: Range }): Value[] {
  if (input && args.some(({ text }) => text.includes('{}'))) {
    const [line = ''] = input.text.split('\n', 1)
    return args.map((arg) => {
      return arg.text.includes('{}') ? { ...arg, text: arg.text.replaceAll('{}', () => line), isExpanded: true } : arg
    })
  }
  if (args[0]?.text.includes('{}')) {
    return [unknownValue(place, { name: 'input', origin: 'other', isQuoted: true }), ...args.slice(1)]
  }
  if (!input) return [...args, unknownValue(place, { name: 'input', origin: 'other', isQuoted: true })]
  const words = input.text.split(/\s/, 50).filter((text) => text !== '')
  return [...args, ...words.map((text) => ({ ...input, text, isExpanded: true }))]
}

function assign(node: Assignment, { frame, isLasting }: { frame: Frame; isLasting: boolean }) {
  const { reader } = frame
  const expander = expanderOf(frame)
  const { name, value: written, append } = node
  const place = frame.place(node.pos, node.end)
  const fresh =
    written.type === 'Word'
      ? expandWhole(written, expander)
      : listValue(
          written.elements.flatMap((element) => expandWord(element, expander)),
          place,
        )
  if (node.index) reader.readNode(node.index, frame)
  const old = append ? reader.scope.get(name) : undefined
  const space = written.type === 'ArrayValue' ? BREAK : ''
  const value = old
    ? { ...fresh, text: old.text + space + fresh.text, unknowns: [...old.unknowns, ...fresh.unknowns].slice(0, 20) }
    : fresh
  const element = node.index && unknownValue(place, { name, origin: 'other', isQuoted: false })
  if (isLasting) reader.scope.set(name, element ?? value)
  return { name, value, ...place }
}

const listValue = (elements: Value[], place: Range): Value => ({
  ...place,
  text: elements.map(({ text }) => text).join(BREAK),
  unknowns: elements.flatMap(({ unknowns }) => unknowns),
  isPlain: false,
  isExpanded: true,
})
