import { expect, test } from 'vitest'
import { memoryIo } from '../io/run-in-process.testkit.ts'
import { planRun } from './plan-run.ts'
import { useRunFixture } from './run-fixture.testkit.ts'

const fixture = useRunFixture()
const { io } = memoryIo()

/** Writes the collection `c.json` with these requests. */
function collection(...names: readonly string[]): string {
  return fixture.path(fixture.postman(names.map(name => ({ name, url: 'http://h.test/' }))))
}

test('every option of a run reaches the runner', async () => {
  const { options } = await planRun(
    [collection('Start', 'Ready', 'Stop')],
    {
      iterations: '7',
      delay: '250',
      bail: true,
      failOnStatus: true,
      retries: '3',
      retryDelay: '40',
      poll: ['Rea*'],
      pollEvery: '20',
      pollFor: '900',
      parallel: '2',
      scriptOrder: true,
      trace: true,
    },
    io,
  )
  expect(options).toEqual({
    iterations: 7,
    data: [],
    delayMs: 250,
    stopsOnFailure: true,
    failsOnStatus: true,
    retries: { count: 3, waitMs: 40 },
    poll: { keys: new Set(['C/Ready']), everyMs: 20, forMs: 900 },
    parallel: 2,
    scriptsMayChangeOrder: true,
    keptBodies: 'none',
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
})

test('omitted options have the defaults that the help states', async () => {
  const { options } = await planRun([collection('A')], { retries: '1', poll: ['A'] }, io)
  expect(options).toMatchObject({
    iterations: 1,
    delayMs: 0,
    stopsOnFailure: false,
    failsOnStatus: false,
    retries: { count: 1, waitMs: 1000 },
    poll: { everyMs: 1000, forMs: 60_000 },
    parallel: 1,
    scriptsMayChangeOrder: false,
    traceId: null,
  })
})

test('a request’s own settings override those of the command line', async () => {
  const { items } = await planRun(
    [collection('A')],
    {
      http: '2',
      timeout: '5000',
      connectTimeout: '300',
      follow: false,
      maxRedirects: '4',
    },
    io,
  )
  expect(items[0]?.context.defaultSettings).toMatchObject({
    httpVersion: '2',
    timeoutMs: 5000,
    connectTimeoutMs: 300,
    followRedirects: false,
    maxRedirects: 4,
  })
})

test('requests are selected by folder, name and tag', async () => {
  const shop = fixture.path(fixture.workspace())
  const names = async (options: Parameters<typeof planRun>[1]) =>
    (await planRun([shop], options, io)).items.map(({ request }) => request.name)
  expect(await names({})).toEqual(['Add', 'List', 'Me'])
  expect(await names({ folder: ['Old'] })).toEqual(['Add'])
  expect(await names({ only: ['tag:list', 'M*'] })).toEqual(['List', 'Me'])
  expect(await names({ skip: ['tag:me', 'Books/Old/Add'] })).toEqual(['List'])
})
