import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import type { GraphQlReply, GraphQlRequest } from './graphql-calls.ts'
import { GraphQlLanguage, type StartGraphQlWorker } from './graphql-language.ts'

/** Gives the worker of the page the globals of a web worker, in a thread of Node. */
const webWorkerGlobals = `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads'
  globalThis.addEventListener = (_, receive) => parentPort.on('message', data => receive({ data }))
  globalThis.postMessage = message => parentPort.postMessage(message)`)}`

const languages: GraphQlLanguage[] = []
const threads: Worker[] = []

afterEach(async () => {
  for (const one of languages.splice(0)) one.close()
  await Promise.all(threads.splice(0).map(thread => thread.terminate()))
})

/** Starts the real worker in a thread; `sent` collects what reaches it. */
function inThread(
  sent: GraphQlRequest[] = [],
  change = (request: GraphQlRequest) => request,
): StartGraphQlWorker {
  return receive => {
    const thread = new Worker(new URL('./graphql-worker.ts', import.meta.url), {
      execArgv: ['--import', webWorkerGlobals],
    })
    threads.push(thread)
    thread.on('message', (reply: GraphQlReply) => receive(reply))
    thread.on('error', () => receive(null))
    return {
      post(request) {
        sent.push(request)
        thread.postMessage(change(request))
      },
      end: () => void thread.terminate(),
    }
  }
}

function languageWith(startWorker: StartGraphQlWorker, timeLimitMs?: number): GraphQlLanguage {
  const language = new GraphQlLanguage({ startWorker, ...(timeLimitMs === undefined ? {} : { timeLimitMs }) })
  languages.push(language)
  return language
}

const sdl = { key: 'k', format: 'sdl', text: 'type Query { book(id: ID!): Int }' } as const

describe('GraphQlLanguage', () => {
  it('answers each kind of call', async () => {
    const language = languageWith(inThread())
    expect(await language.call('diagnose', '{ nothing }')).toEqual({ answer: [] })
    expect(await language.call('complete', { query: '{ }', position: 2 })).toEqual({ answer: null })
    expect(await language.call('toggleRow', { query: '', position: 0, rowId: 'query/book' })).toMatchObject({
      answer: { problem: { message: 'There is no schema. Load it first.' } },
    })
    expect(await language.setSchema(sdl)).toEqual({ answer: { typeCount: 5, fieldCount: 1 } })
    const query = 'query Q($id: ID!) { book(id: $id) }'
    const typed = { query, operation: { position: 0 }, variables: '{}' }
    const place = { query, position: query.indexOf('book') }
    const answers = await Promise.all([
      language.call('printSchema', 'sdl'),
      language.call('printSchema', 'introspection', 'json'),
      language.call('describeType', 'Query'),
      language.call('diagnose', '{ nothing }'),
      language.call('complete', place),
      language.call('describe', place),
      language.call('findDefinition', place),
      language.call('listOperations', query),
      language.call('prettify', '{a}'),
      language.call('checkVariables', typed),
      language.call('listVariables', typed),
      language.call('completeVariables', { ...typed, position: 1 }),
      language.call('fillInVariables', typed),
      language.call('explorerRows', { query, position: 0, expanded: [], from: 0, count: 10 }),
      language.call('toggleRow', { query, position: 0, rowId: 'query/book' }),
      language.call('searchSchema', 'book'),
    ])
    for (const outcome of answers) expect('answer' in outcome && outcome.answer).toBeTruthy()
  })

  it('answers what needs no schema although another schema is set meanwhile', async () => {
    const language = languageWith(inThread([]))
    void language.setSchema(null)
    const asked = [
      language.call('listOperations', '{ field'),
      language.call('listVariables', { query: 'query ($a: Int) { b }', operation: { position: 0 } }),
      language.call('prettify', '{a}'),
      language.call('diagnose', '{ field'),
    ]
    void language.setSchema(null)
    expect(await Promise.all(asked)).toEqual([
      { answer: null },
      { answer: [{ name: 'a', typeText: 'Int' }] },
      { answer: '{\n  a\n}' },
      { problem: 'OUTDATED' },
    ])
    language.close()
  })

  it('never sends an outdated call, and drops the answer to one', async () => {
    const sent: GraphQlRequest[] = []
    const language = languageWith(inThread(sent))
    const outcomes = await Promise.all(
      ['{ a', '{ b', '{ c', '{ d }'].map(query => language.call('diagnose', query)),
    )
    expect(outcomes).toEqual([
      { problem: 'OUTDATED' },
      { problem: 'OUTDATED' },
      { problem: 'OUTDATED' },
      { answer: [] },
    ])
    expect(sent.map(({ question }) => question)).toEqual(['{ a', '{ d }'])
  })

  it('keeps the calls of different lanes and names', async () => {
    const language = languageWith(inThread())
    const outcomes = await Promise.all([
      language.call('diagnose', '{ a }', 'one'),
      language.call('diagnose', '{ b }', 'two'),
      language.call('prettify', '{a}', 'one'),
    ])
    expect(outcomes.every(outcome => 'answer' in outcome)).toBe(true)
  })

  it('ends a worker that hangs and gives the next one the schema', async () => {
    const sent: GraphQlRequest[] = []
    let starts = 0
    const language = languageWith(receive => {
      starts += 1
      const real = inThread(sent)(receive)
      // As a call that never ends: the worker does not get it.
      const hangs = ({ question }: GraphQlRequest) => question === 'hang'
      return { ...real, post: request => (hangs(request) ? sent.push(request) : real.post(request)) }
    }, 3_000)
    await language.setSchema(sdl)
    const waiting = language.call('diagnose', '{ nothing }', 'other')
    expect(await waiting).toMatchObject({ answer: [{ severity: 'error' }] })
    expect(await language.call('diagnose', 'hang')).toEqual({ problem: 'TOO_SLOW' })
    expect(await language.call('diagnose', '{ nothing }')).toMatchObject({ answer: [{ severity: 'error' }] })
    expect(starts).toBe(2)
    expect(sent.map(({ name }) => name)).toEqual([
      'setSchema',
      'diagnose',
      'diagnose',
      'setSchema',
      'diagnose',
    ])
  })

  it('continues without a schema that made the worker fail', async () => {
    const failing: StartGraphQlWorker = receive => {
      const real = inThread()(receive)
      return { ...real, post: request => (request.name === 'setSchema' ? receive(null) : real.post(request)) }
    }
    const language = languageWith(failing)
    expect(await language.setSchema(sdl)).toEqual({ problem: 'FAILED' })
    expect(await language.call('diagnose', '{ nothing }')).toEqual({ answer: [] })
  })

  it('responds while 20,000 types are read, and knows them afterwards (GQ1)', async () => {
    const types = Array.from(
      { length: 20_000 },
      (_, at) => `type T${at} { "Text." a: Int b(c: Int): T${at} }`,
    )
    const text = `type Query { ${types.map((_, at) => `f${at}: T${at}`).join(' ')} } ${types.join(' ')}`
    const language = languageWith(inThread(), 60_000)
    const isRead = language.setSchema({ key: 'large', format: 'sdl', text })
    // The page's own thread is free in the meantime.
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    })
    expect(await isRead).toMatchObject({ answer: { typeCount: 20_004 } })
    clearInterval(timer)
    expect(turns).toBeGreaterThan(1)
    expect(await language.call('diagnose', '{ f19999 { a no } }')).toMatchObject({ answer: [{ from: 13 }] })
  })

  it('reads a schema from a blob, and keeps the last three', async () => {
    const language = languageWith(inThread())
    const source = (key: string, text: string) => ({ key, format: 'sdl', text: new Blob([text]) }) as const
    const fieldCount = async (key: string, text: string) => {
      const outcome = await language.setSchema(source(key, text))
      return 'answer' in outcome && outcome.answer !== null && 'fieldCount' in outcome.answer
        ? outcome.answer.fieldCount
        : null
    }
    expect(await fieldCount('a', 'type Query { a: Int }')).toBe(1)
    expect(await fieldCount('b', 'type Query { a: Int b: Int }')).toBe(2)
    // The text of a known key is not read.
    expect(await fieldCount('a', 'no schema')).toBe(1)
    expect(await language.call('diagnose', '{ b }')).toMatchObject({ answer: [{ severity: 'error' }] })
    for (const key of ['c', 'd']) await fieldCount(key, 'type Query { c: Int }')
    expect(await fieldCount('a', 'type Query { x: Int y: Int z: Int }')).toBe(1)
    expect(await fieldCount('b', 'type Query { x: Int y: Int z: Int }')).toBe(3)
  })

  it('ends all calls when it is closed', async () => {
    const language = languageWith(inThread())
    const calls = [language.call('prettify', '{a}'), language.call('diagnose', '{a}')]
    language.close()
    expect(await Promise.all(calls)).toEqual([{ problem: 'CLOSED' }, { problem: 'CLOSED' }])
    expect(await language.call('prettify', '{a}')).toEqual({ problem: 'CLOSED' })
  })
})
