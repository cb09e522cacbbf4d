import type { RunRow } from '@parley/engine'
import type { ShownRunResult } from '@parley/server/contract'
import { expect, test } from 'vitest'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { testExchange, testResponse } from '../response/exchange.testkit.ts'
import { createRunCookies, noRunCookies } from './run-cookies.ts'

function rowOf(index: number, statusCode: number | null = 200): RunRow {
  return {
    ...{ index, iteration: 0, key: `r${index}`, requestId: `r${index}`, name: `Request ${index}`, path: [] },
    ...{
      method: 'GET',
      status: 'passed',
      skipped: null,
      sends: 1,
      statusCode,
      totalMs: 1,
      failureCode: null,
    },
    ...{ testsPassed: 0, testsFailed: 0, scriptErrors: 0 },
  }
}

/** A result whose response sets cookies. */
function resultOf(index: number, cookies: readonly string[]): ShownRunResult {
  const headers = cookies.map(value => ({ name: 'Set-Cookie', value }))
  const exchange = {
    ...testExchange,
    request: { ...testExchange.request, targetUri: 'https://Shop.test:8443/login' },
    response: { ...testResponse, headers },
  }
  const tests = { results: [], scriptErrors: [] }
  return {
    missingBody: null,
    result: {
      ...{ index, iteration: 0, key: `r${index}`, id: `r${index}`, name: `Request ${index}`, path: [] },
      ...{ method: 'GET', url: 'https://shop.test', status: 'passed', skipped: null, sends: 1, startedAt: 0 },
      outcome: { ok: true, value: { exchange, tests } },
      tests,
      sessionChanges: [],
    },
  }
}

function setUp(rows: RunRow[], read: (index: number) => readonly string[]) {
  const asked: number[] = []
  const runCookies = createRunCookies(
    {
      store: {
        getState: () => ({ infos: {}, rows: { run: rows }, planned: {}, plans: {}, lists: {}, problems: {} }),
      },
      async readResult(_, index) {
        asked.push(index)
        return resultOf(index, read(index))
      },
    },
    createTestWindow(),
  )
  const state = () => runCookies.store.getState().run ?? noRunCookies
  const texts = () => state().cookies.map(({ text, request }) => `${request.name}: ${text}`)
  return { runCookies, state, texts, asked }
}

test('the cookies of a run come with their request, in its order; what had no response is not read', async () => {
  const rows = [rowOf(0), rowOf(1, null), rowOf(2)]
  const { runCookies, state, texts, asked } = setUp(rows, index =>
    index === 0 ? ['a=1', 'b=2; Secure'] : ['c=3'],
  )
  await runCookies.read('run', 10)
  expect(texts()).toEqual(['Request 0: a=1', 'Request 0: b=2; Secure', 'Request 2: c=3'])
  expect([asked, state().read]).toEqual([[0, 2], 3])
  expect(state().cookies[0]?.origin).toEqual({ host: 'shop.test', isSecure: true })
})

test('only as many results are read as were wanted, and each once, also while the run goes on', async () => {
  const rows = Array.from({ length: 3 }, (_, index) => rowOf(index))
  const { runCookies, state, asked } = setUp(rows, () => [])
  await Promise.all([runCookies.read('run', 2), runCookies.read('run', 2)])
  expect(asked).toEqual([0, 1])
  rows.push(rowOf(3))
  await runCookies.read('run', 4)
  expect([asked, state().read]).toEqual([[0, 1, 2, 3], 4])
})

test('a result that cannot be read says why, and is read with the next try', async () => {
  let isLocked = true
  const { runCookies, state, texts } = setUp([rowOf(0), rowOf(1)], index => {
    if (index === 1 && isLocked) throw new Error('It is locked.')
    return [`c${index}=1`]
  })
  await runCookies.read('run', 10)
  expect([state().problem, state().read, texts()]).toEqual(['It is locked.', 1, ['Request 0: c0=1']])
  isLocked = false
  await runCookies.read('run', 10)
  expect([state().problem, texts()]).toEqual([null, ['Request 0: c0=1', 'Request 1: c1=1']])
})
