import { useState } from 'react'
import { call } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import type { MachineDetail } from '../machine/machine-info.ts'
import { openPty } from '../machine/pty.ts'
import { ActButton } from '../part/act.tsx'
import { Ago } from '../part/ago.tsx'
import { Id } from '../part/copy.tsx'
import { Await, Badge } from '../part/state.tsx'
import { sizeText } from '../part/words.ts'
import { go } from '../route/router.ts'
import { Chart } from '../run/chart.tsx'
import { Facts } from '../run/stage-facts.tsx'
import { OpenTerminal } from '../terminal/open-terminal.tsx'

interface Metric {
  timestampUnix: number
  cpuUsedPct: number
  memUsed: number
  memTotal: number
}

/** One machine: its life, its numbers, its ports and a terminal in it. */
export function OneMachinePage({ id }: { id: string }) {
  const machine = useLoad<MachineDetail>(`/sandboxes/${id}`)
  const change = (what: string, body?: object) => async () => {
    await call(`/sandboxes/${id}/${what}`, { method: 'POST', ...(body && { body }) })
    machine.reload()
  }
  const end = async () => {
    await call(`/sandboxes/${id}`, { method: 'DELETE' })
    go('/machines')
  }
  return (
    <Await of={machine} list={{ noun: 'machine', href: '/machines', word: 'All machines' }}>
      {(info) => (
        <div className="stack">
          <div className="row">
            <h1 className="only-heard">Machine {id}</h1>
            <Badge state={info.state} />
            <span>{info.alias ?? info.templateID}</span>
            <span className="quiet-text">
              started <Ago at={Date.parse(info.startedAt)} />
            </span>
            <Id id={id} />
            <span className="grow" />
            {info.state === 'running' ? (
              <ActButton work={change('pause')}>Pause</ActButton>
            ) : (
              <ActButton work={change('connect', { timeout: 900 })}>Wake</ActButton>
            )}
            <ActButton asks="End this machine? Everything in it is gone." work={end}>
              End
            </ActButton>
          </div>
          <section className="panel">
            <div className="inside">
              <Facts
                of={{
                  ...{
                    processors: info.cpuCount,
                    memory: sizeText(info.memoryMB * 1_000_000),
                    ends: new Date(info.endAt).toLocaleString('en-GB'),
                  },
                  metadata: Object.entries(info.metadata ?? {})
                    .map(([name, value]) => `${name}=${value}`)
                    .join(', '),
                }}
              />
            </div>
          </section>
          <Ports id={id} domain={info.domain} />
          {info.state === 'running' && <Metrics id={id} />}
          {info.state === 'running' && (
            <OpenTerminal place={id} start={(wish) => openPty({ id, token: info.envdAccessToken ?? '' }, wish)} />
          )}
        </div>
      )}
    </Await>
  )
}

/** A server inside of a machine has an address of its own, and with it an origin of its own. */
function Ports({ id, domain }: { id: string; domain: string | null }) {
  const [port, setPort] = useState('3000')
  const isPort = /^[1-9]\d{0,4}$/.test(port)
  return (
    <section className="panel">
      <header>
        <h2>Ports</h2>
      </header>
      <div className="inside row">
        {domain === null ? (
          <p className="quiet-text">
            Set <code>ANNEAL_E2B_DOMAIN</code> to open servers of this machine in the browser; programs reach them
            through E2B’s SDKs already.
          </p>
        ) : (
          <>
            <label className="row">
              Port <input inputMode="numeric" value={port} onChange={(event) => setPort(event.target.value)} />
            </label>
            {isPort && (
              <a
                className="button"
                href={`${location.protocol}//${port}-${id}.${domain}/`}
                target="_blank"
                rel="noreferrer"
              >
                Open in a new tab
              </a>
            )}
          </>
        )}
      </div>
    </section>
  )
}

function Metrics({ id }: { id: string }) {
  const metrics = useLoad<Metric[]>(`/sandboxes/${id}/metrics`, { everyMs: 5000 })
  const list = metrics.value ?? []
  const first = list[0]?.timestampUnix ?? 0
  if (list.length < 2) return <p className="quiet-text small">Its numbers come in a few seconds.</p>
  const points = (of: (metric: Metric) => number) =>
    list.map((metric) => [metric.timestampUnix - first, of(metric)] as [number, number])
  return (
    <section className="panel inside charts" aria-label="Its numbers">
      <Chart
        chart={{
          title: 'Processor, percent',
          x_label: 'seconds',
          elements: [{ label: 'cpu', points: points(({ cpuUsedPct }) => cpuUsedPct) }],
        }}
      />
      <Chart
        chart={{
          title: 'Memory, MB',
          x_label: 'seconds',
          elements: [{ label: 'memory', points: points(({ memUsed }) => memUsed / 1e6) }],
        }}
      />
    </section>
  )
}
