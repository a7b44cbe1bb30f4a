import type { TreeFile } from 'anneal-contract/session.ts'
import { useRef, useState } from 'react'
import { call, open, withQuery } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { Code } from '../run/code.tsx'
import { ActButton, useAct } from './act.tsx'
import { Icon } from './icon.tsx'
import { SomeOf } from './some-of.tsx'
import { Await, Empty, FailureNote, type ListLink } from './state.tsx'
import { momentText, sizeText } from './words.ts'

const MOST_EDITED = 1_000_000

/** The files of a session or a volume: look around, edit, put in, take out. `at` is the address of its API. */
export function FileTree({ at, list }: { at: string; list?: ListLink }) {
  const [folder, setFolder] = useState('')
  const [chosen, setChosen] = useState<string>()
  const files = useLoad<{ files: TreeFile[] }>(withQuery(`${at}/files`, { path: folder }))
  const input = useRef<HTMLInputElement>(null)
  const { act, failure, isBusy } = useAct()
  const upload = (list: FileList | null) =>
    act(async () => {
      for (const file of list ?? [])
        await call(withQuery(`${at}/file`, { path: join(folder, file.name) }), { method: 'PUT', content: file })
      files.reload()
    })
  return (
    <div className="files">
      <section className="panel stack" style={{ gap: 0 }} aria-label="Files">
        <header>
          <Crumbs folder={folder} onGo={setFolder} />
          <button type="button" disabled={isBusy} onClick={() => input.current?.click()}>
            Upload
          </button>
          <input ref={input} type="file" multiple hidden onChange={(event) => upload(event.target.files)} />
        </header>
        {failure && <FailureNote failure={failure} />}
        <Await of={files} {...(list && folder === '' && { list })}>
          {({ files: found }) =>
            found.length === 0 ? (
              <Empty title="No files here. Upload one, or let a program write it." />
            ) : (
              <SomeOf list={found.toSorted(byKind)} noun="file">
                {(some) => (
                  <ul className="file-list">
                    {some.map((file) => (
                      <li key={file.path}>
                        <button
                          type="button"
                          aria-pressed={file.path === chosen}
                          onClick={() => (file.type === 'directory' ? setFolder(file.path) : setChosen(file.path))}
                        >
                          <Icon name={file.type === 'directory' ? 'folder' : 'file'} />
                          <span className="cut grow">{file.path.split('/').at(-1)}</span>
                          <span className="quiet-text small" title={momentText(file.modifiedMs)}>
                            {file.type === 'directory' ? '' : sizeText(file.size)}
                          </span>
                        </button>
                      </li>
                    ))}
                  </ul>
                )}
              </SomeOf>
            )
          }
        </Await>
      </section>
      {chosen !== undefined && (
        <FileEditor
          key={chosen}
          at={at}
          path={chosen}
          onGone={() => {
            setChosen(undefined)
            files.reload()
          }}
        />
      )}
    </div>
  )
}

const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

const byKind = (one: TreeFile, other: TreeFile): number =>
  Number(other.type === 'directory') - Number(one.type === 'directory') || (one.path < other.path ? -1 : 1)

function Crumbs({ folder, onGo }: { folder: string; onGo(folder: string): void }) {
  const parts = folder.split('/').filter(Boolean)
  return (
    <nav className="row" style={{ gap: 2 }} aria-label="Folder">
      <button type="button" className="quiet" onClick={() => onGo('')}>
        files
      </button>
      {parts.map((part, index) => (
        <button
          key={`${part}/${parts.slice(0, index).join('/')}`}
          type="button"
          className="quiet"
          onClick={() => onGo(`${folder.startsWith('/') ? '/' : ''}${parts.slice(0, index + 1).join('/')}`)}
        >
          / {part}
        </button>
      ))}
    </nav>
  )
}

function FileEditor({ at, path, onGone }: { at: string; path: string; onGone(): void }) {
  const address = withQuery(`${at}/file`, { path })
  const [text, setText] = useState<string>()
  const [isChanged, setChanged] = useState(false)
  const { act, failure } = useAct()
  const load = () =>
    act(async () => {
      const response = await open(address, { headers: { accept: 'application/octet-stream' } })
      const bytes = new Uint8Array(await response.arrayBuffer())
      setText(readable(bytes))
    })
  const save = async () => {
    await call(address, { method: 'PUT', content: text ?? '' })
    setChanged(false)
  }
  return (
    <section className="panel stack" style={{ gap: 0 }} aria-label={`File ${path}`}>
      <header>
        <code className="cut">{path}</code>
        <span className="row">
          {isChanged && (
            <ActButton className="main" work={save}>
              Save
            </ActButton>
          )}
          <a className="button" href={address} download={path.split('/').at(-1)}>
            Download
          </a>
          <ActButton
            asks={`Remove ${path}?`}
            work={async () => {
              await call(address, { method: 'DELETE' })
              onGone()
            }}
          >
            Remove
          </ActButton>
        </span>
      </header>
      {failure && <FailureNote failure={failure} />}
      {text === undefined ? (
        <div className="inside">
          <button type="button" onClick={load}>
            Show its text
          </button>
        </div>
      ) : (
        <Code
          label={`Text of ${path}`}
          value={text}
          language={languageOfName(path)}
          onChange={(value) => {
            setText(value)
            setChanged(true)
          }}
        />
      )}
    </section>
  )
}

function readable(bytes: Uint8Array): string {
  if (bytes.length > MOST_EDITED) throw new Error(`It has ${sizeText(bytes.length)}: download it instead.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error('It is no text: download it instead.')
  }
}

const ENDINGS: Record<string, string> = {
  py: 'python',
  js: 'javascript',
  ts: 'typescript',
  sh: 'bash',
  sql: 'sql',
  rb: 'ruby',
  r: 'r',
}
const languageOfName = (path: string): string | undefined => ENDINGS[path.split('.').at(-1)?.toLowerCase() ?? '']
