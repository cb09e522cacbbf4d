import type { DeviceOutcomes } from '@parley/appdata'
import { requestCountsOf } from '@parley/engine/reports'
import { nodeFiles } from '@parley/files'
import type { Environment } from '../../io/streams.ts'
import type { ExposedWorkspace } from '../exposed/exposed-workspace.ts'
import type { ExposedWorkspaces } from '../exposed/exposed-workspaces.ts'
import type { KnownSecrets } from '../sending/known-secrets.ts'
import { describeAppRun, exposedRowsOf, summaryOf } from './app-runs.ts'
import { describeAppSend } from './app-send.ts'
import type { EarlierOutcome, ListedOutcome } from './earlier-outcome.ts'
import { ExposedIds } from './exposed-ids.ts'

const mostListed = 100

/** A longer text, such as a certificate, is searched for in no result: a response that contains it would be cut. */
const mostSecretCharacters = 10_000

/**
 * What the app on this device sent of the requests that agents may use, from its history and its runs. Results contain no
 * secret of the device, whatever its environment: the app may have sent others than agents may use.
 */
export class AppOutcomes {
  readonly #workspaces: ExposedWorkspaces
  readonly #secrets: KnownSecrets
  readonly #env: Environment

  constructor(workspaces: ExposedWorkspaces, secrets: KnownSecrets, env: Environment) {
    this.#workspaces = workspaces
    this.#secrets = secrets
    this.#env = env
  }

  /** Lists the outcomes, newest first. None if the app data is missing or locked. */
  async list(): Promise<readonly ListedOutcome[]> {
    await this.#workspaces.refreshAll()
    const found: ListedOutcome[] = []
    for (const workspace of this.#workspaces.all)
      found.push(...((await this.#reading(workspace, listOf)) ?? []))
    return found
  }

  /** Returns an outcome; null if there is none of a request that agents may use. */
  async read(id: string): Promise<EarlierOutcome | null> {
    await this.#workspaces.refreshAll()
    for (const workspace of this.#workspaces.all) {
      const found = await this.#reading(workspace, async (device, ids) => {
        const sent = await describeAppSend(id, device, ids)
        return sent ?? describeAppRun(id, device, ids)
      })
      if (found !== null) return found
    }
    return null
  }

  async #reading<Value>(
    workspace: ExposedWorkspace,
    task: (device: DeviceOutcomes, ids: ExposedIds) => Promise<Value>,
  ): Promise<Value | null> {
    const { appDataFolder, readingDeviceOutcomes } = await import('@parley/appdata')
    const folders = [workspace.root, await nodeFiles.realPath(workspace.root)]
    return readingDeviceOutcomes(appDataFolder(this.#env), folders, async device => {
      const known = await device.secrets()
      // Without the secrets nothing can be hidden.
      if (!known.ok) return null
      this.#secrets.addStored(known.value.filter(({ text }) => text.length <= mostSecretCharacters))
      return task(device, new ExposedIds(workspace, device.paths))
    })
  }
}

async function listOf(device: DeviceOutcomes, ids: ExposedIds): Promise<readonly ListedOutcome[]> {
  const outcomes: ListedOutcome[] = []
  const sends = await device.history.list({ search: '', requestId: null, offset: 0, limit: mostListed })
  for (const { id, sentAt, requestId, state } of sends.ok ? sends.value.entries : []) {
    const request = await ids.find(requestId)
    if (request !== null)
      outcomes.push({
        ...{ id, kind: 'send', by: 'app', path: request.path, at: sentAt },
        ...{ requests: 1, passed: 0, untested: state === 'answered' ? 1 : 0 },
      })
  }
  const runs = await device.runs.list<unknown>(null)
  for (const run of runs.ok ? runs.value : []) {
    const { rows, info } = await exposedRowsOf(run, device, ids)
    if (rows.length === 0) continue
    const summary = summaryOf(rows, info)
    const { passed, untested } = requestCountsOf(summary)
    outcomes.push({
      ...{ id: run.id, kind: 'run', by: 'app', path: ids.pathOf(run.targetId), at: info.startedAt },
      ...{ requests: summary.requests, passed, untested },
    })
  }
  return outcomes
}
