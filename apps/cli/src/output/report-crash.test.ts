import { expect, test } from 'vitest'
import { memoryIo } from '../io/run-in-process.testkit.ts'
import { reportCrash } from './report-crash.ts'

test('a bug is printed with where it is, and control characters are visible', () => {
  const { io, stderr } = memoryIo()
  expect(reportCrash(new Error('planted\x1b[2J'), io.stderr)).toBe(1)
  const [first = '', ...lines] = stderr.content.toString().split('\n')
  expect(first).toMatch(/^parley: A bug in Parley ended this command \(INTERNAL\)\./)
  expect(lines.slice(0, 2)).toEqual([
    'Error: planted\\x1b[2J',
    expect.stringMatching(/^ {4}at .+report-crash\.test\.ts/),
  ])
})

test('a file that cannot be used is a sentence, with the code of invalid input', () => {
  const { io, stderr } = memoryIo()
  const error = Object.assign(new Error('no space'), { code: 'ENOSPC', path: '/home/ann/parley.db' })
  expect(reportCrash(error, io.stderr)).toBe(3)
  expect(stderr.content.toString()).toMatch(/^parley: Parley could not use .+the disk is full \(ENOSPC\)/)
})
