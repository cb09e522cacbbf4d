import type { SentRequest, Timings } from '@parley/model'
import { describe, expect, it } from 'vitest'
import { noticeLine, phaseBars, type Timeline } from './timeline.ts'
import { timelineEvents } from './timeline-events.ts'

const timings: Timings = {
  startedAt: 0,
  dnsMs: 10,
  connectMs: 20,
  tlsMs: 30,
  waitingMs: 100,
  downloadMs: 20,
  totalMs: 200,
}

const request: SentRequest = {
  method: 'POST',
  targetUri: 'https://shop.test/orders',
  httpVersion: '1.1',
  requestLine: 'POST /orders HTTP/1.1',
  headers: [{ name: 'Host', value: 'shop.test' }],
  leftOut: [],
  headerBytes: 60,
  contentBytes: 186,
}

const timeline: Timeline = {
  request,
  connection: {
    remoteAddress: '192.0.2.1',
    remotePort: 443,
    isReused: false,
    proxy: null,
    tls: { protocol: 'TLSv1.3', cipher: 'TLS_AES_128_GCM_SHA256', certificates: [] },
  },
  timings,
  hops: [],
  notices: [],
  response: null,
  failure: null,
}

describe('phases', () => {
  it('follow each other to the end, and time of no phase is one of its own', () => {
    const bars = phaseBars({ timings, hops: [] })
    expect(bars.map(bar => bar.label)).toEqual([
      'DNS',
      'Connect',
      'TLS handshake',
      'Other',
      'Waiting for server',
      'Download',
    ])
    expect(bars.map(bar => bar.start)).toEqual([0, 0.05, 0.15, 0.3, 0.4, 0.9])
    expect(bars.map(bar => bar.length)).toEqual([0.05, 0.1, 0.15, 0.1, 0.5, 0.1])
  })

  it('include the scripts, which are not part of the total', () => {
    const bars = phaseBars({ timings: { ...timings, preRequestMs: 50, postResponseMs: 0 }, hops: [] })
    expect(bars.at(0)).toEqual({
      label: 'Pre Request',
      durationMs: 50,
      start: 0,
      length: 0.2,
      isMain: false,
    })
    expect(bars.at(-1)).toMatchObject({ label: 'Post Response', durationMs: 0, start: 1, length: 0 })
  })

  it('leave out other time that nobody could measure', () => {
    expect(
      phaseBars({ timings: { ...timings, totalMs: 180.4 }, hops: [] }).map(bar => bar.label),
    ).not.toContain('Other')
  })

  it('stay within the total if phases are missing or time stood still', () => {
    const none = {
      startedAt: 0,
      dnsMs: null,
      connectMs: null,
      tlsMs: null,
      waitingMs: null,
      downloadMs: null,
    }
    for (const totalMs of [0, 5]) {
      for (const bar of phaseBars({ timings: { ...none, totalMs }, hops: [] })) {
        if (bar.label !== 'Other') expect(bar.durationMs).toBeNull()
        expect(bar.length).toBe(bar.label === 'Other' ? 1 : 0)
        expect(bar.start).toBeLessThanOrEqual(1)
      }
    }
  })
})

describe('events', () => {
  it('say what happened, and when', () => {
    expect(timelineEvents(timeline)).toEqual([
      { atMs: 10, text: 'shop.test resolved to 192.0.2.1' },
      { atMs: 30, text: 'Connected to 192.0.2.1, port 443' },
      { atMs: 60, text: 'TLSv1.3, TLS_AES_128_GCM_SHA256' },
      { atMs: 80, text: 'POST /orders HTTP/1.1, 1 header, 186 B body' },
    ])
  })

  it.each([
    ['/orders', 'Redirects', 'redirected to /orders'],
    ['', 'Earlier requests', 'sent again with other credentials'],
  ])(
    'continue after the requests before the last one (to “%s”: %s), which have a phase of their own',
    (location, label, step) => {
      const hop = { method: 'GET', targetUri: 'http://shop.test/', statusCode: 301, location, atMs: 40 }
      const later = { ...timings, totalMs: 250, earlierMs: 50 }
      const bars = phaseBars({ timings: later, hops: [hop] })
      expect(bars.map(bar => [bar.label, bar.durationMs])).toEqual([
        [label, 50],
        ['DNS', 10],
        ['Connect', 20],
        ['TLS handshake', 30],
        ['Other', 20],
        ['Waiting for server', 100],
        ['Download', 20],
      ])
      expect(timelineEvents({ ...timeline, timings: later, hops: [hop] })).toEqual([
        { atMs: 40, text: `301 for GET http://shop.test/, ${step}` },
        { atMs: 60, text: 'shop.test resolved to 192.0.2.1' },
        { atMs: 80, text: 'Connected to 192.0.2.1, port 443' },
        { atMs: 110, text: 'TLSv1.3, TLS_AES_128_GCM_SHA256' },
        { atMs: 130, text: 'POST /orders HTTP/1.1, 1 header, 186 B body' },
      ])
    },
  )

  it('have no times after redirects in earlier entries of the history, which do not have them', () => {
    const hop = { method: 'GET', targetUri: 'http://shop.test/', statusCode: 301, location: '/orders' }
    const events = timelineEvents({ ...timeline, hops: [hop] })
    expect(events[0]?.text).toBe('301 for GET http://shop.test/, redirected to /orders')
    expect(events.every(event => event.atMs === null)).toBe(true)
  })

  it.each([
    [{ repeatedWith: 'query' }, 'the query'],
    [{}, 'other credentials'],
  ] as const)('say of a request that was sent again (%j) that it had %s', (reason, added) => {
    const hop = { method: 'POST', targetUri: 'http://shop.test/', statusCode: 200, location: '', ...reason }
    const [first] = timelineEvents({ ...timeline, hops: [hop] })
    expect(first?.text).toBe(`200 for POST http://shop.test/, sent again with ${added}`)
  })

  it.each([
    ['refused', { code: 'ECONNREFUSED', step: 'connect' }, 'Connect failed: Nothing is listening at'],
    [
      'of a name without address',
      { kind: 'dns', code: 'ENOTFOUND', step: 'dns' },
      'DNS failed: Host shop.test was',
    ],
    ['without TLS', { kind: 'tls', code: 'EPROTO', step: 'tls' }, 'TLS failed: The secure connection to'],
    [
      'without answer',
      { kind: 'timeout', step: 'response' },
      'Response failed: shop.test:80 did not respond',
    ],
    ['cancelled', { kind: 'cancelled', step: 'response' }, 'Cancelled'],
  ] as const)('end with the failure of a send that was %s', (_, patch, words) => {
    const usual = { kind: 'connect', code: 'X', address: 'shop.test:80', subject: '', elapsedMs: 91 } as const
    const failure = { ...usual, ...patch }
    const end = timelineEvents({ ...timeline, failure }).at(-1)
    expect(end?.text.startsWith(words), end?.text).toBe(true)
    expect([end?.atMs, end?.isFailure]).toEqual([91, failure.kind === 'cancelled' ? undefined : true])
  })

  it('are empty for a send that sent nothing', () => {
    expect(timelineEvents({ ...timeline, request: null, connection: null })).toEqual([])
  })
})

it('a notice begins with a capital letter, but not where it begins with the name of a member', () => {
  const note = {
    code: 'SCRIPT_NOTE',
    owner: 'request',
    member: 'pm.setNextRequest',
    line: 1,
    text: 'has no effect',
  } as const
  expect(noticeLine(note)).toBe('pm.setNextRequest (line 1) has no effect')
  expect(noticeLine({ code: 'FAULTY_RESPONSE', text: 'it has faults' })).toBe('It has faults')
})
