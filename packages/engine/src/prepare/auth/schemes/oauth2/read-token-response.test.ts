import { expect, test } from 'vitest'
import { longestForm, readTokenResponse } from './read-token-response.ts'

test('a response of a token endpoint is read as JSON or as a form', () => {
  expect([...readTokenResponse('\ufeff{"access_token":"a","expires_in":3,"scope":null}')]).toEqual([
    ['access_token', 'a'],
    ['expires_in', '3'],
  ])
  expect([...readTokenResponse(' access_token=a%20b&scope=c+d\n')]).toEqual([
    ['access_token', 'a b'],
    ['scope', 'c d'],
  ])
  expect(readTokenResponse('access_token=a&<html>').size).toBe(0)
})

test('a form that is longer than any is not read', () => {
  expect(readTokenResponse(`access_token=${'a'.repeat(longestForm - 13)}`).size).toBe(1)
  expect(readTokenResponse(`access_token=${'a'.repeat(longestForm - 12)}`).size).toBe(0)
})
