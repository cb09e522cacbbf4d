import { expect, test } from 'vitest'
import { messageProblem } from './message-problem.ts'

test.each([
  ['json', '{"a": {{count}}}', ''],
  ['json', ' ', ''],
  ['json', '{"a": }', 'Not valid JSON at line 1, column 7. It is sent as typed.'],
  ['text', '{', ''],
] as const)('a message of the format %s with %j has the problem %j', (format, data, problem) => {
  expect(messageProblem({ title: '', selected: false, format, data })).toBe(problem)
})

test.each([
  ['hex', 'ff 0g', 'Not valid hex at line 1, column 5. It is not sent.'],
  ['hex', 'ff {{id}}', ''],
  ['binary', 'AAE', ''],
  ['binary', 'A*', 'Not valid Base64 at line 1, column 2. It is not sent.'],
] as const)('%s %j has the problem %j', (format, data, problem) => {
  expect(messageProblem({ title: '', selected: false, format, data })).toBe(problem)
})
