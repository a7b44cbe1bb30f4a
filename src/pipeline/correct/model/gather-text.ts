export interface GatheredText {
  feed(piece: string): void
  /** Emits the text that is left. */
  end(): void
}

/** About a line: every piece becomes a stored event, and models answer in syllables. */
const LEAST_TOLD = 80
/** A model that thinks without end must not fill the journal. */
const MOST_TOLD = 20_000

/** Emits text in pieces of useful size, and no more of it than a person would read. */
export function gatherText(tell: (text: string) => void): GatheredText {
  let pending = ''
  let told = 0
  const flush = () => {
    const text = pending.slice(0, MOST_TOLD - told).toWellFormed()
    if (text !== '') tell(text.length < pending.length ? `${text} …` : text)
    told += pending.length
    pending = ''
  }
  return {
    feed(piece) {
      if (told >= MOST_TOLD) return
      pending += piece
      if (pending.length >= LEAST_TOLD || piece.includes('\n')) flush()
    },
    end: flush,
  }
}
