import { randomUUID } from 'node:crypto'
import { newAuth } from '@parley/model'
import { endConnection, type RawStep, receiveHead, startRawServer, waitFor } from '@parley/testkit'
import { describe, expect, test } from 'vitest'
import { contract, type LiveRows } from '../contract/index.ts'
import { hasEnded, useStreamFixture } from './stream-fixture.testkit.ts'

let fixture: ReturnType<typeof useStreamFixture>
const client = () => fixture.client

/** Starts a server for the tests of a file. */
export function useShownSecrets(): void {
  fixture = useStreamFixture()
}

const canary = 'very-secret-token/1'
const [start, end] = ['very-secret', '-token/1']
const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n'
/** Longer than what a list reads of an event at once. */
const long = 'x'.repeat(20_000)
/** Longer than what a search and the opening of an event read at once. */
const veryLong = 'y'.repeat(1024 * 1024 - 12)

/** An archive has a longer body without its text. */
const longestInArchive = 1_000_000

/** How a server may write a secret into a stream, in the bytes that it sends one after the other. */
const streams: Readonly<Record<string, readonly string[]>> = {
  'in one line': [`data: a ${canary} b\n\n`],
  'over two lines of data': [`data: a ${start}\ndata: ${end} b\n\n`],
  'over two lines of data that end in CRLF': [`data: a ${start}\r\ndata:${end} b\r\n\r\n`],
  'over two lines of data with an ID between them': [`data: a ${start}\nid: 7\ndata: ${end} b\n\n`],
  'over two network pieces': [`data: a ${start}`, `${end} b\n\n`],
  'over two lines and two pieces': [`data: a ${start}\nda`, `ta: ${end} b\n\n`],
  'percent-encoded over two lines': [`data: a ${start}\ndata: ${encodeURIComponent(end)} b\n\n`],
  'at the end of a stream that stops': [`data: x\n\ndata: a ${start}\ndata: ${end} b`],
  'at the beginning of a long event': [`data: a ${start}\ndata: ${end} b ${long}\n\n`],
  'over two pieces of a very long event': [`data: a ${canary} b ${veryLong} ${start}\ndata: ${end} b\n\n`],
  'in an ID and a name': [`id: a ${canary} b\nevent: a ${canary} b\ndata: a ${canary} b\n\n`],
}

interface Received {
  readonly sessionId: string
  readonly rows: LiveRows
}

async function downloaded(handle: string): Promise<string> {
  const { path } = await client().bodies.mintTicket({ handle, purpose: 'download' })
  return (await fetch(fixture.server.server.origin + path)).text()
}

async function exported({ sessionId }: Received, format: 'ndjson' | 'text'): Promise<string> {
  const made = await waitFor(async () => {
    const state = await client().live.export({ sessionId, format })
    return state.state === 'made' ? state : null
  }, 'the export')
  return downloaded(made.handle)
}

/** Returns the archive of a history that has no other entry. */
async function archiveOf(sessionId: string): Promise<string> {
  const { entries } = await client().history.list({})
  const ids = entries.map(({ id }) => id).filter(id => id !== sessionId)
  if (ids.length > 0) await client().history.remove({ ids })
  const exportId = randomUUID()
  const { windowId } = fixture.window
  await client().exports.start({ windowId, exportId, source: { kind: 'history' } })
  await waitFor(
    () => fixture.window.events.some(event => event.type === 'export' && event.exportId === exportId),
    'the archive',
  )
  const { path } = await client().exports.mintTicket({ windowId, exportId })
  return (await fetch(fixture.server.server.origin + path)).text()
}

async function found({ sessionId }: Received, query: string): Promise<string> {
  const rows = await fixture.rowsWhen(sessionId, hasEnded, { query })
  return JSON.stringify(rows.rows.map(({ preview }) => preview))
}

/** Returns the data of all events as a joined text, with an end as the page asks for it. */
async function joined({ sessionId, rows }: Received): Promise<string> {
  let [text, rest] = ['', '']
  for (const { number, preview, isCut } of rows.rows) {
    const opened = await waitFor(async () => {
      const message = await client().live.message({ sessionId, number })
      return message.state === 'made' ? message : null
    }, 'the event')
    rest += isCut ? await downloaded(opened.handle) : preview
    const hidden = await client().live.hideSecrets({ sessionId, text: rest })
    text += hidden.shown
    if (number === rows.rows.at(-1)?.number) return text + hidden.rest
    rest = rest.slice(rest.length - hidden.restLength)
  }
  return text
}

/** Every way in which what a server sent leaves the log of a stream; each returns what the user gets. */
const ways = {
  'the list': async ({ rows }) => JSON.stringify(rows),
  'the list of the events with a name': async ({ sessionId, rows }) => {
    const types = rows.types.map(({ type }) => type)
    const filtered = await fixture.rowsWhen(sessionId, hasEnded, { filter: { types } })
    expect(filtered.rows).toEqual(rows.rows)
    return JSON.stringify(filtered)
  },
  'an opened event': async ({ sessionId, rows }) => {
    const texts = rows.rows.map(async ({ number }) => {
      const made = await waitFor(async () => {
        const opened = await client().live.message({ sessionId, number })
        return opened.state === 'made' ? opened : null
      }, 'the event')
      return JSON.stringify(made.row) + (await downloaded(made.handle))
    })
    return (await Promise.all(texts)).join('')
  },
  'a search for what is shown': async one => {
    const shown = await found(one, 'a {{TOKEN}} B')
    expect(shown).not.toBe('[]')
    return shown
  },
  'the export as NDJSON': one => exported(one, 'ndjson'),
  'the export as text': one => exported(one, 'text'),
  'the archive of the history': ({ sessionId }) => archiveOf(sessionId),
  'the history': async ({ sessionId }) => {
    await client().sends.release({ sendId: sessionId })
    return JSON.stringify(await fixture.rowsWhen(sessionId, hasEnded))
  },
  'a joined text': joined,
} satisfies Readonly<Record<string, (one: Received) => Promise<string>>>

/** The ways by each call about live sessions; a new call does not compile without its row. */
const waysOfCalls: { readonly [Call in keyof typeof contract.live]: readonly (keyof typeof ways)[] } = {
  rows: ['the list', 'the list of the events with a name', 'a search for what is shown', 'the history'],
  message: ['an opened event'],
  export: ['the export as NDJSON', 'the export as text'],
  hideSecrets: ['a joined text'],
  // These return nothing that a server sent.
  send: [],
  resend: [],
  ping: [],
  end: [],
  cancel: [],
}
/** Other calls that return what is in the log of a session. */
const otherWays: readonly (keyof typeof ways)[] = ['the archive of the history']

/** Tests that the table of ways is complete. */
export function testTableOfWays(): void {
  test('each way belongs to a call', () => {
    const named = [...Object.values(waysOfCalls).flat(), ...otherWays]
    expect(named.toSorted()).toEqual(Object.keys(ways).toSorted())
    expect(Object.keys(waysOfCalls).toSorted()).toEqual(Object.keys(contract.live).toSorted())
  })
}

/** Tests each stream, shown in those ways that are to be tested with it. */
export function testShownStreams(isTested: (stream: string, way: string) => boolean): void {
  describe.each(Object.entries(streams))('a secret that a stream repeats %s', (name, pieces) => {
    test('is named in its place wherever the stream is shown, and not found by its value', async () => {
      const steps = pieces.flatMap((piece): readonly RawStep[] => [piece, () => new Promise(setImmediate)])
      const server = await startRawServer([receiveHead, head, ...steps, endConnection])
      const sessionId = await fixture.send(server.url, { auth: { ...newAuth('bearer'), token: canary } })
      const one = { sessionId, rows: await fixture.rowsWhen(sessionId, hasEnded) }
      await fixture.entryOf(sessionId)
      for (const [way, shownBy] of Object.entries<(one: Received) => Promise<string>>(ways)) {
        if (!isTested(name, way)) continue
        const shown = await shownBy(one)
        const isLeftOut = way === 'the archive of the history' && pieces.join('').length > longestInArchive
        if (isLeftOut) expect(JSON.parse(shown).log.entries[0].response.content).not.toHaveProperty('text')
        else expect(shown.slice(0, 2000), way).toMatch(/a \{\{token\}\} b/i)
        for (const part of [canary, start, end, encodeURIComponent(end)])
          expect(shown.includes(part), `${way}: ${part}`).toBe(false)
      }
      const queries = isTested(name, 'a search for what is shown') ? [canary, start, end] : [canary]
      for (const query of queries) expect(await found(one, query), query).toBe('[]')
      await server.close()
    })
  })
}

/** Tests a secret that several events have parts of. */
export function testJoinedEvents(): void {
  test('a joined text names a secret that several events have parts of', async () => {
    const pieces = ['a very', '-secret', '-tok', 'en/1 b'].map(text => `data: ${text}\n\n`)
    const server = await startRawServer([receiveHead, head, ...pieces, endConnection])
    const sessionId = await fixture.send(server.url, { auth: { ...newAuth('bearer'), token: canary } })
    const one = { sessionId, rows: await fixture.rowsWhen(sessionId, hasEnded) }
    expect(await joined(one)).toBe('a {{Token}} b')
    await fixture.entryOf(sessionId)
    await server.close()
  })
}

/** Tests a secret that an incremental response divides. */
export function testMergedResponse(): void {
  test('a merged incremental response names a secret over two network pieces', async () => {
    const part = (json: string) => `\r\n--x\r\nContent-Type: application/json\r\n\r\n${json}`
    const pieces = [
      part(`{"data":{"l":["a ${start}`),
      `${end} b"]},"hasNext":true}`,
      `${part(`{"path":["l",1],"items":["c ${canary}"],"hasNext":false}`)}\r\n--x--\r\n`,
    ]
    const steps = pieces.flatMap((piece): readonly RawStep[] => [piece, () => new Promise(setImmediate)])
    const mixed = 'HTTP/1.1 200 OK\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n'
    const server = await startRawServer([receiveHead, mixed, ...steps, endConnection])
    const sendId = await fixture.send(server.url, { auth: { ...newAuth('bearer'), token: canary } })
    const progress = await fixture.outcomeOf(sendId)
    await fixture.entryOf(sendId)
    if (progress.state !== 'answered') throw new Error('The send failed')
    const { handle } = progress.exchange.response.content
    const text = await waitFor(async () => {
      const asked = { handle, view: 'pretty', format: 'auto', firstRow: 0, maxRows: 100 } as const
      const { view, merge, isWhole, rows } = await client().bodies.readRows(asked)
      const isMerged = isWhole && view === 'pretty' && merge?.partCount === 2
      return isMerged ? rows.map(row => row.text).join('') : null
    }, 'the merged response')
    expect(JSON.parse(text)).toEqual({ data: { l: ['a {{Token}} b', 'c {{Token}}'] } })
    await server.close()
  })
}
