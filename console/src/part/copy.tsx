import { useState } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { shortId } from './words.ts'

/** Copies a text; a page without that right of the browser selects nothing and says so. */
export function CopyButton({ text, label, icon = 'copy' }: { text: string; label: string; icon?: IconName }) {
  const [said, setSaid] = useState('')
  const copy = () =>
    navigator.clipboard
      .writeText(text)
      .then(() => setSaid('Copied'))
      .catch(() => setSaid('The browser refused'))
      .finally(() => setTimeout(() => setSaid(''), 1500))
  return (
    <button type="button" className="quiet" onClick={copy} aria-label={label} title={label}>
      <Icon name={said === 'Copied' ? 'ok' : icon} />
      <span role="status" className="only-heard">
        {said}
      </span>
    </button>
  )
}

/** An id in short, and whole when it is copied. */
export function Id({ id }: { id: string }) {
  return (
    <span className="row" style={{ gap: 0, flexWrap: 'nowrap' }}>
      <code title={id}>{shortId(id)}</code>
      <CopyButton text={id} label={`Copy ${id}`} />
    </span>
  )
}
