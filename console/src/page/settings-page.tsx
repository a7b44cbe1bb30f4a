import type { HostReport, SettingList } from 'anneal-contract/api.ts'
import type { PackageList } from 'anneal-contract/package.ts'
import type { ServerPolicy } from 'anneal-contract/policy.ts'
import { useState } from 'react'
import { call } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { useMe } from '../me.ts'
import { NewForm } from '../part/new-form.tsx'
import { LoadedRows } from '../part/rows-table.tsx'
import { SearchField } from '../part/search-field.tsx'
import { Await, Badge, Empty } from '../part/state.tsx'
import { type TabEntry, Tabs } from '../part/tabs.tsx'
import { countText, sizeText, timeText } from '../part/words.ts'
import { Facts } from '../run/stage-facts.tsx'
import { Keys } from './settings-keys.tsx'

/** Keys, rules, packages, settings and the host. Parts for administrators are there for them alone. */
export function SettingsPage() {
  const { scope } = useMe()
  const forAdmins: TabEntry[] = [
    { id: 'keys', name: 'Keys', draw: () => <Keys /> },
    { id: 'settings', name: 'Server', draw: () => <Settings /> },
    { id: 'host', name: 'Host', draw: () => <HostChecks /> },
  ]
  return (
    <div className="stack">
      <h1>Settings</h1>
      <Tabs
        label="Parts of the page"
        entries={[
          { id: 'policy', name: 'Policy', draw: () => <Policy /> },
          { id: 'packages', name: 'Packages', draw: () => <Packages /> },
          ...(scope === 'admin' ? forAdmins : []),
        ]}
      />
    </div>
  )
}

function Policy() {
  const policy = useLoad<ServerPolicy>('/v1/policy')
  return (
    <Await of={policy}>
      {({ limits, network, commands, retentionDays }) => (
        <section className="panel">
          <div className="inside">
            <Facts
              of={{
                ...limitTexts(limits),
                'hosts that programs may reach': network.includes('*') ? 'all' : network.join(', ') || 'none',
                'commands of the shell': commands.allow === null ? 'all' : commands.allow.join(', '),
                'runs are kept': retentionDays === 0 ? 'for ever' : `${retentionDays} days`,
              }}
            />
          </div>
        </section>
      )}
    </Await>
  )
}

/** Each limit in words, with its unit. */
const LIMIT_WORDS: { [Name in keyof ServerPolicy['limits']]: [string, (value: number) => string] } = {
  timeoutMs: ['time of a program', timeText],
  memoryMb: ['memory', (mb) => `${mb} MB`],
  cpuPercent: ['processor', (percent) => `${percent} % of a core`],
  processes: ['processes', (count) => countText(count, 'process')],
  outputBytes: ['output', sizeText],
  diskMb: ['disk', (mb) => `${mb} MB`],
}

const limitTexts = (limits: ServerPolicy['limits']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(LIMIT_WORDS).map(([name, [word, textOf]]) => {
      const { usual, most } = limits[name as keyof ServerPolicy['limits']]
      return [word, `${textOf(usual)} unless asked otherwise, at most ${textOf(most)}`]
    }),
  )

function Packages() {
  const { scope } = useMe()
  const list = useLoad<PackageList>('/v1/packages')
  const add = async ({ name, language }: { name: string; language: string }) => {
    await call('/v1/packages', { body: { names: [name], language } })
    list.reload()
  }
  return (
    <>
      {scope === 'admin' && (
        <NewForm
          fields={[
            { name: 'language', label: 'Language of the package', options: ['python', 'javascript'] },
            { name: 'name', label: 'Name of a package', placeholder: 'Name' },
          ]}
          action="Add"
          make={add}
        />
      )}
      <LoadedRows
        of={list}
        rowsIn={({ packages }) => packages}
        label="Packages"
        keyOf={({ language, name }) => `${language} ${name}`}
        empty={<Empty title="No packages beyond those of the languages. An administrator adds them here." />}
        columns={{
          Package: ({ name }) => name,
          Version: ({ version }) => version,
          Language: ({ language }) => language,
          'Comes from': ({ origin }) => origin,
        }}
      />
    </>
  )
}

function Settings() {
  const list = useLoad<SettingList>('/v1/config')
  const [wanted, setWanted] = useState('')
  const low = wanted.toLowerCase()
  return (
    <>
      <div className="row">
        <SearchField label="Search in the settings" value={wanted} onChange={setWanted} />
        {list.value && (
          <span className="small quiet-text">
            File: <code>{list.value.file}</code>
          </span>
        )}
      </div>
      <LoadedRows
        of={list}
        rowsIn={({ settings }) =>
          settings.filter(({ name, variable, help }) => `${name} ${variable} ${help}`.toLowerCase().includes(low))
        }
        label="Settings of the server"
        wide="Meaning"
        keyOf={({ name }) => name}
        columns={{
          Setting: ({ variable }) => <code>{variable}</code>,
          Value: ({ value }) => <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>,
          From: ({ origin }) => origin,
          Meaning: ({ help }) => help,
        }}
        empty={<Empty title="No setting fits. Search for another word." />}
      />
    </>
  )
}

function HostChecks() {
  return (
    <LoadedRows
      of={useLoad<HostReport>('/v1/doctor')}
      rowsIn={({ checks }) => checks}
      label="Checks of the host"
      wide="Finding"
      keyOf={({ name }) => name}
      columns={{
        Check: ({ name }) => name,
        State: ({ ok, kind }) => (
          <Badge state={ok ? (kind ? 'waiting' : 'ok') : 'failed'}>{ok ? kind : 'failed'}</Badge>
        ),
        Finding: ({ detail, remedy }) => (
          <>
            {detail}
            {remedy && <p className="quiet-text">{remedy}</p>}
          </>
        ),
      }}
    />
  )
}
