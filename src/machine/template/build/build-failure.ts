/** The recipe of a template failed at a step; the build's log shows it to the author. */
export class BuildFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BuildFailure'
  }
}
