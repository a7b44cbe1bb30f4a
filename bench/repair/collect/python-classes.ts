import type { Collector } from './collector.ts'
import { failing, type Tried } from './failing-python.ts'
import { endingsOf } from './try-python.ts'

const SHOWN = 3
/** Of models that mostly write whole classes. Mirrors lack the largest files, which are not named here. */
const WHOLE_ANSWERS = [
  ...['ChatGPT', 'GPT-4', 'Vicuna', 'WizardCoder'].map((model) => `model_output/${model}_100_c_t0.json`),
  ...[
    ...['CodeLlama-13b-Instruct-hf', 'GPT-3.5-Turbo', 'GPT-4-Turbo', 'Gemini-Pro'],
    ...['Magicoder-S-DS-6.7B', 'WizardCoder-15B-V1.0', 'deepseek-coder-6.7b-instruct'],
  ].map((model) => `model_output_v1.0.0/${model}_class_H_greedy.json`),
  ...['GPT-3.5-Turbo', 'Gemini-Pro'].map((model) => `model_output_v1.0.0/${model}_class_H_t0.2.json`),
]
const SAMPLES = 2

interface Task {
  task_id: string
  class_name: string
  import_statement: string[]
  solution_code: string
  test: string
}
interface Answered extends Task {
  predict: string[]
}

/** Classes as models wrote them for ClassEval, with its unit tests: three to show, and all of them hidden. */
export const classesOfModels: Collector = async ({ mirror, runner }) => {
  const classes = mirror('FudanSELab/ClassEval')
  const tasks = (JSON.parse(classes.text('data/ClassEval_data.json')) as Task[]).map((task) => ({
    ...{ task, ...testsIn(task.test) },
  }))
  const endings = await endingsOf(
    runner,
    tasks.map(({ task, all }) => `${task.solution_code}\n${all}\n`),
  )
  const usable = new Map(tasks.filter((_, index) => endings[index] === '').map((each) => [each.task.task_id, each]))
  const tried = WHOLE_ANSWERS.flatMap((path) => JSON.parse(classes.text(`output/${path}`)) as Answered[]).flatMap(
    ({ task_id, class_name, import_statement, predict }): Tried[] => {
      const tests = usable.get(task_id)
      if (!tests) return []
      return predict.slice(0, SAMPLES).flatMap((answer) => {
        const code = programIn(answer, class_name)
        const whole = `${import_statement.join('\n')}\n${code}\n`
        return code ? [{ set: 'classes', task: task_id, code: whole, visible: tests.shown, hidden: tests.all }] : []
      })
    },
  )
  return failing(runner, tried)
}

/** Unit tests as programs that raise: those of the first classes to show, one of each, without the others beside it. */
function testsIn(text: string): { shown: string[]; all: string } {
  const [head = '', ...bodies] = text.split(/^(?=class \w+\(unittest\.TestCase\):)/m)
  const found = bodies.map((body) => {
    const name = /^class (\w+)/.exec(body)?.[1] ?? ''
    const methods = [...body.matchAll(/^ {4}def (test\w*)\(/gm)].map(([, method = '']) => method)
    const alone = body.replace(/\n(?: {4}@.*\n)* {4}def test(?:(?!\n {4}(?:def|@))[\s\S])*/g, (each) =>
      each.includes(`def ${methods[0]}(`) ? each : '\n',
    )
    return { alone, calls: methods.map((method) => `${name}('${method}').debug()`) }
  })
  const withTests = found.filter(({ calls }) => calls.length > 0)
  return {
    shown: withTests.slice(0, SHOWN).map(({ alone, calls }) => `${head}${alone.trimEnd()}\n\n${calls[0]}\n`),
    all: `${text.trimEnd()}\n\n${withTests.flatMap(({ calls }) => calls).join('\n')}\n`,
  }
}

/** Answers repeat the question in front, and some put the class into a fence. */
function programIn(answer: string, name: string): string | undefined {
  const said = answer.split(/### Response:|@@ Response:|\[\/INST\]/).at(-1) ?? ''
  const code = /```(?:python)?\n([\s\S]*?)```/.exec(said)?.[1] ?? said
  const start = code.search(/^(?:import|from|class) /m)
  return start >= 0 && code.includes(`class ${name}`) ? code.slice(start).trimEnd() : undefined
}
