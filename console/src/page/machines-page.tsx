import { call } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import type { MachineInfo } from '../machine/machine-info.ts'
import { ActButton } from '../part/act.tsx'
import { Ago } from '../part/ago.tsx'
import { LoadedRows } from '../part/rows-table.tsx'
import { Badge, Empty } from '../part/state.tsx'
import { go } from '../route/router.ts'

const EXAMPLE = `E2B_API_URL=${location.origin} E2B_SANDBOX_URL=${location.origin} \\
  node -e "import('e2b').then(async ({ Sandbox }) => console.log((await Sandbox.create()).sandboxId))"`

/** Machines: whole systems with a life of their own, as E2B's SDKs make them. */
export function MachinesPage() {
  const machines = useLoad<MachineInfo[]>('/v2/sandboxes', { everyMs: 4000 })
  const make = async () => {
    const { sandboxID } = await call<MachineInfo>('/sandboxes', {
      body: { templateID: 'base', timeout: 900, secure: true },
    })
    go(`/machines/${sandboxID}`)
  }
  return (
    <div className="stack">
      <div className="row apart">
        <h1>Machines</h1>
        <ActButton className="main" work={make}>
          New machine
        </ActButton>
      </div>
      <LoadedRows
        of={machines}
        rowsIn={(list) => list}
        label="Machines"
        keyOf={({ sandboxID }) => sandboxID}
        hrefOf={({ sandboxID }) => `/machines/${sandboxID}`}
        columns={{
          Machine: ({ sandboxID }) => <code>{sandboxID}</code>,
          State: ({ state }) => <Badge state={state} />,
          Template: ({ alias, templateID }) => alias ?? templateID,
          Started: ({ startedAt }) => <Ago at={Date.parse(startedAt)} />,
          Ends: ({ endAt }) => new Date(endAt).toLocaleTimeString('en-GB'),
        }}
        empty={<Empty title="No machines. Programs made for E2B make them here:" example={EXAMPLE} />}
      />
    </div>
  )
}
