import type { InsightSentence, Insights } from 'anneal-contract/feedback.ts'
import { useLoad } from '../api/use-load.ts'
import { Await, Empty } from '../part/state.tsx'
import { countText } from '../part/words.ts'
import { Link } from '../route/link.tsx'
import { RunLinks } from './run-links.tsx'

/** Sentences from the statistics of the last 30 days, each with the runs behind it. */
export function InsightsTab() {
  const loaded = useLoad<Insights>('/v1/insights')
  return (
    <Await of={loaded}>
      {({ runs, succeeded, repaired, insights, recommendations }) =>
        runs === 0 ? (
          <Empty title="No runs in the last 30 days. Run something, and come back." />
        ) : (
          <div className="stack">
            <p>
              {countText(runs, 'run')} in the last 30 days; {countText(succeeded, 'program')} ended well, {repaired} of
              them after a repair.
            </p>
            {recommendations.length > 0 && <Sentences title="Needs attention" list={recommendations} />}
            {insights.length > 0 && <Sentences title="Seen" list={insights} />}
          </div>
        )
      }
    </Await>
  )
}

function Sentences({ title, list }: { title: string; list: InsightSentence[] }) {
  return (
    <section className="panel inside stack" aria-label={title}>
      <h2>{title}</h2>
      <ul className="sentences">
        {list.map(({ text, runs, lesson }) => (
          <li key={lesson?.id ?? text}>
            <Told text={text} lesson={lesson} /> <RunLinks runs={runs} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A sentence; the title of its lesson leads to the lesson. */
function Told({ text, lesson }: Pick<InsightSentence, 'text' | 'lesson'>) {
  const at = lesson ? text.indexOf(`“${lesson.title}”`) : -1
  if (!lesson || at === -1) return text
  return (
    <>
      {text.slice(0, at)}
      <Link href={`/memory?view=playbook&lesson=${lesson.id}`}>{lesson.title}</Link>
      {text.slice(at + lesson.title.length + 2)}
    </>
  )
}
