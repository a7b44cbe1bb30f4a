/** The recipe of a template cannot be followed: its author's business, told with the step. */
export class BuildFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BuildFailure'
  }
}
