import { defaultStreamSettings, newGraphQlRequest } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { withoutScripts } from '../after/without-scripts.ts'
import { exchange, scope } from '../engine-fixture.testkit.ts'
import type { PreRequestRun } from '../prepare/ports/script-runner.ts'
import { folderOf, itemsOf, request, testRun, testsThat } from './run-fixture.testkit.ts'
import { runRowOf } from './run-row.ts'
import type { OrderChange, ScriptsOfRun } from './run-session.ts'

const abc = itemsOf(request('a'), request('b'), request('c'))

describe('a run', () => {
  test('sends in the order of the tree and reports each request and the end', async () => {
    const items = itemsOf(
      request('a'),
      folderOf('F', request('b'), folderOf('G', request('c'))),
      request('d'),
    )
    const { results, events, summary, sent } = await testRun({ items })
    expect(sent).toEqual(['/a', '/b', '/c', '/d'])
    expect(results.map(one => one.path.join('/'))).toEqual(['C', 'C/F', 'C/F/G', 'C'])
    expect(results.map(one => one.key)).toEqual(['C/a', 'C/F/b', 'C/F/G/c', 'C/d'])
    expect(events.slice(0, 3)).toEqual(['runStarted', 'requestStarted', 'requestEnded'])
    expect(events.at(-1)).toBe('runEnded')
    expect(summary).toMatchObject({ state: 'completed', requests: 4, sends: 4, counts: { passed: 4 } })
  })

  test('takes the time that passed, whatever the clock of the machine is set to', async () => {
    const { summary } = await testRun({ items: abc, options: { delayMs: 1500 } })
    expect(summary.elapsedMs).toBe(3000)
  })

  test('keeps two requests with the same name apart', async () => {
    const { results } = await testRun({ items: itemsOf(request('a'), request('a')) })
    expect(results.map(one => one.key)).toEqual(['C/a', 'C/a (2)'])
  })

  test('gives each iteration its data row, and the last row to further iterations', async () => {
    const items = itemsOf(request('a', { url: 'http://h/{{n}}/{{session}}' }))
    const data = ['1', '2'].map(n => scope('iteration', { n }))
    const { sent, results } = await testRun({ items, options: { iterations: 3, data } })
    expect(sent).toEqual(['/1/session%201', '/2/session%201', '/2/session%201'])
    expect(results.map(one => one.iteration)).toEqual([0, 1, 2])
    expect(results.map(one => one.data)).toEqual(['1', '2', '2'].map(text => [{ name: 'n', text }]))
    expect(results.map(one => runRowOf(one).dataText)).toEqual(['n 1', 'n 2', 'n 2'])
    const long = [scope('iteration', { n: '1', text: 'x'.repeat(10_001) })]
    const { results: kept } = await testRun({ items, options: { data: long } })
    expect(kept[0]?.data?.[1]).toEqual({
      name: 'text',
      text: '10001 characters, not kept',
      isReplaced: true,
    })
  })

  test('gives parallel iterations their own sessions, and never runs more than requested at once', async () => {
    let open = 0
    let most = 0
    const gate = async (): Promise<never> => {
      open += 1
      most = Math.max(most, open)
      await new Promise(resolve => setImmediate(resolve))
      open -= 1
      return 200 as never
    }
    const { summary, sessions } = await testRun({
      items: abc,
      options: { iterations: 7, parallel: 3 },
      answer: gate,
    })
    expect(summary.requests).toBe(21)
    expect(most).toBe(3)
    expect(sessions).toBe(7)
  })

  test('waits between requests, not before the first', async () => {
    const { waits } = await testRun({ items: abc, options: { iterations: 2, delayMs: 40 } })
    expect(waits).toEqual([40, 40, 40, 40, 40])
  })

  test('distinguishes a request without a response from one whose tests fail, and continues after both', async () => {
    const { results, summary } = await testRun({
      items: abc,
      answer: (_, send) => (send === 1 ? new Error('ECONNREFUSED') : 404),
      scripts: testsThat(send => send !== 1),
    })
    expect(results.map(one => one.status)).toEqual(['error', 'failed', 'passed'])
    expect(summary).toMatchObject({
      testsPassed: 1,
      testsFailed: 1,
      counts: { error: 1, failed: 1, passed: 1 },
    })
  })

  test('ends with the first failure if that is requested', async () => {
    const options = { stopsOnFailure: true, iterations: 3 }
    const { names, summary } = await testRun({ items: abc, options, scripts: testsThat(send => send !== 2) })
    expect(names).toEqual(['a', 'b'])
    expect(summary.state).toBe('stoppedOnFailure')
  })

  test('retries failed requests, waiting twice as long each time, and the last send counts', async () => {
    const { results, waits } = await testRun({
      items: itemsOf(request('a')),
      options: { retries: { count: 3, waitMs: 100 } },
      answer: (_, send) => (send < 3 ? new Error('ECONNRESET') : 200),
    })
    expect(results).toMatchObject([{ status: 'passed', sends: 3 }])
    expect(waits).toEqual([100, 200])
  })

  test('stops after the maximum number of retries', async () => {
    const options = { retries: { count: 2, waitMs: 20_000 } }
    const { results, waits } = await testRun({
      items: itemsOf(request('a')),
      options,
      scripts: testsThat(() => false),
    })
    expect(results).toMatchObject([{ status: 'failed', sends: 3 }])
    expect(waits).toEqual([20_000, 30_000])
  })

  test('polls until the tests pass or the time is over', async () => {
    const poll = { keys: new Set(['C/a']), everyMs: 500, forMs: 60_000 }
    const items = itemsOf(request('a'))
    const passing = await testRun({ items, options: { poll }, scripts: testsThat(send => send === 5) })
    expect(passing.results).toMatchObject([{ status: 'passed', sends: 5 }])
    const never = await testRun({
      items,
      options: { poll: { ...poll, forMs: 2000 } },
      scripts: testsThat(() => false),
    })
    expect(never.results).toMatchObject([{ status: 'failed', sends: 5 }])
    const others = await testRun({ items: abc.slice(1), options: { poll }, scripts: testsThat(() => false) })
    expect(others.results.map(one => one.sends)).toEqual([1, 1])
  })

  test('skips live streams with a reason', async () => {
    const { bodyVariants: _, examples: __, ...fields } = request('events')
    const stream = defaultStreamSettings
    const items = itemsOf({ ...fields, kind: 'serverSentEvents', stream }, request('b'))
    const { results, sent } = await testRun({ items })
    expect(results[0]).toMatchObject({
      kind: 'serverSentEvents',
      status: 'skipped',
      skipped: 'LIVE_STREAM',
      sends: 0,
      outcome: null,
    })
    expect(results[1]).not.toHaveProperty('kind')
    expect(sent).toEqual(['/b'])
  })

  test('cancels a response that turns out to be a live stream', async () => {
    const stream = exchange(200)
    const content = { ...stream.response.content, mediaType: 'text/event-stream' }
    const { results, released } = await testRun({
      items: itemsOf(request('a')),
      answer: () => ({ ...stream, response: { ...stream.response, content } }),
    })
    expect(results).toMatchObject([{ status: 'skipped', skipped: 'LIVE_STREAM' }])
    expect(released).toEqual(['body-1'])
  })

  test.each([
    ['subscription { a }', 'skipped'],
    ['{ a @defer { b } }', 'passed'],
  ])('takes a response in parts to %j for what it is', async (query, status) => {
    const parts = exchange(200)
    const content = { ...parts.response.content, mediaType: 'multipart/mixed' }
    const body = { type: 'graphql', query, variables: '' } as const
    const { results } = await testRun({
      items: itemsOf(newGraphQlRequest({ name: 'q', url: 'http://h/q', body })),
      answer: () => ({ ...parts, response: { ...parts.response, content } }),
    })
    expect(results).toMatchObject([{ status, skipped: status === 'skipped' ? 'LIVE_STREAM' : null }])
  })

  test('skips a subscription over a WebSocket', async () => {
    const subscription = { transport: 'graphql-transport-ws', url: '', connectionParams: '' }
    const body = { type: 'graphql', query: 'subscription { a }', variables: '', subscription } as const
    const items = itemsOf(newGraphQlRequest({ name: 'q', url: 'http://h/q', body }), request('b'))
    const { results, sent } = await testRun({ items })
    expect(results).toMatchObject([{ status: 'skipped', skipped: 'LIVE_STREAM' }, { status: 'passed' }])
    expect(sent).toEqual(['/b'])
  })

  test('sends a GraphQL request as HTTP', async () => {
    const body = { type: 'graphql', query: '{ a }', variables: '' } as const
    const items = itemsOf(newGraphQlRequest({ name: 'q', url: 'http://h/q', body }))
    let content = ''
    await testRun({
      items,
      answer(message) {
        content = message.content
          .map(part => (part.kind === 'bytes' ? new TextDecoder().decode(part.bytes) : ''))
          .join('')
        return 200
      },
    })
    expect(JSON.parse(content)).toEqual({ query: '{ a }' })
  })

  test('ends at once when it is cancelled, and reports what had ended', async () => {
    const cancel = new AbortController()
    const { names, results, summary, events } = await testRun({
      items: abc,
      cancel,
      answer(_, send) {
        if (send === 2) cancel.abort()
        return 200
      },
    })
    expect(names).toEqual(['a', 'b'])
    expect(results[1]?.status).toBe('cancelled')
    expect(summary.state).toBe('cancelled')
    expect(events.at(-1)).toBe('runEnded')
  })

  test('releases every body unless it is to be kept', async () => {
    const scripts = () => testsThat(send => send !== 2)
    const run = (keptBodies: 'none' | 'failed' | 'all') =>
      testRun({ items: abc, options: { keptBodies }, scripts: scripts() })
    expect((await run('none')).released).toEqual(['body-1', 'body-2', 'body-3'])
    expect((await run('failed')).released).toEqual(['body-1', 'body-3'])
    expect((await run('all')).released).toEqual([])
  })

  test('waits for its listener', async () => {
    const order: string[] = []
    await testRun({
      items: abc.slice(0, 2),
      answer(message) {
        order.push(message.target.pathAndQuery)
        return 200
      },
      async onEvent(event) {
        await new Promise(resolve => setImmediate(resolve))
        order.push(event.type)
      },
    })
    expect(order).toEqual([
      'runStarted',
      'requestStarted',
      '/a',
      'requestEnded',
      'requestStarted',
      '/b',
      'requestEnded',
      'runEnded',
    ])
  })
})

describe('the order that scripts request', () => {
  const asking = (changes: Readonly<Record<string, OrderChange>>) => {
    const left = new Map(Object.entries(changes))
    return (place: ScriptsOfRun) => ({
      async runPreRequest(run: PreRequestRun) {
        const change = left.get(run.resolved.request.name)
        left.delete(run.resolved.request.name)
        if (change !== undefined) place.onOrder([change])
        return withoutScripts.runPreRequest(run)
      },
    })
  }
  const options = { scriptsMayChangeOrder: true, iterations: 2 }
  const next = (requestName: string | null): OrderChange => ({ kind: 'next', requestName })

  test('is ignored unless the option is on', async () => {
    const { names } = await testRun({ items: abc, scripts: asking({ a: next('c'), b: { kind: 'skip' } }) })
    expect(names).toEqual(['a', 'b', 'c'])
  })

  test('continues with a request by its name, also with an earlier one', async () => {
    const { names } = await testRun({ items: abc, options, scripts: asking({ a: next('c'), c: next('b') }) })
    expect(names).toEqual(['a', 'c', 'b', 'c', 'a', 'b', 'c'])
  })

  test('ends the iteration with null, and the run with stop', async () => {
    const ended = await testRun({ items: abc, options, scripts: asking({ a: next(null) }) })
    expect(ended.names).toEqual(['a', 'a', 'b', 'c'])
    const stopped = await testRun({ items: abc, options, scripts: asking({ b: { kind: 'stop' } }) })
    expect(stopped.names).toEqual(['a', 'b'])
    expect(stopped.summary.state).toBe('stoppedByScript')
  })

  test('skips a request', async () => {
    const { results, sent } = await testRun({
      items: abc,
      options: { scriptsMayChangeOrder: true },
      scripts: asking({ b: { kind: 'skip' } }),
    })
    expect(results.map(one => one.status)).toEqual(['passed', 'skipped', 'passed'])
    expect(results[1]?.skipped).toBe('SKIPPED_BY_SCRIPT')
    expect(sent).toEqual(['/a', '/c'])
  })

  test('fails a request that names a request that does not exist', async () => {
    const { results, summary } = await testRun({
      items: abc,
      options: { scriptsMayChangeOrder: true },
      scripts: asking({ a: next('nope') }),
    })
    expect(results).toMatchObject([
      {
        status: 'failed',
        tests: { scriptErrors: [{ message: 'There is no request named "nope" in this run' }] },
      },
    ])
    expect(summary.scriptErrors).toBe(1)
  })
})
