import type { TestCase, TestReport } from '../../../contract/test-report.ts'
import type { TestPlan } from '../test-maker.ts'
import { countCoverage } from './count-coverage.ts'
import { countMutants } from './count-mutants.ts'
import type { PlayedCase, PlayedTests } from './played-tests.ts'
import type { ProgramReading } from './read-program.ts'
import type { WrittenCase } from './written-case.ts'

export interface Told extends Pick<TestReport, 'file'> {
  plan: TestPlan
  program: ProgramReading | undefined
  /** Cases that count. */
  kept: readonly PlayedCase[]
  played?: PlayedTests | undefined
  /** The written form of a case that was generated here. */
  writtenAs?(played: PlayedCase): WrittenCase | undefined
  dropped?: TestReport['dropped']
  skipped?: TestReport['skipped']
  began: number
}

export function reportOf({
  plan,
  program,
  kept,
  played,
  file,
  writtenAs,
  dropped = [],
  skipped = [],
  began,
}: Told): TestReport {
  const counted = program &&
    played && {
      coverage: countCoverage(program.places, { cases: [...kept], loaded: played.loaded }),
      ...(plan.options.mutation !== false && { mutation: countMutants(program, played.mutants) }),
    }
  return {
    language: plan.language,
    framework: 'node:test',
    file: { name: file.name, content: file.content },
    cases: kept.map((each) => caseOf(each, writtenAs?.(each))),
    ...counted,
    dropped,
    skipped,
    durationMs: performance.now() - began,
  }
}

function caseOf({ name, passed, detail, output, durationMs }: PlayedCase, written: WrittenCase | undefined): TestCase {
  return {
    name: written?.title ?? name,
    kind: written?.kind ?? 'own',
    ...(written && { function: written.function }),
    from: written?.from ?? 'request',
    passed,
    ...(detail !== undefined && { detail }),
    ...(output !== undefined && { output }),
    durationMs,
  }
}
