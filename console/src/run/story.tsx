import { Said } from '../part/said.tsx'
import { FailureNote, meaningOf } from '../part/state.tsx'
import { TabList } from '../part/tab-list.tsx'
import { setQuery } from '../route/router.ts'
import { CodePane, useSelection } from './code-pane.tsx'
import { OutputPane } from './output-pane.tsx'
import type { RunView } from './run-store.ts'
import { StageList } from './stage-list.tsx'

/** The story of a run: the program, the line of stages, and what came out. */
export function Story({
  view,
  onRun,
  showsCode = true,
}: {
  view: RunView
  onRun?: (id: string) => void
  showsCode?: boolean
}) {
  const selection = useSelection(view)
  if (view.failure) return <FailureNote failure={view.failure} />
  return (
    <div className="stack">
      <BlockTabs view={view} block={selection.block} />
      <div className="story" data-code={showsCode}>
        {showsCode && (
          <section className="panel story-code" aria-label="Program">
            <CodePane view={view} selection={selection} onRun={onRun} />
          </section>
        )}
        <section className="panel story-stages" aria-label="Story">
          <StageList view={view} block={selection.block} />
          <StoryEnd view={view} block={selection.block} />
        </section>
      </div>
      <OutputPane view={view} selection={selection} />
    </div>
  )
}

/** The story in a sentence; the head of a run that was blocked says the same already. */
function StoryEnd({ view: { run }, block }: { view: RunView; block: number }) {
  const { explanation, outcome } = run.blocks[block] ?? {}
  if (!explanation || explanation === run.error?.message) return null
  return (
    <div className={`note story-end is-${meaningOf(outcome ?? 'going')}`}>
      <p>
        <Said text={explanation} />
      </p>
    </div>
  )
}

const BlockName = ({ at, block: { language, outcome } }: { at: number; block: RunView['run']['blocks'][number] }) => (
  <>
    Block {at + 1} · {language ?? 'text'} {outcome && <span className="count">{outcome}</span>}
  </>
)

function BlockTabs({ view, block }: { view: RunView; block: number }) {
  const { blocks } = view.run
  if (blocks.length < 2) return null
  return (
    <TabList
      label="Blocks"
      tabs={blocks.map((each, index) => ({ id: String(index), name: <BlockName at={index} block={each} /> }))}
      chosen={String(block)}
      onChoose={(id) => setQuery({ block: id, attempt: null })}
    />
  )
}
