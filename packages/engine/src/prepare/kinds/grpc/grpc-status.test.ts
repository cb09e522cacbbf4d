import { expect, test } from 'vitest'
import { describeGrpcState } from './grpc-status.ts'

test.each([
  [0, 'OK', '', '0 OK'],
  [0, 'OK', 'OK', '0 OK'],
  [5, 'NOT_FOUND', 'NOT_FOUND', '5 NOT_FOUND'],
  [5, 'NOT_FOUND', 'no book 7', '5 NOT_FOUND: no book 7'],
  [2, 'UNKNOWN', 'OK', '2 UNKNOWN: OK'],
])('the status %i %s with the message %j is described as %j', (code, name, message, described) => {
  expect(describeGrpcState({ code, name, message })).toBe(described)
})
