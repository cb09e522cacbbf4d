import { describe, expect, test } from 'vitest'
import type { ResponseSection } from '../tabs/request-tab.ts'
import { testResponse } from './exchange.testkit.ts'
import { chosenSection, eventSessionOf, shownSection } from './response-sections.ts'

const sections: readonly ResponseSection[] = ['events', 'body', 'headers', 'cookies', 'tests', 'timeline']

describe('the section of a response', () => {
  test('an event stream has all of them, and begins with its events', () => {
    expect(sections.map(section => shownSection(section, true))).toEqual(sections)
    expect(sections.map(section => chosenSection(section, true))).toEqual(sections)
  })

  test('another response begins with its body, and remembers to begin with the first section', () => {
    expect(sections.map(section => shownSection(section, false))).toEqual(['body', ...sections.slice(1)])
    expect(chosenSection('body', false)).toBe('events')
    const others = sections.slice(2)
    expect(others.map(section => chosenSection(section, false))).toEqual(others)
  })
})

test('a send without a response has no events', () => {
  expect(eventSessionOf({ state: 'idle' })).toBe(null)
  expect(eventSessionOf({ state: 'unsent', reason: 'No server.' })).toBe(null)
})

test.each([
  ['text/event-stream', 'h', {}, 'the-send'],
  ['application/json', 'h', {}, null],
  // Its body was not stored.
  ['text/event-stream', '', {}, null],
  ['', '', { webSocket: { subprotocol: '', extensions: '', end: null } }, 'the-send'],
  ['application/json', 'h', { isOfStreamedCall: true as const }, 'the-send'],
])(
  'a response of the type %s with the body %j and %j has the session %j',
  (mediaType, handle, own, sessionId) => {
    const content = { handle, mediaType, charset: '', wireBytes: 0, decodedBytes: 0, isComplete: false }
    const response = { ...testResponse, content, ...own }
    expect(eventSessionOf({ state: 'cancelled', sendId: 'the-send', attempt: null, response })).toBe(
      sessionId,
    )
  },
)
