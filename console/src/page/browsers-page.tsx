import type { BrowserList } from 'anneal-contract/browser.ts'
import type { SessionInfo } from 'anneal-contract/session.ts'
import { call } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { actOnPage, addressOf } from '../browser/act-on-page.ts'
import { Ago } from '../part/ago.tsx'
import { NewForm } from '../part/new-form.tsx'
import { LoadedRows } from '../part/rows-table.tsx'
import { Badge, Empty } from '../part/state.tsx'
import { shortId } from '../part/words.ts'
import { go } from '../route/router.ts'

const EXAMPLE = 'npx anneal browse https://example.org'

/** Browsers of sessions that are open now. */
export function BrowsersPage() {
  const browsers = useLoad<BrowserList>('/v1/browsers', { everyMs: 3000 })
  return (
    <div className="stack">
      <div className="row apart">
        <h1>Browsers</h1>
        <NewForm
          fields={[
            { name: 'address', label: 'Address of a page', placeholder: 'https://example.org' },
            {
              name: 'hosts',
              label: 'Other hosts that it may reach',
              placeholder: 'Other hosts, if any',
              isOptional: true,
            },
          ]}
          action="Open"
          make={openPage}
        />
      </div>
      <LoadedRows
        of={browsers}
        rowsIn={(value) => value.browsers}
        label="Open browsers"
        wide="Page"
        numbers={['Tabs']}
        keyOf={({ sessionId }) => sessionId}
        hrefOf={({ sessionId }) => `/browsers/${sessionId}`}
        columns={{
          Session: ({ sessionId }) => <code>{shortId(sessionId)}</code>,
          Page: ({ tabs }) => pageText(tabs),
          Tabs: ({ tabs }) => tabs.length,
          Walls: ({ isolation }) => <Badge state="ok">{isolation === 'nested' ? 'two' : 'one'}</Badge>,
          Opened: ({ openedAt }) => (openedAt === null ? '–' : <Ago at={openedAt} />),
        }}
        empty={
          <Empty
            title="No browser is open. Agents open them by the action browser.open; you can by an address above, or:"
            example={EXAMPLE}
          />
        }
      />
    </div>
  )
}

function pageText(tabs: BrowserList['browsers'][number]['tabs']): string {
  const tab = tabs.find(({ active }) => active) ?? tabs[0]
  return tab ? [tab.title, tab.url].filter(Boolean).join(' · ') : '–'
}

/** Opens an address in a session of its own, which may reach that host and those that are named. */
async function openPage({ address, hosts }: { address: string; hosts: string }): Promise<void> {
  const url = addressOf(address)
  const host = URL.parse(url)?.host
  const allow = [...(host ? [host] : []), ...hosts.split(/[\s,]+/).filter(Boolean)]
  const { id } = await call<SessionInfo>('/v1/sessions', { body: { network: { allow } } })
  try {
    await actOnPage(id, 'open', { url })
  } catch (error) {
    await call(`/v1/sessions/${id}`, { method: 'DELETE' }).catch(() => undefined)
    throw error
  }
  go(`/browsers/${id}`)
}
