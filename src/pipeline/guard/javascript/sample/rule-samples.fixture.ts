import { commandLineSamples } from './command-line.fixture.ts'
import { cryptographySamples } from './cryptography.fixture.ts'
import { deserialiseSamples } from './deserialise.fixture.ts'
import { executeCodeSamples } from './execute-code.fixture.ts'
import { fileSamples } from './files.fixture.ts'
import { malwareSamples } from './malware.fixture.ts'
import { networkSamples } from './network.fixture.ts'
import { obfuscationSamples } from './obfuscation.fixture.ts'
import { privilegeSamples } from './privilege.fixture.ts'
import { querySamples } from './query.fixture.ts'
import { resourceSamples } from './resources.fixture.ts'
import type { RuleSample } from './rule-sample.fixture.ts'
import { startProcessSamples } from './start-process.fixture.ts'
import { webSamples } from './web.fixture.ts'
import { webAnswerSamples } from './web-answer.fixture.ts'

/** All samples, of all rules. */
export const ruleSamples: RuleSample[] = [
  ...executeCodeSamples,
  ...startProcessSamples,
  ...commandLineSamples,
  ...deserialiseSamples,
  ...fileSamples,
  ...networkSamples,
  ...webSamples,
  ...webAnswerSamples,
  ...querySamples,
  ...cryptographySamples,
  ...privilegeSamples,
  ...obfuscationSamples,
  ...resourceSamples,
  ...malwareSamples,
]
