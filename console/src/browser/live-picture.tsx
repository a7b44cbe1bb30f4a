import type { LiveView } from './use-live.ts'

/** The page as its browser draws it: a picture, so nothing of the page reaches this one. */
export function LivePicture({ view: { frame, isOver }, isOpen }: { view: LiveView; isOpen: boolean }) {
  const isPicture = frame !== undefined && /^[A-Za-z0-9+/]+=*$/.test(frame.data)
  return (
    <figure className="panel live-picture" data-over={isOver || !isOpen}>
      {isPicture ? (
        <img
          src={`data:image/jpeg;base64,${frame.data}`}
          width={frame.width}
          height={frame.height}
          alt={`The page ${frame.url} as it looks now`}
        />
      ) : (
        <p className="quiet-text inside">
          {isOpen ? 'The first picture is coming …' : 'No browser is open in this session. Give it an address.'}
        </p>
      )}
      <figcaption className="small quiet-text" role="status">
        {isOpen && !isOver ? 'live' : isPicture ? 'the last picture: the browser was ended' : ''}
      </figcaption>
    </figure>
  )
}
