import type { ContextGraph } from 'anneal-contract/graph.ts'
import { withQuery } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { Drawing } from '../part/drawing.tsx'
import { Await, Empty } from '../part/state.tsx'
import { countText } from '../part/words.ts'
import { go } from '../route/router.ts'

const PAGES: Record<string, string> = { run: '/runs/', session: '/sessions/', plan: '/plans/' }

/** The context graph around something: what led to it, and what came of it. */
export function RunGraph({ subject }: { subject: string }) {
  const graph = useLoad<ContextGraph>(withQuery('/v1/graph', { subject, limit: 200 }))
  const open = (id: string) => {
    const [kind = '', name = ''] = id.split(/:(.*)/s)
    if (PAGES[kind]) go(PAGES[kind] + name)
  }
  return (
    <Await of={graph}>
      {({ nodes, edges, more }) =>
        nodes.length === 0 ? (
          <Empty title="The graph knows nothing about it yet: it is drawn when the run has ended." />
        ) : (
          <section className="panel inside stack">
            <Drawing
              label="Context graph"
              nodes={nodes.map(({ id, kind, label, outcome }) => ({
                id,
                title: label || id,
                detail: kind,
                state: outcome,
              }))}
              edges={edges.map(({ from, to, kind }) => ({ from, to, label: kind }))}
              onOpen={open}
            />
            {more > 0 && <p className="quiet-text small">{countText(more, 'further node')} left out.</p>}
          </section>
        )
      }
    </Await>
  )
}
