import { expect, it } from 'vitest'
import { takeLaunchToken } from './launch-token.ts'

function windowWith(hash: string, kept: string | null = null) {
  const state = { kept, isCleared: false }
  return {
    state,
    hash,
    read: () => state.kept,
    write: (_: string, value: string) => {
      state.kept = value
    },
    clearFragment: () => {
      state.isCleared = true
    },
  }
}

it('removes the token from the address and stores it', () => {
  const given = windowWith('#token=abc', 'old')
  expect(takeLaunchToken(given)).toBe('abc')
  expect(given.state).toEqual({ kept: 'abc', isCleared: true })
})

it('uses the stored token after a reload', () => {
  expect(takeLaunchToken(windowWith('', 'abc'))).toBe('abc')
})

it.each(['', '#', '#token=', '#other=1'])('finds none in the fragment %s', hash => {
  expect(takeLaunchToken(windowWith(hash))).toBeNull()
})
