import type { HostReport, SettingList } from 'anneal-contract/api.ts'
import type { PackageList } from 'anneal-contract/package.ts'
import type { ServerPolicy } from 'anneal-contract/policy.ts'
import { useState } from 'react'
import { call } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { useMe } from '../me.ts'
import { ActButton } from '../part/act.tsx'
import { Await, Badge } from '../part/state.tsx'
import { type TabEntry, Tabs } from '../part/tabs.tsx'
import { sizeText, timeText } from '../part/words.ts'
import { Facts } from '../run/stage-facts.tsx'
import { Keys } from './settings-keys.tsx'

/** Keys, rules, packages, settings and the host. Parts for administrators are there for them alone. */
export function SettingsPage() {
  const { scope } = useMe()
  const forAdmins: TabEntry[] = [
    { id: 'keys', name: 'Keys', draw: () => <Keys /> },
    { id: 'settings', name: 'Settings', draw: () => <Settings /> },
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
                ...Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, limitText(name, limit)])),
                'hosts that programs may reach': network.join(', ') || 'none',
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

function limitText(name: string, limit: unknown): string {
  const one = (value: unknown): string => {
    if (typeof value !== 'number') return String(value)
    if (name.endsWith('Ms')) return timeText(value)
    return name.endsWith('Bytes') ? sizeText(value) : value.toLocaleString('en')
  }
  if (typeof limit !== 'object' || limit === null) return one(limit)
  return Object.entries(limit)
    .map(([kind, value]) => `${kind} ${one(value)}`)
    .join(', ')
}

function Packages() {
  const { scope } = useMe()
  const list = useLoad<PackageList>('/v1/packages')
  const [name, setName] = useState('')
  const [language, setLanguage] = useState('python')
  const add = async () => {
    await call('/v1/packages', { body: { names: [name.trim()], language } })
    setName('')
    list.reload()
  }
  return (
    <>
      {scope === 'admin' && (
        <form className="row" onSubmit={(event) => event.preventDefault()}>
          <select
            aria-label="Language of the package"
            value={language}
            onChange={(event) => setLanguage(event.target.value)}
          >
            <option>python</option>
            <option>javascript</option>
          </select>
          <input
            aria-label="Name of a package"
            placeholder="Name"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <ActButton className="main" work={add}>
            Add
          </ActButton>
        </form>
      )}
      <Await of={list}>
        {({ packages }) => (
          <section className="panel scrolls" tabIndex={0}>
            <table className="rows">
              <thead>
                <tr>
                  <th>Package</th>
                  <th>Version</th>
                  <th>Language</th>
                  <th>Comes from</th>
                </tr>
              </thead>
              <tbody>
                {packages.map((each) => (
                  <tr key={`${each.language} ${each.name}`}>
                    <td>{each.name}</td>
                    <td>{each.version}</td>
                    <td>{each.language}</td>
                    <td>{each.origin}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Await>
    </>
  )
}

function Settings() {
  const list = useLoad<SettingList>('/v1/config')
  const [wanted, setWanted] = useState('')
  return (
    <Await of={list}>
      {({ file, settings }) => (
        <>
          <div className="row">
            <input
              className="grow"
              aria-label="Search in the settings"
              placeholder="Search in the settings"
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
            <span className="small quiet-text">
              File: <code>{file}</code>
            </span>
          </div>
          <section className="panel scrolls" tabIndex={0}>
            <table className="rows">
              <thead>
                <tr>
                  <th>Setting</th>
                  <th>Value</th>
                  <th>From</th>
                  <th>Meaning</th>
                </tr>
              </thead>
              <tbody>
                {settings
                  .filter((each) =>
                    `${each.name} ${each.variable} ${each.help}`.toLowerCase().includes(wanted.toLowerCase()),
                  )
                  .map((each) => (
                    <tr key={each.name}>
                      <td>
                        <code>{each.variable}</code>
                      </td>
                      <td>
                        <code>{typeof each.value === 'string' ? each.value : JSON.stringify(each.value)}</code>
                      </td>
                      <td>{each.origin}</td>
                      <td>{each.help}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </Await>
  )
}

function HostChecks() {
  const report = useLoad<HostReport>('/v1/doctor')
  return (
    <Await of={report}>
      {({ checks }) => (
        <section className="panel scrolls" tabIndex={0}>
          <table className="rows">
            <thead>
              <tr>
                <th>Check</th>
                <th>State</th>
                <th>Finding</th>
              </tr>
            </thead>
            <tbody>
              {checks.map((check) => (
                <tr key={check.name}>
                  <td>{check.name}</td>
                  <td>
                    <Badge state={check.ok ? (check.kind ? 'waiting' : 'ok') : 'failed'}>
                      {check.ok ? (check.kind ?? 'ok') : 'failed'}
                    </Badge>
                  </td>
                  <td>
                    {check.detail}
                    {check.remedy && <p className="quiet-text">{check.remedy}</p>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Await>
  )
}
