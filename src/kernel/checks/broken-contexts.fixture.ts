import type { Contexts } from '../contexts.ts'
import type { Execution } from '../kernel.ts'

/** One way in which contexts could be broken, and the checks that must notice. */
export interface Breakage {
  name: string
  breaks(contexts: Contexts): Partial<Contexts>
  noticedBy: string[]
}

/** Spoils the result of every execution. */
const spoiling =
  (spoil: (execution: Execution) => Partial<Execution>): Breakage['breaks'] =>
  ({ execute }) => ({
    execute: async (...call) => {
      const execution = await execute(...call)
      return { ...execution, ...spoil(execution) }
    },
  })

export const breakages: Breakage[] = [
  {
    name: 'everything is forgotten after each execution',
    breaks: ({ execute, restart }) => ({
      execute: async (id, ...call) => {
        const execution = await execute(id, ...call)
        await restart(id)
        return execution
      },
    }),
    noticedBy: [
      'state-survives-between-executions',
      'an-error-is-told-with-its-line-and-keeps-the-state',
      'a-variable-is-read-set-and-listed',
      'the-output-limit-is-exact-and-keeps-the-state',
      'an-interrupt-ends-busy-code-and-keeps-the-state',
      'an-interrupt-ends-waiting-code-and-keeps-the-state',
      'an-interrupt-between-executions-changes-nothing',
      'an-interrupt-right-after-the-start-is-not-lost',
      'the-time-limit-interrupts-and-keeps-the-state',
    ],
  },
  {
    name: 'there is only one interpreter',
    breaks: ({ create, list }) => ({ create: async (request) => list()[0] ?? (await create(request)) }),
    noticedBy: [
      'contexts-of-one-language-do-not-share-state',
      'a-context-has-the-directory-and-variables-it-was-made-with',
    ],
  },
  {
    name: 'nothing is ever ended',
    breaks: () => ({ restart: async () => {}, delete: async () => {} }),
    noticedBy: ['a-restart-forgets-the-state-and-keeps-the-name', 'a-deleted-context-is-gone-with-its-interpreter'],
  },
  {
    name: 'options are passed over',
    breaks: ({ execute }) => ({ execute: (id, code) => execute(id, code, { timeoutMs: 3000 }) }),
    noticedBy: [
      'input-is-what-was-given-and-only-for-that-execution',
      'directory-and-variables-hold-for-one-execution',
      'output-comes-in-order-and-before-the-end',
      'a-slow-reader-slows-the-code-and-loses-nothing',
      'an-aborted-signal-interrupts-what-runs-and-calls-off-what-waits',
    ],
  },
  {
    name: 'text is taken for ASCII, and its end is lost',
    breaks: spoiling(({ stdout }) => ({ stdout: stdout.replace(/[^\0-\x7f]/g, '?').slice(0, -1) })),
    noticedBy: ['text-of-all-scripts-arrives-unharmed', 'much-output-is-complete'],
  },
  {
    name: 'nothing is counted, and death is not told',
    breaks: spoiling(() => ({ executionCount: 1, stateLost: false })),
    noticedBy: [
      'executions-of-one-context-run-one-after-the-other',
      'a-dying-interpreter-is-an-error-and-the-next-execution-has-a-fresh-one',
    ],
  },
  {
    name: 'states are never loaded',
    breaks: ({ states }) => ({ states: (id) => ({ ...states(id), load: async () => ({ lost: [] }) }) }),
    noticedBy: ['what-is-saved-is-there-in-a-fresh-interpreter', 'what-was-brought-back-can-be-saved-again'],
  },
  {
    name: 'nobody goes back or forgets',
    breaks: ({ states }) => ({
      states: (id) => ({ ...states(id), goBack: async () => {}, forget: async () => {} }),
    }),
    noticedBy: [
      'a-mark-undoes-what-came-after-it',
      'a-mark-lasts-until-it-is-used-up-or-forgotten',
      'a-mark-outlives-its-interpreter',
    ],
  },
  {
    name: 'what is lost is kept silent, and nothing is too large',
    breaks: ({ states }) => ({
      states: (id) => ({ ...states(id), save: async () => ({ ...(await states(id).save()), lost: [] }) }),
    }),
    noticedBy: ['what-cannot-be-kept-is-named', 'what-is-too-large-is-left-out-and-named'],
  },
  {
    name: 'all values look the same',
    breaks: ({ states }) => ({
      states: (id) => ({
        ...states(id),
        digests: async () => (await states(id).digests()).map((variable) => ({ ...variable, digest: '' })),
      }),
    }),
    noticedBy: ['digests-tell-which-variables-changed'],
  },
]
