import { agoText, momentText } from './words.ts'

/** How long ago something was; the moment with its zone appears over it. */
export function Ago({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={momentText(at)}>
      {agoText(at)}
    </time>
  )
}
