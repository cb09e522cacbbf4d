import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ScriptJob, ScriptResult } from '../sandbox/worker-protocol.ts'
import { ScriptPool } from './script-pool.ts'
import type { ScriptHost } from './supervised-run.ts'
import { warmUpJob } from './warm-up-job.ts'

let pool: ScriptPool

beforeEach(() => {
  pool = new ScriptPool({ workers: 1 })
})

afterEach(() => pool.close())

const job = (source: string, fields: Partial<ScriptJob> = {}): ScriptJob => ({
  ...warmUpJob,
  source,
  ...fields,
})

const noHost: ScriptHost = {
  send: async () => ({ ok: false, message: 'no network' }),
  readBody: async () => null,
}

const run = (source: string, signal = new AbortController().signal): Promise<ScriptResult> =>
  pool.run(job(source), noHost, signal)

/** Responds when told to. */
function slowHost() {
  const answer = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const host: ScriptHost = {
    ...noHost,
    async send() {
      asked.resolve()
      await answer.promise
      return { ok: false, message: 'late' }
    },
  }
  return { host, asked: asked.promise, answer: answer.resolve }
}

const response = {
  statusCode: 200,
  reasonPhrase: '',
  headers: [],
  elapsedMs: 0,
  sizeBytes: 0,
  replacedBody: null,
}
/** The fields of a job that has a response. */
const afterResponse: Partial<ScriptJob> = {
  phase: 'postResponse',
  viewJson: JSON.stringify({ ...JSON.parse(warmUpJob.viewJson), phase: 'postResponse', response }),
}

describe('the pool', () => {
  test('runs more scripts than it has threads, one after the other', async () => {
    const results = await Promise.all([1, 2, 3, 4, 5].map(n => run(`test("t${n}", () => bru.sleep(5))`)))
    expect(results.map(result => result.tests.map(one => one.result.name))).toEqual([
      ['t1'],
      ['t2'],
      ['t3'],
      ['t4'],
      ['t5'],
    ])
  })

  test('can start before the first script, and starts only once', async () => {
    await pool.warmUp()
    await pool.warmUp()
    expect((await run('test("t", () => {})')).tests).toHaveLength(1)
  })

  test('lets a script be cancelled while it waits for a thread, and runs the ones behind it', async () => {
    const cancel = new AbortController()
    const first = run('const until = Date.now() + 100; while (Date.now() < until);')
    const second = run('test("second", () => {})', cancel.signal)
    const third = run('test("third", () => {})')
    cancel.abort()
    expect((await second).verdict).toBe('cancelled')
    expect((await first).verdict).toBe('completed')
    expect((await third).tests).toHaveLength(1)
  })

  test('does not begin a script that was cancelled before', async () => {
    expect((await run('test("t", () => {})', AbortSignal.abort())).verdict).toBe('cancelled')
  })

  test('stops running and waiting scripts when it closes', async () => {
    const begun = Promise.withResolvers<void>()
    const host: ScriptHost = {
      ...noHost,
      async readBody() {
        begun.resolve()
        return new Uint8Array()
      },
    }
    const endless = job('tool.response.text(); for (;;) {}', afterResponse)
    const running = pool.run(endless, host, new AbortController().signal)
    const waiting = run('')
    await begun.promise
    await pool.close()
    expect((await running).verdict).not.toBe('completed')
    expect((await waiting).verdict).toBe('cancelled')
    expect((await run('')).verdict).toBe('cancelled')
  })

  describe('while a script waits for its request', () => {
    const waits = 'pm.sendRequest("http://h/", e => tool.environment.set("told", e.message))'
    const begin = (host: ScriptHost, source = waits) =>
      pool.run(job(source), host, new AbortController().signal)

    test('other scripts run, and the waiting one continues after the response', async () => {
      const slow = slowHost()
      const waiting = begin(slow.host)
      await slow.asked
      expect((await run('test("t", () => {})')).tests).toHaveLength(1)
      slow.answer()
      expect((await waiting).changes).toMatchObject([{ name: 'told', text: 'late' }])
    })

    test('the number of threads is limited, and further scripts wait', async () => {
      const slow = Array.from({ length: 5 }, slowHost)
      const events: string[] = []
      const waiting = slow.map(one => begin(one.host))
      void slow[4]?.asked.then(() => events.push('the fifth began'))
      await Promise.all(slow.slice(0, 4).map(one => one.asked))
      events.push('the first was answered')
      slow[0]?.answer()
      await slow[4]?.asked
      expect(events).toEqual(['the first was answered', 'the fifth began'])
      for (const one of slow) one.answer()
      const results = await Promise.all(waiting)
      expect(results.map(result => result.verdict)).toEqual(Array(5).fill('completed'))
    })

    test('several requests of one script count as one wait', async () => {
      const slow = slowHost()
      const waiting = begin(slow.host, `${waits}; ${waits}; ${waits}`)
      await slow.asked
      const results = await Promise.all([1, 2, 3].map(() => run('test("t", () => {})')))
      expect(results.map(result => result.tests.length)).toEqual([1, 1, 1])
      slow.answer()
      expect((await waiting).changes).toHaveLength(3)
    })
  })

  test('while a script waits for a timer, others run', async () => {
    const cancel = new AbortController()
    const sleeping = run('await new Promise(done => setTimeout(done, 4_900))', cancel.signal)
    expect((await run('await bru.sleep(1); test("t", () => {})')).tests).toHaveLength(1)
    cancel.abort()
    expect((await sleeping).verdict).toBe('cancelled')
    expect(pool.utilization).toBeGreaterThan(0)
  })

  test('replaces the thread of a script that used much memory', async () => {
    const hungry =
      'let a = []; try { for (;;) a.push(new ArrayBuffer(1 << 20)) } catch {} a = null; test("t", () => {})'
    expect((await run(hungry)).tests).toHaveLength(1)
    expect((await run('test("t", () => {})')).tests).toHaveLength(1)
  })
})

test('a script whose thread waits for its body, or for a processor, is not stopped', async () => {
  const given = job('tool.test("t", () => tool.response.text())', {
    ...afterResponse,
    budget: { ownMs: 400, requestMs: 400 },
  })
  await pool.warmUp()
  const slow: ScriptHost = {
    ...noHost,
    readBody: async () => {
      await new Promise(done => setTimeout(done, 600))
      return new TextEncoder().encode('late')
    },
  }
  const { verdict, tests } = await pool.run(given, slow, new AbortController().signal)
  expect({ verdict, passed: tests[0]?.result.passed }).toEqual({ verdict: 'completed', passed: true })
})

test.each([
  ['readBody', 'tool.response.text()', { readBody: () => Promise.reject(new Error('disk')) }],
  ['send', 'pm.sendRequest("http://h/", () => {})', { send: () => Promise.reject(new Error('disk')) }],
])(
  'if a host’s %s fails the run rejects with its error, and the next script runs',
  async (name, source, fields) => {
    const given = job(source, name === 'readBody' ? afterResponse : {})
    const running = pool.run(given, { ...noHost, ...fields }, new AbortController().signal)
    await expect(running).rejects.toThrow('disk')
    expect((await run('test("t", () => {})')).tests).toHaveLength(1)
  },
)
