import type { VolumeInfo } from 'anneal-contract/volume.ts'
import { useState } from 'react'
import { call } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { ActButton } from '../part/act.tsx'
import { FileTree } from '../part/file-tree.tsx'
import { Await, Empty } from '../part/state.tsx'
import { agoText, sizeText } from '../part/words.ts'
import { Link } from '../route/link.tsx'
import { go } from '../route/router.ts'

/** Volumes: named trees of files that outlive sandboxes. */
export function StoragePage() {
  const volumes = useLoad<{ volumes: VolumeInfo[] }>('/v1/volumes')
  const [name, setName] = useState('')
  const make = async () => {
    await call('/v1/volumes', { body: { name: name.trim() } })
    setName('')
    volumes.reload()
  }
  return (
    <div className="stack">
      <div className="row apart">
        <h1>Volumes</h1>
        <form className="row" onSubmit={(event) => event.preventDefault()}>
          <input
            aria-label="Name of a new volume"
            placeholder="Name"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <ActButton className="main" work={make}>
            New volume
          </ActButton>
        </form>
      </div>
      <Await of={volumes}>
        {({ volumes: list }) =>
          list.length === 0 ? (
            <Empty
              title="No volumes yet. A volume is a tree of files that sessions and machines share."
              example="npx anneal volume create data"
            />
          ) : (
            <section className="panel scrolls" tabIndex={0}>
              <table className="rows">
                <thead>
                  <tr>
                    <th>Volume</th>
                    <th className="number">Files</th>
                    <th className="number">Size</th>
                    <th className="number">At most</th>
                    <th>Changed</th>
                  </tr>
                </thead>
                <tbody>
                  {list.map((each) => (
                    <tr key={each.id}>
                      <td>
                        <Link href={`/storage/${encodeURIComponent(each.name)}`}>{each.name}</Link>
                      </td>
                      <td className="number">{each.files}</td>
                      <td className="number">{sizeText(each.bytes)}</td>
                      <td className="number">{sizeText(each.maxBytes)}</td>
                      <td>{agoText(each.changedAt)}</td>
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

export function OneVolumePage({ name }: { name: string }) {
  const at = `/v1/volumes/${encodeURIComponent(name)}`
  const remove = async () => {
    await call(at, { method: 'DELETE' })
    go('/storage')
  }
  return (
    <div className="stack">
      <div className="row apart">
        <h1>{name}</h1>
        <ActButton asks={`Remove the volume ${name} with everything in it?`} work={remove}>
          Remove
        </ActButton>
      </div>
      <FileTree at={at} />
    </div>
  )
}
