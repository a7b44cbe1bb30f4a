import type { Node } from '../../../../language/tree/tree.ts'
import { lineOfWords } from '../../line-of-words.ts'
import type { Call, JavaScriptProgram } from '../program.ts'
import { HOLE } from '../read/reading.ts'
import { alternatives } from './alternatives.ts'

/** A command that a program starts: through a shell, or by its name and arguments. */
export interface Command {
  call: Call
  /** The text that the shell reads, or the name of the started program. */
  text: Node | undefined
  isShell: boolean
  /** The whole command as a line, with holes. */
  line: string
}

const SHELL_CALLS = new Set([
  'child_process.exec',
  'child_process.execSync',
  'shelljs.exec',
  'execa.command',
  'execa.commandSync',
  'execa.execaCommand',
  'execa.execaCommandSync',
  'node-cmd.run',
  'node-cmd.runSync',
  'node-cmd.get',
  'child_process.promises.exec',
])
const START_CALLS = new Set([
  'child_process.spawn',
  'child_process.spawnSync',
  'child_process.execFile',
  'child_process.execFileSync',
  'child_process.fork',
  'execa',
  'execa.execa',
  'execa.execaSync',
  'node-pty.spawn',
  'Bun.spawn',
  'Bun.spawnSync',
  'Deno.run',
  'Deno.Command',
])
export const SHELL_NAME = /^(?:.*[/\\])?(?:ba|z|da|k|c)?sh(?:\.exe)?$|^(?:.*[/\\])?(?:cmd|powershell|pwsh)(?:\.exe)?$/i

const known = new WeakMap<JavaScriptProgram, Command[]>()

/** Computed once for a program, because many rules need it. */
export function commandsOf(program: JavaScriptProgram): Command[] {
  const commands = known.get(program) ?? [
    ...program.calls.flatMap((call) => commandOf(program, call)),
    ...program.ofType('TaggedTemplateExpression').flatMap((node) => taggedCommand(program, node)),
  ]
  known.set(program, commands)
  return commands
}

function commandOf(program: JavaScriptProgram, call: Call): Command[] {
  const [first, second] = call.inputs
  if (SHELL_CALLS.has(call.name)) return [{ call, text: first, isShell: true, line: lineOf(program, first) }]
  if (!START_CALLS.has(call.name)) return []
  const list = second ? program.evaluate(second) : undefined
  const words = Array.isArray(list)
    ? list.map(String)
    : second && program.follow(second).type !== 'ObjectExpression'
      ? [HOLE]
      : []
  const name = lineOf(program, first)
  const line = [name, ...words].join(' ')
  const shell = program.optionOf(call, 'shell')
  if (shell && program.evaluate(shell) !== false) return [{ call, text: holding(program, call), isShell: true, line }]
  const script = first && shellScript(program, call, words)
  if (script) return [{ call, text: script, isShell: true, line: lineOf(program, script) }]
  return [{ call, text: first, isShell: false, line: lineOfWords([name, ...words], HOLE) }]
}

/** `$`rm ${file}`` of zx and its kin, which quote each value. */
function taggedCommand(program: JavaScriptProgram, node: Node): Command[] {
  const [callee, template] = node.children
  const name = callee ? program.nameOf(callee) : ''
  if (!callee || !template || !/^(?:zx\.|bun\.|Bun\.|execa\.)?\$$/.test(name)) return []
  const call = { node, callee, name, method: '$', inputs: [], isNew: false }
  return [{ call, text: undefined, isShell: false, line: lineOf(program, template) }]
}

/** Nothing literal stands in the command before its unknown part. */
export const isWholeUnknown = (program: JavaScriptProgram, text: Node | undefined): boolean => {
  const shape = program.shapeOf(text)
  return shape === undefined || shape.startsWith(HOLE) || !shape.includes(HOLE)
}

/** The name or argument of a command that comes from elsewhere. */
function holding(program: JavaScriptProgram, { inputs }: Call): Node | undefined {
  return inputs.slice(0, 2).find((input) => program.originsOf(input) !== 0) ?? inputs[0]
}

/** The argument behind the `-c` of a shell. */
function shellScript(program: JavaScriptProgram, { inputs }: Call, words: string[]): Node | undefined {
  const [first, second] = inputs
  const isShell = first && alternatives(program, first).some((name) => SHELL_NAME.test(program.shapeOf(name) ?? ''))
  const at = words.findIndex((word) => /^(?:-\w*c|\/c|-command|-enc\w*)$/i.test(word))
  if (!isShell || !second) return undefined
  if (at < 0) return words.some((word) => word.includes(HOLE)) ? second : undefined
  const list = program.follow(second)
  const elements =
    list.type === 'ArrayExpression'
      ? list.children.filter(({ type }) => type !== ',' && type !== '[' && type !== ']')
      : []
  return elements[at + 1]
}

const lineOf = (program: JavaScriptProgram, node: Node | undefined): string => {
  if (!node) return ''
  const texts = alternatives(program, node).map((each) => program.shapeOf(each) ?? HOLE)
  return texts.join('\n')
}
