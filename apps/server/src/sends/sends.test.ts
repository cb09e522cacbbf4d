import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AppData,
  fileSecrets,
  openActiveEnvironments,
  openFileBodyStore,
  openSettingsFile,
} from '@parley/appdata'
import { authSessionInMemory } from '@parley/engine'
import { nodeFiles } from '@parley/files'
import { describeSendFailure, newHttpRequest } from '@parley/model'
import { nodeHostNames } from '@parley/transport'
import { Globals } from '@parley/workspace'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BodyTexts } from '../bodies/body-texts.ts'
import { Library } from '../library/library.ts'
import { openLibraryWorkspace } from '../library/open-library-workspace.ts'
import { LiveSessions } from '../live/live-sessions.ts'
import { LogThreads } from '../live/search/log-threads.ts'
import { SendStreams } from '../live/send-streams.ts'
import { PickedFiles } from '../picked-files/picked-files.ts'
import { Scripting } from '../scripting.ts'
import { SendHistory } from '../send-history.ts'
import { Variables } from '../variables/variables.ts'
import { WindowEvents } from '../windows/window-events.ts'
import { SecretQuestions } from './secret-questions.ts'
import type { HostPorts } from './send-ports.ts'
import { Sends } from './sends.ts'

let folder: string
let ports: HostPorts
let appData: AppData
let scripting: Scripting
let sends: Sends
let windows: WindowEvents

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-sends-'))
  ports = {
    transport: {
      open: () => Promise.reject(new Error('No connection is opened here')),
      send() {
        throw new TypeError('A bug that knows of https://user:secret@api.test')
      },
    },
    clock: { now: Date.now, monotonic: () => performance.now() },
    random: { uuid: randomUUID, integer: () => 0 },
    hostNames: nodeHostNames,
    authSession: authSessionInMemory(),
  }
  const bodies = await openFileBodyStore(folder)
  scripting = new Scripting(bodies, () => {})
  const bodyTexts = new BodyTexts(bodies)
  const settings = await openSettingsFile(folder)
  const opened = await AppData.open(folder, { keychain: async () => null, ownThread: false })
  if (!opened.ok) throw new Error(opened.failure.code)
  appData = opened.value
  const { workspace } = await openLibraryWorkspace({ appData, appDataFolder: folder, workspaceFolder: null })
  const variables = new Variables({
    workspace,
    globals: new Globals(nodeFiles, folder, fileSecrets(appData.secrets), workspace.folder),
    active: await openActiveEnvironments(folder),
    onChange: () => {},
  })
  const library = new Library(workspace, null, {
    live: scripting,
    sharedVariables: drafts => variables.shared(drafts),
    keepUnsavedSecrets: () => {},
  })
  const history = new SendHistory({ appData, bodies, bodyTexts, onChange: () => {} })
  const pickedFiles = new PickedFiles(folder)
  windows = new WindowEvents()
  const threads = new LogThreads()
  const live = new LiveSessions({ bodies, bodyTexts, windows, threads, openEnded: async () => null })
  sends = new Sends({
    ports,
    history,
    scripting,
    library,
    bodyTexts,
    settings,
    pickedFiles,
    windows,
    streams: new SendStreams({ bodies, secretVariables: async () => [] }, live),
    secretQuestions: new SecretQuestions({
      workspace: () => folder,
      onChange: () => {},
      keep: async () => {},
    }),
  })
})

afterEach(async () => {
  await sends.close()
  await scripting.close()
  await appData.close()
  rmSync(folder, { recursive: true })
  vi.restoreAllMocks()
})

test('a bug in a send fails that send, without showing what the user typed', async () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const windowId = randomUUID()
  const sendId = randomUUID()
  const request = newHttpRequest({ method: 'GET', url: 'http://user:secret@api.test/' })
  const items = windows.subscribe([{ windowId, sequence: 0, after: null }], undefined)
  expect(sends.start({ windowId, sendId, requestId: 'r1', parentId: null, request })).toBe(true)
  const next = async () => {
    for await (const item of { [Symbol.asyncIterator]: () => ({ next: () => items.next() }) })
      if (item.type === 'event' && item.event.type === 'send') return item.event
    return null
  }
  let last = await next()
  while (last?.progress.state === 'awaiting') last = await next()
  if (last?.progress.state !== 'failed') throw new Error('It did not fail')
  expect(last.progress.failure).toMatchObject({ kind: 'protocol', code: 'INTERNAL_ERROR' })
  expect(describeSendFailure(last.progress.failure).sentence).toBe('A bug in Parley stopped this request.')
  const logged = log.mock.calls.join('')
  expect(logged).toContain('A bug in Parley (a send): TypeError')
  expect(logged).toContain('sends.test.ts')
  expect(logged).not.toContain('secret')
  expect(await sends.release(sendId)).toBe(true)
})

test('no send starts while the server closes', async () => {
  await sends.close()
  const request = newHttpRequest({ method: 'GET', url: 'http://api.test/' })
  const start = { windowId: randomUUID(), sendId: randomUUID(), requestId: 'r1', parentId: null, request }
  expect(sends.start(start)).toBe(false)
})
