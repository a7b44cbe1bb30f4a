/** Text as the body of an answer, encoded as it is taken. */
export const textStream = (pieces: AsyncIterable<string>): ReadableStream<Uint8Array> =>
  ReadableStream.from(pieces).pipeThrough(new TextEncoderStream())
