import { Failure } from '../api/api.ts'
import { FailureNote } from '../part/state.tsx'

/** Takes the place of everything when a page failed to draw itself. */
export function BrokenPage({ error }: { error: unknown }) {
  const message = error instanceof Error ? error.message : String(error)
  const isOld = /dynamically imported module|module script/i.test(message)
  const said = isOld
    ? { message: 'This part of the page could not be loaded.', hint: 'The server may have been renewed or stopped.' }
    : { message: `The page failed: ${message}`, hint: 'Nothing on the server is lost. Load the page again.' }
  return (
    <main className="alone">
      <FailureNote failure={new Failure({ code: 'PAGE', status: 0, ...said })} onRetry={() => location.reload()} />
    </main>
  )
}
