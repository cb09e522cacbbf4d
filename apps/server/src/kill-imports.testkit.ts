import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { waitFor } from '@parley/testkit'
import { randomFrom } from '@parley/testkit/random'
import { expect, inject, test } from 'vitest'
import { createTestClient, type TestClient } from './start-test-server.testkit.ts'
import { type StartedProgram, StartedPrograms } from './started-programs.testkit.ts'
import { type WatchedWindow, watchWindow } from './watch-window.testkit.ts'

/** The outcome of a series of kills amid imports. */
export interface ImportKills {
  readonly kills: number
  /** How many imports were reported as written, how many removals as done, and how many of both a kill interrupted. */
  readonly written: number
  readonly removed: number
  readonly cutOff: number
  /** A sentence for each import that is not where it was reported, or not whole; none are expected. */
  readonly lost: readonly string[]
}

/** What a client knows of one import when the server is killed. */
interface Imported {
  readonly name: string
  state: 'importing' | 'written' | 'removing' | 'removed'
}

/** Requests of an import: enough to be killed amid them. */
const requestsEach = 40

const patientMs = 300_000

interface Started {
  readonly program: StartedProgram
  readonly client: TestClient
}

/**
 * Kills a server at a random moment while two windows import collections and remove some of them again, repeatedly.
 * After each start, an import that was reported as written must be there whole, or whole in the trash if its removal was
 * asked for; one that was not reported is there whole or not at all; and no temporary file of the killed process is left.
 * @param seed - of what is removed and of the moments, as far as the machine keeps to them
 */
async function killAmidImports(
  kills: number,
  seed: number,
  onKill: (kill: number, lost: readonly string[]) => void = () => {},
): Promise<ImportKills> {
  const random = randomFrom(seed)
  const programs = new StartedPrograms()
  const lost: string[] = []
  const counts = { written: 0, removed: 0, cutOff: 0 }
  try {
    await programs.kill((await start(programs)).program, 'SIGTERM')
    let started = await start(programs)
    for (let kill = 1; kill <= kills; kill += 1) {
      const imports: Imported[] = []
      const signal = { isStopped: false }
      const { client, program } = started
      const working = [0, 1].map(at =>
        importAndRemove(client, `${kill}-${at}`, imports, signal, counts, random),
      )
      const killAfter = counts.written + Math.floor(random() * 3)
      await waitFor(() => counts.written >= killAfter, 'imports to be written', { timeoutMs: patientMs })
      await wait(random() * 150)
      await programs.kill(program)
      signal.isStopped = true
      await Promise.all(working)
      started = await start(programs)
      const problems = await check(started.client, imports, join(programs.home, 'workspaces', 'bookshop'))
      lost.push(...problems.map(problem => `Kill ${kill}: ${problem}`))
      onKill(kill, lost)
    }
    return { kills, lost, ...counts }
  } finally {
    await programs.close()
  }
}

async function start(programs: StartedPrograms): Promise<Started> {
  const program = programs.start(['--no-open', '--no-demo'])
  return { program, client: createTestClient(await programs.addressOf(program, patientMs)) }
}

/** Imports collections, and removes every third of them, until the server stops responding. */
async function importAndRemove(
  client: TestClient,
  prefix: string,
  imports: Imported[],
  signal: { readonly isStopped: boolean },
  counts: { written: number; removed: number; cutOff: number },
  random: () => number,
): Promise<void> {
  const window = await watchWindow(client).catch(() => null)
  if (window === null) return
  try {
    for (let count = 0; !signal.isStopped; count += 1) {
      const one: Imported = { name: `Import ${prefix}-${count}`, state: 'importing' }
      imports.push(one)
      const id = await importOne(client, window, one.name, signal)
      one.state = 'written'
      counts.written += 1
      if (random() < 0.33) {
        one.state = 'removing'
        await client.library.remove({ id })
        one.state = 'removed'
        counts.removed += 1
      }
    }
  } catch {
    counts.cutOff += 1
  } finally {
    await window.lose().catch(() => {})
  }
}

/** Resolves to the ID of the collection once the window is told that it is written. */
async function importOne(
  client: TestClient,
  window: WatchedWindow,
  name: string,
  signal: { readonly isStopped: boolean },
): Promise<string> {
  const { windowId, events } = window
  const importId = randomUUID()
  const item = Array.from({ length: requestsEach }, (_, at) => ({
    name: `Get ${at}`,
    request: { url: `http://a.test/${at}` },
  }))
  const text = JSON.stringify({ info: { name }, item })
  const latest = () =>
    events.filter(event => event.type === 'import').findLast(event => event.importId === importId)
  const reached = (state: string) =>
    waitFor(() => latest()?.state === state || signal.isStopped, `an import that is ${state}`, {
      timeoutMs: patientMs,
    })
  await client.imports.start({ windowId, importId, source: { kind: 'text', text } })
  await reached('read')
  await client.imports.write({ windowId, importId, updates: false, eventStreams: false })
  await reached('written')
  const event = latest()
  const id = event?.state === 'written' ? event.written.collections[0]?.id : null
  if (id == null) throw new Error('It was not written')
  return id
}

/** Returns what is not where it must be; removes all imports, so that the next round costs the same. */
async function check(
  client: TestClient,
  imports: readonly Imported[],
  folder: string,
): Promise<readonly string[]> {
  const { collections } = await answered(() => client.library.readTree())
  const deleted = await answered(() => client.library.listDeleted())
  const lost: string[] = []
  for (const { name, state } of imports) {
    const found = collections.find(one => one.name === name)
    const isDeleted = deleted.some(one => one.name === name)
    const children = found?.children.length ?? 0
    if (found !== undefined && children !== requestsEach)
      lost.push(`${name} (${state}) has ${children} requests`)
    if (!isRight(state, found !== undefined, isDeleted))
      lost.push(
        `${name} was ${state}, and is ${found ? '' : 'not '}there, ${isDeleted ? '' : 'not '}in the trash`,
      )
  }
  const left = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.includes('.parley-'))
  // The new server has a lock of its own while it changes files.
  await waitFor(() => left().length === 0, 'no file to be left', { timeoutMs: 30_000 }).catch(() => {})
  lost.push(...left().map(name => `${name} is left`))
  for (const { id, name } of collections)
    if (name.startsWith('Import ')) await answered(() => client.library.remove({ id }))
  return lost
}

function isRight(state: Imported['state'], isThere: boolean, isDeleted: boolean): boolean {
  switch (state) {
    case 'importing':
      return !isDeleted
    case 'written':
      return isThere && !isDeleted
    case 'removing':
      return isThere !== isDeleted
    case 'removed':
      return !isThere && isDeleted
  }
}

async function answered<Value>(call: () => Promise<Value>): Promise<Value> {
  const { value } = await waitFor(async () => ({ value: await call() }), 'an answer', {
    timeoutMs: patientMs,
  })
  return value
}

/** How far a series of kills is, which goes on in parts on other days. */
export interface Series {
  readonly seed: number
  readonly kills: number
  readonly lost: readonly string[]
}

/** Goes on with a series of kills whose counter and seed are in a file, by one part. */
export async function continueSeries(path: string, part: number, seed: number): Promise<Series> {
  const before = readSeries(path) ?? { seed, kills: 0, lost: [] }
  const { kills, lost } = await killAmidImports(part, before.seed + before.kills)
  const now = { seed: before.seed, kills: before.kills + kills, lost: [...before.lost, ...lost] }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(now)}\n`)
  return now
}

/** Returns how far a series is; null if it has not begun. */
export function readSeries(path: string): Series | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Series
  } catch {
    return null
  }
}

/** Tests that kills of a server amid imports lose none, and that some of them interrupted one. */
export function testImportKills(kills: number): void {
  test(`${kills} kills of a server amid imports lose none that was reported as written (ST1)`, {
    timeout: 600_000,
  }, async () => {
    const { lost, cutOff, ...counts } = await killAmidImports(kills, inject('seed'))
    process.stdout.write(
      `${kills} kills: ${counts.written} written, ${counts.removed} removed, ${cutOff} cut off\n`,
    )
    expect(lost).toEqual([])
    expect(cutOff).toBeGreaterThan(0)
  })
}
