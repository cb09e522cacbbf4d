import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { newAuth, newHttpRequest } from '@parley/model'
import { waitFor } from '@parley/testkit'
import { randomFrom } from '@parley/testkit/random'
import { expect, inject, test } from 'vitest'
import type { LibraryContainer, LibraryNode } from './contract/index.ts'
import { createTestClient, type TestClient } from './start-test-server.testkit.ts'
import { type StartedProgram, StartedPrograms } from './started-programs.testkit.ts'

/** The outcome of a series of kills. */
export interface ServerKills {
  readonly kills: number
  /** How many commands completed before the kill, and how many it interrupted. */
  readonly done: number
  readonly cutOff: number
  /** A sentence for each thing that was lost; none are expected. */
  readonly lost: readonly string[]
}

/** A request or folder that is repeatedly changed. */
interface Tracked {
  readonly id: string
  readonly label: string
  readonly isFolder: boolean
}

interface Sample {
  readonly parents: readonly string[]
  readonly tracked: readonly Tracked[]
  /** The token of each request, by ID. */
  readonly tokens: ReadonlyMap<string, string>
}

/**
 * Kills a server at a random moment while several clients run commands, repeatedly, each time on what the
 * last kill left (attacks SE10). After each start, all requests must have their IDs, tokens and unsaved tabs.
 * @param seed - of the commands and of the moments, as far as the machine keeps to them
 */
export async function killServer(
  kills: number,
  seed: number,
  onKill: (kill: number, lost: readonly string[]) => void = () => {},
): Promise<ServerKills> {
  const random = randomFrom(seed)
  const programs = new StartedPrograms()
  const lost: string[] = []
  const counts = { done: 0, cutOff: 0 }
  try {
    // Only a program that exits by itself saves its compiled code for later starts.
    await programs.kill((await start(programs)).program, 'SIGTERM')
    let started = await start(programs)
    const sample = await makeSample(started.client)
    const workspaceFolder = join(programs.home, 'workspaces', 'bookshop')
    for (let kill = 1; kill <= kills; kill += 1) {
      await keepTabs(started.client, sample, workspaceFolder)
      const signal = { isStopped: false }
      const { client } = started
      const working = sample.tracked.map(one => work(client, sample, one, signal, counts, random))
      const killAfter = counts.done + Math.floor(random() * 4)
      await waitFor(() => counts.done >= killAfter, 'commands to be done', { timeoutMs: patientMs })
      await wait(random() * 20)
      await programs.kill(started.program)
      signal.isStopped = true
      await Promise.all(working)
      started = await start(programs)
      const problems = await answered(() => check(started.client, sample))
      lost.push(...problems.map(problem => `Kill ${kill}: ${problem}`))
      onKill(kill, lost)
    }
    return { kills, lost, ...counts }
  } finally {
    await programs.close()
  }
}

/** A long time, as a busy machine may be slow at one of thousands of starts and commands. */
const patientMs = 300_000

async function start(programs: StartedPrograms): Promise<{ program: StartedProgram; client: TestClient }> {
  const program = programs.start(['--no-open', '--no-demo'])
  return { program, client: createTestClient(await programs.addressOf(program, patientMs)) }
}

const request = (name: string, token: string) =>
  newHttpRequest({ name, method: 'GET', url: `http://x.test/${name}`, auth: { ...newAuth('bearer'), token } })

async function makeSample(client: TestClient): Promise<Sample> {
  const parents = [
    idOf(await client.library.createCollection({ name: 'A' })),
    idOf(await client.library.createCollection({ name: 'B' })),
  ]
  const [parentId = ''] = parents
  const tokens = new Map<string, string>()
  const make = async (parent: string, name: string) => {
    const id = idOf(
      await client.library.createRequest({ parentId: parent, request: request(name, `token of ${name}`) }),
    )
    tokens.set(id, `token of ${name}`)
    return { id, label: name, isFolder: false }
  }
  const folder = idOf(await client.library.createFolder({ parentId, name: 'Folder' }))
  for (let index = 0; index < 5; index += 1) await make(folder, `inside ${index}`)
  const tracked: Tracked[] = [{ id: folder, label: 'Folder', isFolder: true }]
  for (let index = 0; index < 4; index += 1) tracked.push(await make(parentId, `request ${index}`))
  return { parents, tracked, tokens }
}

function idOf(made: { readonly state: string; readonly id?: string }): string {
  if (made.id === undefined) throw new Error(JSON.stringify(made))
  return made.id
}

/** Stores an unsaved tab for each request. */
async function keepTabs(client: TestClient, { tokens }: Sample, workspaceFolder: string): Promise<void> {
  const windowId = randomUUID()
  const tabs = [...tokens].map(([id, token]) => ({
    tabId: `tab-${id}`,
    requestId: id,
    view: '{}',
    draft: { state: 'changed', content: JSON.stringify({ unsaved: token }) } as const,
  }))
  await waitFor(
    async () => {
      const kept = await client.tabs.save({
        windowId,
        sequence: 1,
        isLast: false,
        workspaceFolder,
        tabs,
        activeTabId: null,
      })
      return kept.state === 'saved'
    },
    'the tabs to be kept',
    { timeoutMs: patientMs },
  )
}

/** Runs commands on one entry until the server stops responding. */
async function work(
  client: TestClient,
  sample: Sample,
  tracked: Tracked,
  signal: { readonly isStopped: boolean },
  counts: { done: number; cutOff: number },
  random: () => number,
): Promise<void> {
  const commands = [rename, move, removeAndRestore, duplicateAndRemove, save]
  while (!signal.isStopped) {
    const command = commands[Math.floor(random() * commands.length)] ?? rename
    try {
      await command(client, sample, tracked, random)
      counts.done += 1
    } catch {
      counts.cutOff += 1
      return
    }
  }
}

type Command = (
  client: TestClient,
  sample: Sample,
  tracked: Tracked,
  random: () => number,
) => Promise<unknown>

const rename: Command = (client, _, { id, label }) =>
  client.library.rename({ id, name: `${label} ${randomUUID().slice(0, 4)}` })

const move: Command = (client, { parents }, { id }, random) =>
  client.library.move({ id, parentId: parents[Math.floor(random() * 2)] ?? '', index: 0 })

const removeAndRestore: Command = async (client, _, { id, label }) => {
  await client.library.remove({ id })
  await restore(client, label)
}

const duplicateAndRemove: Command = async (client, _, { id }) => {
  const copy = await client.library.duplicate({ id })
  if (copy.state !== 'failed') await client.library.remove({ id: copy.id })
}

const save: Command = async (client, _, { id, isFolder }) => {
  if (isFolder) return
  const { request: saved, version } = await client.library.readRequest({ id })
  const url = `${saved.url.split('?')[0]}?${randomUUID()}`
  await client.library.saveRequest({ id, request: { ...saved, url }, baseVersion: version })
}

/** Restores the deleted entry with a label; copies of it stay deleted. */
async function restore(client: TestClient, label: string): Promise<void> {
  const deleted = await client.library.listDeleted()
  const own = deleted.find(({ name }) => name.startsWith(label) && !name.includes('copy'))
  if (own !== undefined) await client.library.restore({ trashId: own.trashId })
}

/** Retries a call: a busy machine may let the server close a connection just as the client uses it again. */
async function answered<Value>(call: () => Promise<Value>): Promise<Value> {
  const { value } = await waitFor(async () => ({ value: await call() }), 'an answer', {
    timeoutMs: patientMs,
  })
  return value
}

async function check(client: TestClient, { tracked, tokens }: Sample): Promise<readonly string[]> {
  const lost: string[] = []
  let nodes = await nodesOf(client)
  const deleted = tracked.filter(({ id }) => !nodes.has(id))
  for (const { label } of deleted) await restore(client, label)
  if (deleted.length > 0) nodes = await nodesOf(client)
  for (const { id, label } of tracked) if (!nodes.has(id)) lost.push(`${label} has another ID, or is gone`)
  for (const [id, token] of tokens) {
    if (!nodes.has(id)) lost.push(`the request with “${token}” has another ID, or is gone`)
  }
  const requests = [...nodes.values()].filter(
    ({ kind, name }) => kind === 'request' && /^(request|inside) /.test(name),
  )
  for (const { id, name, token } of await Promise.all(requests.map(one => readToken(client, one)))) {
    const isRight = tokens.has(id) ? token === tokens.get(id) : [...tokens.values()].includes(token)
    if (!isRight) lost.push(`${name} has the token “${token}”`)
  }
  const claimed = await client.tabs.claim({ windowId: randomUUID(), sequence: 0, after: null })
  const drafts = claimed.state === 'given' ? claimed.tabs.map(({ content }) => content) : []
  for (const token of tokens.values())
    if (!drafts.includes(JSON.stringify({ unsaved: token }))) lost.push(`the tab with “${token}” is gone`)
  return lost
}

async function readToken(client: TestClient, { id, name }: LibraryNode) {
  const { auth } = (await client.library.readRequest({ id })).request
  return { id, name, token: auth.type === 'bearer' ? auth.token : '' }
}

async function nodesOf(client: TestClient): Promise<ReadonlyMap<string, LibraryNode>> {
  const { collections } = await client.library.readTree()
  const below = (container: LibraryContainer): readonly LibraryNode[] =>
    container.children.flatMap(one => (one.kind === 'request' ? [one] : [one, ...below(one)]))
  return new Map(collections.flatMap(below).map(node => [node.id, node]))
}

/** Tests that kills of a server lose nothing, and that some of them interrupted a command. */
export function testKills(kills: number): void {
  test(`${kills} kills of a server amid commands lose no ID, secret or unsaved tab (attacks SE10)`, {
    timeout: 600_000,
  }, async () => {
    const { lost, done, cutOff } = await killServer(kills, inject('seed'))
    process.stdout.write(`${kills} kills: ${done} commands done, ${cutOff} cut off\n`)
    expect(lost).toEqual([])
    expect(cutOff).toBeGreaterThan(0)
  })
}
