import { call } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import type { MachineInfo } from '../machine/machine-info.ts'
import { ActButton } from '../part/act.tsx'
import { Await, Badge, Empty } from '../part/state.tsx'
import { agoText } from '../part/words.ts'
import { Link } from '../route/link.tsx'
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
      <Await of={machines}>
        {(list) =>
          list.length === 0 ? (
            <Empty title="No machines. Programs made for E2B make them here:" example={EXAMPLE} />
          ) : (
            <section className="panel scrolls" tabIndex={0}>
              <table className="rows">
                <thead>
                  <tr>
                    <th>Machine</th>
                    <th>State</th>
                    <th>Template</th>
                    <th>Started</th>
                    <th>Ends</th>
                  </tr>
                </thead>
                <tbody>
                  {list.map((each) => (
                    <tr key={each.sandboxID}>
                      <td>
                        <Link href={`/machines/${each.sandboxID}`}>
                          <code>{each.sandboxID}</code>
                        </Link>
                      </td>
                      <td>
                        <Badge state={each.state} />
                      </td>
                      <td>{each.alias ?? each.templateID}</td>
                      <td>{agoText(Date.parse(each.startedAt))}</td>
                      <td>{new Date(each.endAt).toLocaleTimeString('en-GB')}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )
        }
      </Await>
    </div>
  )
}
