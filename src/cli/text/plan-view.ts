import type { Approval } from '../../contract/approval.ts'
import type { PlanInfo } from '../../contract/plan.ts'
import type { Host } from '../host.ts'
import { clipTo } from './display-width.ts'
import { planLine, planTree, stepLine } from './plan-tree.ts'
import { createPaint } from './screen.ts'
import { visibleText } from './visible-text.ts'

export interface PlanView {
  show(plan: PlanInfo, questions: Approval[]): Promise<void>
  /** The plan rests: its last state, and one line about it. */
  end(plan: PlanInfo): Promise<void>
}

/** Shows a plan as it goes: as a tree that is drawn again on a terminal, else a line for each step that has ended. */
export const createPlanView = (host: Host): PlanView =>
  host.stdout.isTerminal ? createTreeView(host) : createLineView(host)

function createTreeView(host: Host): PlanView {
  const { stdout } = host
  const paint = createPaint(stdout)
  let drawn = 0
  const draw = async (plan: PlanInfo, below: string[]) => {
    // The cursor cannot go up beyond the first row, so a tree that does not fit is never drawn whole.
    const rows = Math.max(2, stdout.rows - 2 - below.length)
    const { columns } = stdout
    const lines = [...planTree(plan, { paint, now: host.now(), rows, columns: columns - 1 }), ...below]
    const up = drawn === 0 ? '' : `\u001b[${drawn}A\u001b[J`
    drawn = lines.length
    await stdout.write(`${up}${lines.join('\n')}\n`)
  }
  const questionLines = (question: Approval) => {
    const [title, how] = wordsOf(question)
    return [paint('yellow', clipTo(title, stdout.columns - 1)), paint('dim', clipTo(how, stdout.columns - 1))]
  }
  return {
    show: (plan, questions) => draw(plan, questions.slice(0, MOST_QUESTIONS).flatMap(questionLines)),
    async end(plan) {
      await draw(plan, [])
      await stdout.write(`${planLine(plan, paint)}\n`)
    },
  }
}

const MOST_QUESTIONS = 3

function createLineView(host: Host): PlanView {
  const paint = createPaint(host.stdout)
  const told = new Set<string>()
  const tell = async ({ steps }: PlanInfo) => {
    for (const step of steps) {
      if (step.state === 'waiting' || step.state === 'running' || told.has(step.id)) continue
      told.add(step.id)
      await host.stdout.write(`${stepLine(step, { paint })}\n`)
    }
  }
  return {
    async show(plan, questions) {
      await tell(plan)
      for (const question of questions) {
        if (told.has(question.id)) continue
        told.add(question.id)
        await host.stdout.write(`${wordsOf(question).join('\n')}\n`)
      }
    },
    async end(plan) {
      await tell(plan)
      await host.stdout.write(`${planLine(plan, paint)}\n`)
    },
  }
}

const wordsOf = ({ id, title, reason }: Approval): [title: string, how: string] => [
  `⏸ waits for a person · ${visibleText(title)} · ${visibleText(reason)}`,
  `  anneal approvals approve ${id}, or deny`,
]
