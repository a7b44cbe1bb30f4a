import { describe } from 'vitest'
import { messagesAreAsRecorded } from './support/recorded-messages.ts'

describe('the record of interpreters’ messages', () => messagesAreAsRecorded(1))
