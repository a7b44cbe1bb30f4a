import { Fragment } from 'react'

/** A sentence in which names stand between backticks, as messages of the engine have them: the names are shown as code. */
export const Said = ({ text }: { text: string }) =>
  text
    .split(/`([^`\n]+)`/)
    .map((piece, index) =>
      index % 2 === 1 ? <code key={index}>{piece}</code> : <Fragment key={index}>{piece}</Fragment>,
    )
