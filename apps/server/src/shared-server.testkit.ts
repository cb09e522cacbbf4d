import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '@parley/testkit'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { ServerOptions } from './start-server.ts'
import { startTestServer, type TestServer } from './start-test-server.testkit.ts'
import { type WatchedWindow, watchWindow } from './watch-window.testkit.ts'

/** One server for all tests of a file. */
export interface SharedServer extends Omit<TestServer, 'close'> {
  /** The window of the present test, which is closed after it. */
  readonly window: WatchedWindow
  /** The folder of the workspace that is open when the present test begins. */
  readonly workspaceFolder: string
}

/**
 * Starts one server for the tests of a file or of a `describe`, and opens a window for each test. A test distinguishes
 * what it does by its own window, names and IDs, as it finds what others left.
 */
export function useSharedServer(options: Partial<ServerOptions> = {}): SharedServer {
  return useServer(options, async running => sampleFolder(running))
}

/**
 * Like `useSharedServer`, and each test begins as on a new server: with an unchanged sample in a workspace of its own,
 * an empty history, and without global variables and session values. This takes a third of a start.
 */
export function useSharedServerWithSamples(options: Partial<ServerOptions> = {}): SharedServer {
  let count = 0
  return useServer(options, async running => {
    const unchanged = join(running.folder, 'unchanged')
    if (!existsSync(unchanged)) {
      await running.client.library.readTree()
      cpSync(sampleFolder(running), unchanged, { recursive: true })
    }
    count += 1
    const folder = join(running.folder, `sample ${count}`)
    cpSync(unchanged, folder, { recursive: true })
    const opened = await running.client.workspaces.open({ folder })
    if (opened.state === 'failed') throw new Error(opened.sentence)
    await clear(running)
    return folder
  })
}

const sampleFolder = ({ appDataFolder }: TestServer) => join(appDataFolder, 'workspaces', 'bookshop')

async function clear({ client, appDataFolder }: TestServer): Promise<void> {
  // The key is made at the first start, which takes a while.
  await waitFor(async () => (await client.history.list({})).locked === null, 'the history to be unlocked')
  await client.history.clear()
  await client.sessionValues.clear()
  const globals = join(appDataFolder, 'globals.yml')
  if (!existsSync(globals)) return
  const place = { kind: 'global' } as const
  const opened = await client.variables.open({ place })
  if (opened.state === 'failed') throw new Error(opened.sentence)
  await client.variables.save({ place, variables: [], baseVersion: opened.version })
  rmSync(globals)
}

/** @param prepare - returns the folder of the workspace that it opened */
function useServer(
  options: Partial<ServerOptions>,
  prepare: (running: TestServer) => Promise<string>,
): SharedServer {
  let running: TestServer
  let window: WatchedWindow
  let workspaceFolder: string
  beforeAll(async () => {
    running = await startTestServer(options)
  })
  afterAll(() => running.close())
  beforeEach(async () => {
    workspaceFolder = await prepare(running)
    window = await watchWindow(running.client)
  })
  afterEach(() => window.close())
  return {
    get server() {
      return running.server
    },
    get port() {
      return running.port
    },
    get demo() {
      return running.demo
    },
    get client() {
      return running.client
    },
    get folder() {
      return running.folder
    },
    get appDataFolder() {
      return running.appDataFolder
    },
    get window() {
      return window
    },
    get workspaceFolder() {
      return workspaceFolder
    },
  }
}
