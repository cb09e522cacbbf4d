import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Sink, startSink } from '@parley/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepLoad } from './kept-results.ts'

let folder = ''
let sink: Sink
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-nightly-'))
  sink = await startSink()
})
afterAll(async () => {
  await sink.close()
  rmSync(folder, { recursive: true })
})

const reportUsage = fileURLToPath(new URL('../../bench/report-usage.cjs', import.meta.url))
const program = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url))

/** V8 lets its space for new values grow while a program runs, by 50 MB, whatever the program keeps. */
const fixedNewSpace = '--max-semi-space-size=4'

/** Returns the peak memory of a run, in megabytes. */
async function peakMb(...args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [fixedNewSpace, '--require', reportUsage, program, 'run', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, BENCH_USAGE: folder },
  })
  await once(child, 'exit')
  return Number(JSON.parse(readFileSync(join(folder, `${child.pid}.json`), 'utf8')).peakMb)
}

test('a run of 10,000 requests takes no more memory than 1.2 times one of 1,000, reports included', async () => {
  const file = join(folder, 'c.json')
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  const item = Array.from({ length: 10 }, (_, at) => ({
    name: `R${at}`,
    request: { method: 'GET', url: sink.url },
  }))
  writeFileSync(file, JSON.stringify({ info: { name: 'C', schema }, item }))
  const reports = ['json', 'junit', 'html'].flatMap(name => ['-r', `${name}=${join(folder, name)}`])
  const short = await peakMb(file, '-n', '100', ...reports)
  const long = await peakMb(file, '-n', '1000', ...reports, '--force')
  keepLoad({ load: 'run', grownMb: Math.round(long - short) })
  expect(long).toBeLessThan(1.2 * short)
})
