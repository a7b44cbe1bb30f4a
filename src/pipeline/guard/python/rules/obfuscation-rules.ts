import { callRule, factRule, type PythonRule, spotOf } from '../call-rule.ts'
import { commandOf, given } from '../condition.ts'
import type { Call } from '../read/facts.ts'
import { constantOf, FOREIGN, hasOrigin, origin } from '../read/make-value.ts'

const RUNNERS =
  'eval exec compile os.system os.popen subprocess.run subprocess.call subprocess.Popen subprocess.check_output subprocess.check_call subprocess.getoutput types.FunctionType types.CodeType __import__ code.InteractiveInterpreter().runsource'

/** Nobody hides these for a good reason. */
const HIDDEN_DANGERS =
  /^(eval|exec|compile|os\.(system|popen|exec\w+|spawn\w+|fork|remove|unlink|kill|setuid)|subprocess\.\w+|pty\.spawn|pickle\.loads?|marshal\.loads|shutil\.rmtree|ctypes\.CDLL|socket\.socket|__import__|open)$/

/** The argument with the command or code of a call. */
const commandArgument = (call: Call) => given(call, 0, 'args', 'source', 'cmd')

export const obfuscationRules: readonly PythonRule[] = [
  callRule(
    {
      id: 'python/decoded-execution',
      family: 'obfuscation',
      severity: 'critical',
      title: 'Runs code that was made unreadable',
      why: 'Code is encoded so that nobody sees what it does before it runs.',
      remedy: 'Write the code as it is.',
      cwe: [506, 95],
    },
    {
      calls: RUNNERS,
      when: (call, program) => {
        const code = commandArgument(call)
        const isSpelt = hasOrigin(code, origin.letter) && program.callsOf('chr').length > 3
        if (!hasOrigin(code, origin.decoded) && !isSpelt) return false
        if (hasOrigin(code, FOREIGN))
          return hasOrigin(code, origin.network) && !hasOrigin(code, origin.parameter) ? 'critical' : 'high'
        return isHarmlessText(constantOf(code)) && !/^(eval|exec|compile)$/.test(call.name) ? 'high' : 'critical'
      },
    },
  ),
  callRule(
    {
      id: 'python/remote-code',
      family: 'code-execution',
      severity: 'critical',
      title: 'Runs what it fetches from the network',
      why: 'Whoever owns the server, or stands in between, decides what this program does.',
      remedy: 'Install code as a package of a known version, and check its hash.',
      cwe: [494, 829],
    },
    {
      calls: 'eval exec compile',
      when: (call) => hasOrigin(commandArgument(call), origin.network) && isBareCode(call) && passedOn(call),
    },
    {
      calls:
        'os.system os.popen subprocess.run subprocess.call subprocess.Popen subprocess.check_output subprocess.getoutput',
      when: (call) =>
        hasOrigin(commandArgument(call), origin.network) &&
        !hasOrigin(commandArgument(call), origin.socket) &&
        commandOf(commandArgument(call)).replaceAll('\u0000', '').trim() === '' &&
        'high',
    },
    { calls: 'pickle.loads marshal.loads', when: (call) => hasOrigin(given(call, 0), origin.network) && 'high' },
  ),
  factRule(
    {
      id: 'python/hidden-call',
      family: 'obfuscation',
      severity: 'high',
      title: 'A dangerous function is called by a name that is hidden',
      why: 'Names are put together from pieces so that no reader and no tool sees them.',
      remedy: 'Import the module and call the function by its name.',
      cwe: [506],
    },
    (program) =>
      program.facts.calls.flatMap((call) => {
        if (!call.callee.isHidden || !HIDDEN_DANGERS.test(call.name)) return []
        const severity = /^(cls|clear)?$/.test(constantOf(given(call, 0)) ?? '-') ? 'low' : 'high'
        return spotOf(call.node, { severity, message: `Calls ${call.name} without naming it` })
      }),
  ),
  factRule(
    {
      id: 'python/unreadable-data',
      family: 'obfuscation',
      severity: 'low',
      title: 'A long text that nobody can read',
      why: 'Encoded data can hide anything.',
      remedy: 'Keep data in a file beside the program.',
      cwe: [506],
    },
    (program) =>
      program.facts.texts.flatMap(({ node, text }) =>
        spotOf(node, text.length > 300 && /^[A-Za-z0-9+/=_-]+$/.test(text)),
      ),
  ),
  callRule(
    {
      id: 'python/code-in-text',
      family: 'obfuscation',
      severity: 'medium',
      title: 'Code stands in a text and is run from there',
      why: 'It is not looked at like the rest of the program.',
      remedy: 'Write it as code.',
      cwe: [95],
    },
    {
      calls: 'exec',
      when: (call) => {
        const text = constantOf(given(call, 0))
        return (
          text !== undefined &&
          (/\b(system|popen|subprocess|socket|eval|exec|__import__|rmtree|b64decode|environ)\b/.test(
            text.slice(0, 5000),
          )
            ? 'high'
            : 'medium')
        )
      },
    },
    {
      calls: 'eval',
      when: (call) =>
        /\b(system|popen|subprocess|__import__|exec|rmtree)\b/.test(constantOf(given(call, 0))?.slice(0, 5000) ?? '') &&
        'high',
    },
  ),
]

/** A text that is harmless as a program or command. */
const isHarmlessText = (text: string | undefined): boolean => text !== undefined && /^[\w .,/-]{0,40}$/.test(text)

/** The argument of a function may be something else at another time. */
const passedOn = (call: Call) => (hasOrigin(commandArgument(call), origin.parameter) ? 'high' : 'critical')

/** The code itself, not a call with a fetched value in it. */
const isBareCode = (call: Call): boolean => {
  const text = commandArgument(call)?.text
  return text === undefined || text.replaceAll('\u0000', '').trim() === ''
}
