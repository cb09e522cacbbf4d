import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { needs } from '@parley/testkit/needs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundledProgram } from './run-program.testkit.ts'

/** The instructions of a Node on one kind of processor; on others the counts say nothing. */
const countedFor = 'Node 26.10.0 on linux-x64'
/**
 * Millions of instructions that valgrind counted when this was written: no load of a machine changes them. Where a run takes fewer
 * for good, the number becomes smaller. A run with scripts is not counted: what watches their thread does more while they wait.
 */
const budgets: readonly (readonly [name: string, millions: number, words: readonly string[]])[] = [
  ['--version', 143, ['--version']],
  ['a run of 20 requests', 795, ['run', 'plain.json']],
]
/** What a run may take as a multiple of its budget. */
const tolerance = 1.02

/** V8 compiles and collects in the thread that runs, so that no race of its threads changes the count. */
const steady = ['--single-threaded', '--hash-seed=1', '--random-seed=1']
const isCounted =
  `Node ${process.versions.node} on ${process.platform}-${process.arch}` === countedFor &&
  spawnSync('valgrind', ['--version']).status === 0

describe('instructions', needs(isCounted, `valgrind and ${countedFor}`), () => {
  let folder: string
  let server: Server

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-counted-'))
    server = createServer((_request, response) => {
      response.setHeader('Content-Type', 'application/json')
      response.end('{"id":7}')
    })
    // Counting takes fifty times as long as running.
    server.keepAliveTimeout = 600_000
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    writeFileSync(join(folder, 'plain.json'), collectionOf(url))
  })

  afterAll(() => {
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true })
  })

  test.for(budgets)('%s takes no more than it may', async ([, millions, words]) => {
    const program = [process.execPath, ...steady, bundledProgram, ...words]
    // The first run writes the cache of compiled code.
    await run(program)
    const counted = await run(['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null', ...program])
    const [, instructions] = /Collected : (\d+)/.exec(counted) ?? []
    expect(Number(instructions) / 1e6).toBeLessThanOrEqual(millions * tolerance)
  })

  /** Returns what a program prints to its standard error. */
  async function run([program = '', ...args]: readonly string[]): Promise<string> {
    const env = { PATH: process.env.PATH, PARLEY_HOME: join(folder, 'home'), PARLEY_KEYCHAIN: 'off' }
    return (await promisify(execFile)(program, args, { cwd: folder, env })).stderr
  }
})

function collectionOf(url: string): string {
  const item = Array.from({ length: 20 }, (_, at) => ({
    name: `Request ${at}`,
    request: { method: 'GET', url: `${url}?i=${at}` },
  }))
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  return JSON.stringify({ info: { name: 'Counted', schema }, item })
}
