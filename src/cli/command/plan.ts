import { type Command, Option } from 'commander'
import type { PlanInfo, PlanSummary } from '../../contract/plan.ts'
import type { Client } from '../../sdk/sdk.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, wholeNumber, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { planGraph } from '../text/plan-graph.ts'
import { planLine, planTree } from '../text/plan-tree.ts'
import { printJson } from '../text/print-json.ts'
import { createPaint } from '../text/screen.ts'
import { type Column, tableText } from '../text/table.ts'
import { ageText } from '../text/time-text.ts'
import { UsageError } from '../usage-error.ts'
import { readPlan } from './read-plan.ts'
import { watchPlan } from './watch-plan.ts'

interface PlanFlags extends ServerFlags {
  json?: boolean
  session?: string
  step?: string
  as?: 'done' | 'again'
  from?: string
  limit?: number
}

export function addPlan(program: Command, bind: Bind) {
  const plan = program
    .command('plan')
    .summary('run plans of steps that survive a crash')
    .description('Plans: steps with needs, conditions and a way back, which go on where they were after a crash.')
    .helpCommand(false)
  const run = plan
    .command('run')
    .description('Start a plan and tell how it goes. Ctrl-C leaves it: "anneal plan resume" goes on.')
    .argument('<FILE>', 'YAML or JSON with "steps"; - is standard input')
    .option('--session <id>', 'the session that its steps work in')
  bind(withServer(withJson(run)), runPlan)
  const list = plan.command('list').description('List your plans, newest first.')
  list.addOption(new Option('--limit <n>', 'at most this many (20)').argParser(wholeNumber(1, 1000)))
  bind(withServer(withJson(list)), listPlans)
  const one = (name: string, description: string) =>
    withServer(withJson(plan.command(name).description(description).argument('<ID>', 'id of the plan')))
  bind(one('show', 'Show a plan with all its steps.'), showPlan)
  bind(one('graph', 'Print the steps and their needs as a Mermaid flowchart.'), graphPlan)
  const resume = one('resume', 'Go on with a paused, failed or interrupted plan, and tell how it goes.')
    .option('--step <step>', 'a step whose effect is unknown')
    .addOption(new Option('--as <how>', 'whether it happened, or is tried again').choices(['done', 'again']))
  bind(resume, resumePlan)
  bind(
    one('pause', 'Begin no further steps; those at work end.'),
    changed((client, id) => client.plans.pause(id)),
  )
  bind(
    one('cancel', 'End a plan and the steps at work.'),
    changed((client, id) => client.plans.cancel(id)),
  )
  const rerun = one('rerun', 'Do a step and everything after it anew, from the state before that step.')
  bind(rerun.requiredOption('--from <step>', 'the first step that is done anew'), rerunPlan)
  const branch = one('branch', 'Start another plan that begins as this one was before a step.')
  bind(branch.requiredOption('--from <step>', 'the first step that is done anew'), branchPlan)
}

async function runPlan({ host, args: [file = ''], flags }: Call<PlanFlags>): Promise<number> {
  const request = await readPlan(file, host)
  const session = flags.session === undefined ? {} : { session: flags.session }
  return withClient({ host, flags }, async (client) => {
    const { planId } = await client.plans.start({ ...request, ...session })
    return watchPlan({ host, client, planId, isJson: flags.json === true })
  })
}

async function listPlans({ host, flags }: Call<PlanFlags>): Promise<number> {
  const { plans } = await withClient({ host, flags }, (client) => client.plans.list({ limit: flags.limit ?? 20 }))
  if (flags.json) await printJson(host, { plans })
  else if (plans.length === 0) await host.stderr.write('No plans here. Start one with: anneal plan run FILE\n')
  else await host.stdout.write(tableText(plans, columns(host), host.stdout))
  return EXIT.ok
}

const columns = (host: Host): Column<PlanSummary>[] => [
  { title: 'PLAN', text: ({ id }) => id },
  { title: 'STATE', text: ({ state }) => state },
  { title: 'AGE', text: ({ createdAt }) => ageText(createdAt, host.now()) },
  { title: 'NAME', text: ({ name }) => name ?? '' },
]

async function showPlan({ host, args: [id = ''], flags }: Call<PlanFlags>): Promise<number> {
  const plan = await withClient({ host, flags }, (client) => client.plans.get(id))
  await tell(host, flags, plan)
  return EXIT.ok
}

async function graphPlan({ host, args: [id = ''], flags }: Call<PlanFlags>): Promise<number> {
  const plan = await withClient({ host, flags }, (client) => client.plans.get(id))
  if (flags.json) await printJson(host, plan)
  else await host.stdout.write(planGraph(plan))
  return EXIT.ok
}

async function resumePlan({ host, args: [id = ''], flags }: Call<PlanFlags>): Promise<number> {
  const { step, as, json } = flags
  if ((step === undefined) !== (as === undefined))
    throw new UsageError('--step and --as belong together.', 'Give both, or neither.')
  return withClient({ host, flags }, async (client) => {
    await client.plans.resume(id, { ...(step !== undefined && { step }), ...(as && { as }) })
    return watchPlan({ host, client, planId: id, isJson: json === true })
  })
}

const rerunPlan = ({ host, args: [id = ''], flags }: Call<PlanFlags>): Promise<number> =>
  withClient({ host, flags }, async (client) => {
    await client.plans.rerun(id, flags.from ?? '')
    return watchPlan({ host, client, planId: id, isJson: flags.json === true })
  })

const branchPlan = ({ host, args: [id = ''], flags }: Call<PlanFlags>): Promise<number> =>
  withClient({ host, flags }, async (client) => {
    const { planId } = await client.plans.branch(id, { from: flags.from ?? '' })
    return watchPlan({ host, client, planId, isJson: flags.json === true })
  })

const changed =
  (change: (client: Client, id: string) => Promise<PlanInfo>) =>
  async ({ host, args: [id = ''], flags }: Call<PlanFlags>): Promise<number> => {
    await tell(host, flags, await withClient({ host, flags }, (client) => change(client, id)))
    return EXIT.ok
  }

async function tell(host: Host, flags: PlanFlags, plan: PlanInfo): Promise<void> {
  const paint = createPaint(host.stdout)
  if (flags.json) await printJson(host, plan)
  else await host.stdout.write(`${[...planTree(plan, { paint }), planLine(plan, paint)].join('\n')}\n`)
}
