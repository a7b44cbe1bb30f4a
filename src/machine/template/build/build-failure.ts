/** The recipe of a template failed at a step; its author is told. */
export class BuildFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BuildFailure'
  }
}
