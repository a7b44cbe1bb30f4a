/** An answer that people get in place of the one they asked for: the console's document holds it, and its page says so in its words. */
export interface Refused {
  status: number
  path: string
  code: string
  message: string
  hint: string
}
