import { expect, test } from 'vitest'
import { messageProblem } from './message-problem.ts'

test.each([
  ['json', '{"a": {{count}}}', ''],
  ['json', ' ', ''],
  ['json', '{"a": }', 'Sent as typed: not valid JSON at line 1, column 7.'],
  ['text', '{', ''],
] as const)('a message of the format %s with %j has the problem %j', (format, data, problem) => {
  expect(messageProblem({ title: '', selected: false, format, data })).toBe(problem)
})

test.each([
  ['hex', 'ff 0g', 'Not sent: not valid hex at line 1, column 5.'],
  ['hex', 'ff {{id}}', ''],
  ['binary', 'AAE', ''],
  ['binary', 'A*', 'Not sent: not valid Base64 at line 1, column 2.'],
] as const)('%s %j has the problem %j', (format, data, problem) => {
  expect(messageProblem({ title: '', selected: false, format, data })).toBe(problem)
})
