import type { VolumeInfo } from 'anneal-contract/volume.ts'
import { call } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { ActButton } from '../part/act.tsx'
import { Ago } from '../part/ago.tsx'
import { FileTree } from '../part/file-tree.tsx'
import { NewForm } from '../part/new-form.tsx'
import { LoadedRows } from '../part/rows-table.tsx'
import { Empty } from '../part/state.tsx'
import { sizeText } from '../part/words.ts'
import { go } from '../route/router.ts'

/** Volumes: named trees of files that outlive sandboxes. */
export function StoragePage() {
  const volumes = useLoad<{ volumes: VolumeInfo[] }>('/v1/volumes')
  const make = async ({ name }: { name: string }) => {
    await call('/v1/volumes', { body: { name } })
    volumes.reload()
  }
  return (
    <div className="stack">
      <div className="row apart">
        <h1>Volumes</h1>
        <NewForm
          fields={[{ name: 'name', label: 'Name of a new volume', placeholder: 'Name' }]}
          action="New volume"
          make={make}
        />
      </div>
      <LoadedRows
        of={volumes}
        rowsIn={(value) => value.volumes}
        label="Volumes"
        keyOf={({ id }) => id}
        hrefOf={({ name }) => `/storage/${encodeURIComponent(name)}`}
        numbers={['Files', 'Size', 'At most']}
        columns={{
          Volume: ({ name }) => name,
          Files: ({ files }) => files,
          Size: ({ bytes }) => sizeText(bytes),
          'At most': ({ maxBytes }) => sizeText(maxBytes),
          Changed: ({ changedAt }) => <Ago at={changedAt} />,
        }}
        empty={
          <Empty
            title="No volumes yet. A volume is a tree of files that sessions and machines share."
            example="npx anneal volume create data"
          />
        }
      />
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
      <FileTree at={at} list={{ noun: 'volume', href: '/storage', word: 'All volumes' }} />
    </div>
  )
}
