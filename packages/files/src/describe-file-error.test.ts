import { constants } from 'node:os'
import { expect, test } from 'vitest'
import {
  becauseOf,
  describedFileErrors,
  describeFileError,
  failureCodeOf,
  nextStepFor,
} from './describe-file-error.ts'

test.each(describedFileErrors)('%s has a reason and a next step', code => {
  // A code that does not exist on this system would be a typo.
  expect(Object.keys(constants.errno)).toContain(code)
  const description = describeFileError(code)
  expect(description?.reason).toMatch(/^[^.A-Z][^.]+$/)
  expect(description?.nextStep).toMatch(/^[A-Z].+\.$/)
  expect(becauseOf(code)).toBe(`: ${description?.reason} (${code})`)
})

test.each([
  [5, 'EBUSY'],
  [8, 'EROFS'],
  [8 + 6 * 256, 'EROFS'],
  [10 + 12 * 256, 'EIO'],
  [13, 'ENOSPC'],
  [14, 'EACCES'],
])('SQLite’s code %i has the words of %s', (sqlite, code) => {
  expect(describeFileError(`SQLITE_${sqlite}`)).toEqual(describeFileError(code))
})

test('an unknown code is shown, with the default next step', () => {
  expect(becauseOf('EWEIRD')).toBe(' (EWEIRD)')
  expect(becauseOf('')).toBe('')
  expect(nextStepFor('EWEIRD', 'Try again.')).toBe('Try again.')
  expect(describeFileError('SQLITE_1')).toBe(null)
})

test('the code of an error is the system’s, or SQLite’s', () => {
  expect(failureCodeOf(Object.assign(new Error(), { code: 'ENOSPC' }))).toBe('ENOSPC')
  expect(failureCodeOf(Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode: 13 }))).toBe(
    'SQLITE_13',
  )
  expect(failureCodeOf('ENOSPC')).toBe('')
})
