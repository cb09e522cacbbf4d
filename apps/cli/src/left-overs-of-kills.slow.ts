import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { holdOpen, receiveHead, startRawServer, waitFor } from '@parley/testkit'
import { expect, test } from 'vitest'
import { useRunFixture } from './run/run-fixture.testkit.ts'
import { runProgram, sourceProgram, startProgram } from './run-program.testkit.ts'

const fixture = useRunFixture()
const { path, postman } = fixture

/** The names in a folder and below that Parley alone gives. */
const temporary = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => /\.parley-/.test(name))

const options = () => ({ cwd: path('.'), env: { PARLEY_HOME: path('home'), TMPDIR: tmpdir() } })

/** Starts a command and kills it as soon as it has made a temporary file in a folder, until a kill came in time. */
async function killAmid(args: readonly string[], folder: string): Promise<void> {
  const before = new Set(temporary(folder))
  const hasLeft = () => temporary(folder).some(name => !before.has(name))
  do {
    const running = startProgram(args, options(), sourceProgram)
    let hasEnded = false
    void running.ended.then(() => {
      hasEnded = true
    })
    await waitFor(() => hasEnded || hasLeft(), 'a temporary file', { timeoutMs: 30_000 })
    await running.stop()
  } while (!hasLeft())
}

test('the next run removes what kills left beside three reports, at once (ST1)', async () => {
  const server = await startRawServer([receiveHead, holdOpen])
  mkdirSync(path('reports'))
  const reports = ['json=reports/r.json', 'junit=reports/r.xml', 'html=reports/r.html'].flatMap(one => [
    '-r',
    one,
  ])
  postman([{ name: 'A', url: server.url }])
  for (let kills = 0; kills < 3; kills += 1) await killAmid(['run', 'c.json', ...reports], path('reports'))
  postman([{ name: 'A', url: fixture.sink.url }])
  expect(await runProgram(['run', 'c.json', ...reports], options(), sourceProgram)).toMatchObject({ code: 0 })
  expect(readdirSync(path('reports')).toSorted()).toEqual(['r.html', 'r.json', 'r.xml'])
  await server.close()
}, 120_000)

test('the next import removes what kills left of unfinished ones, at once (ST1)', async () => {
  const item = Array.from({ length: 3000 }, (_, at) => ({
    name: `Get ${at}`,
    request: { url: 'http://a.test/' },
  }))
  writeFileSync(path('shop.json'), JSON.stringify({ info: { name: 'Shop' }, item }))
  mkdirSync(path('ws'))
  for (let kills = 0; kills < 3; kills += 1)
    await killAmid(['import', 'shop.json', '--into', 'ws'], path('ws'))
  const imported = await runProgram(['import', 'shop.json', '--into', 'ws'], options(), sourceProgram)
  expect(imported).toMatchObject({ code: 0 })
  expect(temporary(path('ws'))).toEqual([])
  expect(temporary(path('home'))).toEqual([])
}, 120_000)
