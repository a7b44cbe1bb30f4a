import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files of a few lines that run long lists of checks. In a clone that has run no test yet, Vitest knows files by their size only, and
 * would start these last: all other workers would wait for them at the end.
 */
const LONG =
  /(?:jail|walls|checks|endings|conversation|container|languages|stop-signals|plan-kills|volume-kill|diagnose|file-attacks|mcp-tasks|method|hard-texts|run-sweeper|sqlite|postgres)\.test\.ts$/

/** Starts the files that take longest before all others of their project. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = (file: TestSpecification) => LONG.test(file.moduleId)
    const { groupBy } = Object
    const projects = Object.values(groupBy(sorted, ({ project }) => project.name)) as TestSpecification[][]
    return projects.flatMap((own) => [...own.filter(isLong), ...own.filter((file) => !isLong(file))])
  }
}
