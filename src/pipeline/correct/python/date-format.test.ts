import { describe, expect, it } from 'vitest'
import { dateFormat } from './date-format.ts'
import { faultOf, repairBy } from './repair.fixture.ts'

const parsing = (format: string): string => `d = datetime.strptime(text, "${format}")\n`
const repaired = (format: string, message: string) =>
  repairBy(dateFormat, faultOf(parsing(format), ['ValueError', message, 1]))

describe('the format of a date', () => {
  it.each([
    ['%Y/%m/%d', '2024-03-05', '%Y-%m-%d'],
    ['%d-%m-%y', '05-03-2024', '%d-%m-%Y'],
    ['%d %b %Y', '5 March 2024', '%d %B %Y'],
    ['%Y-%m-%d %H:%M', '2024-03-05T10:30', '%Y-%m-%dT%H:%M'],
  ])('%s becomes the one that %s has: %s', (format, date, wanted) => {
    expect(repaired(format, `time data '${date}' does not match format '${format}'`)).toBe(parsing(wanted))
  })

  it.each([
    [' 10:30:00', '%Y-%m-%d %H:%M:%S'],
    ['T10:30:00.123', '%Y-%m-%dT%H:%M:%S.%f'],
    [' 10:30:00+01:00', '%Y-%m-%d %H:%M:%S%z'],
  ])('gets the time that remains: %s', (rest, wanted) => {
    expect(repaired('%Y-%m-%d', `unconverted data remains: ${rest}`)).toBe(parsing(wanted))
  })

  it('is left alone where the date has other fields, or remains have no form', () => {
    expect(repaired('%Y/%m/%d', "time data 'tomorrow' does not match format '%Y/%m/%d'")).toBeUndefined()
    expect(repaired('%Y-%m-%d', 'unconverted data remains: 5')).toBeUndefined()
    expect(repaired('%H:%M', 'unconverted data remains: :30')).toBeUndefined()
  })
})
