import { type Node, walk } from '../../../../language/tree/tree.ts'
import { callRule, factRule, type PythonRule, spotOf } from '../call-rule.ts'
import { given, written } from '../condition.ts'
import { HUGE, hugeProduct } from '../huge-product.ts'
import { oncePerProgram } from '../once-per-program.ts'
import type { PythonProgram } from '../program.ts'
import type { Call, Loop } from '../read/facts.ts'
import type { FunctionInfo } from '../read/value.ts'

const endlessAround = (loop: Loop | undefined): Loop | undefined => {
  let outer = loop
  while (outer && !outer.isEndless) outer = outer.outer
  return outer
}

/** Whether the call is in a loop that nothing ends and that never waits. */
const isUnbounded = (call: Pick<Call, 'loop'>): boolean => {
  const loop = endlessAround(call.loop)
  return !!loop && !loop.hasExit && !loop.waits
}

const SPAWNERS = 'subprocess.Popen subprocess.run subprocess.call os.system os.spawnl os.spawnv os.startfile'
const WORKERS = 'threading.Thread multiprocessing.Process _thread.start_new_thread'

export const resourceRules: readonly PythonRule[] = [
  callRule(
    {
      id: 'python/fork-bomb',
      family: 'resources',
      severity: 'critical',
      title: 'Starts processes without end',
      why: 'The machine has no room for anything else, and stops.',
      remedy: 'Start a fixed number of processes, and wait for them.',
      cwe: [400, 770],
    },
    {
      calls: 'os.fork os.forkpty',
      when: (call) => {
        const loop = endlessAround(call.loop)
        return !!loop && (!loop.hasExit || (!loop.waits && isFirst(call, loop)))
      },
    },
    {
      calls: SPAWNERS,
      when: (call) => isUnbounded(call) && (startsItself(call) ? 'critical' : 'high'),
    },
    {
      calls: `${SPAWNERS} os.execv os.execl`,
      when: (call, program) =>
        startsItself(call) &&
        (call.loop !== undefined || program.callsOf(call.name).slice(0, 100).filter(startsItself).length > 1) &&
        !call.method.startsWith('exec'),
    },
    {
      calls: WORKERS,
      when: (call) => isUnbounded(call) && (call.name.startsWith('multi') ? 'critical' : 'high'),
    },
    { calls: WORKERS, when: (call) => startsOwnFunction(call) && call.loop !== undefined && 'high' },
  ),
  callRule(
    {
      id: 'python/request-flood',
      family: 'network',
      severity: 'high',
      title: 'Asks a server without end, from many threads',
      why: 'The server has no time for anyone else.',
      remedy: 'Ask once, and wait between attempts.',
      cwe: [400, 770],
    },
    {
      calls:
        'requests.get requests.post requests.request httpx.get httpx.post aiohttp.get urllib.request.urlopen .sendto .sendall .send socket.socket().connect',
      when: (call, program) => isUnbounded(call) && (startsWorkers(program) ? 'high' : 'low'),
    },
    { calls: '.sendmail .send_message', when: isUnbounded },
  ),
  callRule(
    {
      id: 'python/huge-allocation',
      family: 'resources',
      severity: 'high',
      title: 'Asks for more memory than there is',
      why: 'The machine stops before the program does.',
      remedy: 'Work in pieces.',
      cwe: [789, 400],
    },
    {
      calls: 'bytearray bytes numpy.zeros numpy.ones numpy.empty numpy.full torch.zeros',
      when: (call) => sizeOf(call) > HUGE,
    },
    {
      calls: 'range',
      when: (call, program) =>
        call.positional.some(({ value }) => (value.number ?? 0) > HUGE) && COLLECTORS.test(outerCallee(call, program)),
    },
  ),
  factRule(
    {
      id: 'python/unbounded-growth',
      family: 'resources',
      severity: 'high',
      title: 'A loop without end takes more and more',
      why: 'Memory or disk fill up, and the machine stops.',
      remedy: 'Give the loop an end.',
      cwe: [400, 770, 835],
    },
    function* (program) {
      for (const name of ['.append', '.extend', '.add', '.insert']) {
        for (const call of program.callsOf(name)) yield* spotOf(call.node, isUnbounded(call))
      }
      for (const call of program.callsOf('.write'))
        yield* spotOf(call.node, isUnbounded(call) && !/std(out|err)/.test(call.name))
      for (const { node, loop, isUpdate, value } of program.facts.assignments) {
        const adds = isUpdate || addsToItself(program, node)
        const grows = adds && (value.text !== undefined || value.items !== undefined || doubles(program, node))
        yield* spotOf(node, grows && isUnbounded({ loop }))
      }
    },
  ),
  factRule(
    {
      id: 'python/huge-number',
      family: 'resources',
      severity: 'high',
      title: 'Makes a text, list or number that does not fit into memory',
      why: 'The machine stops before the program does.',
      remedy: 'Work in pieces.',
      cwe: [789, 400],
    },
    function* (program) {
      for (const node of walk(program.tree.root)) {
        if (node.type === 'BinaryExpression') yield* spotOf(node, hugeProduct(program, node))
      }
    },
  ),
  factRule(
    {
      id: 'python/busy-loop',
      family: 'resources',
      severity: 'medium',
      title: 'A loop that does nothing and never ends',
      why: 'A processor is busy for nothing.',
      remedy: 'Wait for what is to happen, or leave the loop out.',
      cwe: [835],
    },
    (program) =>
      program.facts.loops.flatMap((loop) => {
        const body =
          loop.node.children.find(({ type }) => type === 'Body')?.children.filter(({ type }) => type !== ':') ?? []
        const isIdle =
          body.length > 0 && body.every(({ type }) => type === 'PassStatement' || type === 'ContinueStatement')
        return spotOf(headOf(loop.node), loop.isEndless && !loop.hasExit && isIdle)
      }),
  ),
  factRule(
    {
      id: 'python/endless-recursion',
      family: 'resources',
      severity: 'medium',
      title: 'A function that always calls itself',
      why: 'It ends when there is no memory left.',
      remedy: 'Return before the call when there is nothing left to do.',
      cwe: [674],
    },
    (program) =>
      program.facts.calls.flatMap((call) => {
        const own = call.function
        return spotOf(
          call.node,
          !!own &&
            call.callee.definition === own &&
            !call.isIndirect &&
            isUnconditional(call.node, own) &&
            // Inside a class the bare name of a method is another function: that of the module, or a builtin.
            !(own.owner && /^\w+\s*\(/.test(written(program, call.node))) &&
            // The method of the class above has the same name, and is another.
            !written(program, call.node).startsWith('super('),
        )
      }),
  ),
]

const startsWorkers = oncePerProgram((program) =>
  `${WORKERS} .submit .map`.split(' ').some((name) => program.callsOf(name).some(({ loop }) => loop !== undefined)),
)

/** Whether the call is the loop's first statement, before anything could end it. */
const isFirst = (call: Call, loop: Loop): boolean => {
  const body = loop.node.children.find(({ type }) => type === 'Body')
  const first = body?.children.find(({ type }) => type !== ':')
  return !!first && call.node.start >= first.start && call.node.end <= first.end && first.type === 'ExpressionStatement'
}

const startsItself = (call: Call): boolean => {
  const command = given(call, 0, 'args')
  const words = [command, ...(command?.items ?? []), ...call.positional.map(({ value }) => value)]
  return (
    words.some((word) => word?.name === '__file__' || /^sys\.argv(\[\])?$/.test(word?.name ?? '')) &&
    words.some((word) => word?.name === 'sys.executable' || /python/.test(word?.text ?? ''))
  )
}

/** Whether a function starts threads or processes of itself. */
const startsOwnFunction = (call: Call): boolean => {
  const target = call.keywords.get('target')?.value.definition
  return target?.kind === 'function' && target === call.function
}

/** The head of a node, without the body. */
const headOf = (node: Node) => ({
  start: node.start,
  end: node.children.find(({ type }) => type === 'Body')?.start ?? node.end,
})

const COLLECTORS = /^(list|tuple|set)$/

/** The name of the call right around this one. */
const outerCallee = ({ node }: Call, { tree }: PythonProgram): string => {
  const callee = node.parent?.parent?.children[0]
  return callee ? tree.source.slice(callee.start, Math.min(callee.end, callee.start + 20)) : ''
}

function sizeOf(call: Call): number {
  const size = given(call, 0, 'shape', 'size')
  const dimensions = size?.items ?? (size ? [size] : [])
  return dimensions.reduce((product, { number }) => product * (number ?? 1), 1)
}

const writtenStart = (program: PythonProgram, node: Node): string =>
  program.tree.source.slice(node.start, Math.min(node.end, node.start + 130))

/** `text += text` and `text = text + text`: the text doubles each time. */
const doubles = (program: PythonProgram, node: Node): boolean =>
  /^(\w{1,40})\s?(\+=|=\s?\1\s?\+)\s?\1$/.test(writtenStart(program, node))

/** `items = items + more`. */
const addsToItself = (program: PythonProgram, node: Node): boolean =>
  /^(\w{1,40})\s?=\s?\1\s?\+/.test(writtenStart(program, node))

/** Nothing between the start of the function and the call decides anything. */
function isUnconditional(node: Node, own: FunctionInfo): boolean {
  let inner = node
  while (inner.parent && inner.parent.parent !== own.node) {
    inner = inner.parent
    if (
      /^(If|For|While|Try|With|Match)Statement$|Conditional|Comprehension|Lambda|Definition|Array|Binary|Yield|Await/.test(
        inner.type,
      )
    )
      return false
  }
  const body = inner.parent
  if (body?.type !== 'Body') return false
  return !body.children.some(
    (statement) =>
      statement.start < inner.start &&
      /^(If|For|While|Try|Match|With|Return|Raise|Assert)Statement$|Expression.*yield/.test(statement.type),
  )
}
