import { basename, join } from 'node:path'
import { becauseOf, errorCodeOf, nextStepFor, nodeFiles, privateFolderMode, removeTree } from '@parley/files'
import { failed, ok, type Result } from '@parley/model'
import { takeSnapshot, unfinishedSnapshot } from '@parley/workspace'
import type { Backup, BackupEvent, DescribedProblem } from '../contract/index.ts'

/**
 * Copies workspaces into the app data: a folder for each workspace's name, and in it a folder for each
 * backup, named by its time.
 */
export class Backups {
  readonly #folder: string
  /** The latest operation; operations run one after another. */
  #latest: Promise<unknown> = Promise.resolve()

  constructor(appDataFolder: string) {
    this.#folder = join(appDataFolder, 'backups')
  }

  /** Copies all files of a workspace unchanged; never rejects. */
  make(workspaceFolder: string): Promise<BackupEvent> {
    const made = this.#latest.then(() => this.#make(workspaceFolder))
    this.#latest = made
    return made
  }

  async #make(workspaceFolder: string): Promise<BackupEvent> {
    try {
      const entries = await nodeFiles.list(workspaceFolder)
      // Anything but files and folders is skipped: a link, for example, could lead anywhere.
      const own = entries.filter(({ kind }) => kind === 'file' || kind === 'folder')
      const names = own.map(({ name }) => name).filter(name => !notBackedUp.has(name))
      const target = join(this.#folder, basename(workspaceFolder))
      await nodeFiles.makeFolder(target, privateFolderMode)
      for (const name of await foldersIn(target))
        if (name.startsWith(unfinishedSnapshot)) await removeTree(nodeFiles, join(target, name))
      const made = await takeSnapshot(nodeFiles, workspaceFolder, names, target, Date.now())
      return { type: 'backup', state: 'made', folder: made }
    } catch (error) {
      return { type: 'backup', state: 'failed', ...notBackedUpProblem(errorCodeOf(error)) }
    }
  }

  /** Lists the backups, the latest first. */
  async list(): Promise<readonly Backup[]> {
    const found: Backup[] = []
    for (const workspaceName of await foldersIn(this.#folder)) {
      for (const stamp of await foldersIn(join(this.#folder, workspaceName))) {
        const madeAtMs = timeOf(stamp)
        if (madeAtMs === null) continue
        const folder = join(this.#folder, workspaceName, stamp)
        found.push({ folder, workspaceName, madeAtMs, sizeBytes: await sizeOf(folder) })
      }
    }
    return found.toSorted((one, other) => other.madeAtMs - one.madeAtMs)
  }

  /** Deletes a backup from {@link list} permanently. */
  async remove(folder: string): Promise<Result<null, DescribedProblem>> {
    if (!(await this.list()).some(one => one.folder === folder))
      return failed({
        sentence: 'This backup no longer exists.',
        nextStep: 'Open the settings again to see which there are.',
      })
    try {
      await removeTree(nodeFiles, folder)
      return ok(null)
    } catch (error) {
      return failed({
        sentence: `The backup could not be removed${becauseOf(errorCodeOf(error))}.`,
        nextStep: nextStepFor(errorCodeOf(error), `Check that this account may write in ${folder}.`),
      })
    }
  }
}

/** Returns the names of the folders in a folder; none if it does not exist. */
async function foldersIn(folder: string): Promise<readonly string[]> {
  if ((await nodeFiles.linkInfo(folder)) === null) return []
  const entries = await nodeFiles.list(folder)
  return entries.filter(({ kind }) => kind === 'folder').map(({ name }) => name)
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await nodeFiles.list(folder)
  const at = (name: string) => join(folder, name)
  const files = entries.filter(({ kind }) => kind === 'file').map(({ name }) => at(name))
  let size = (await nodeFiles.linkInfos(files)).reduce((sum, info) => sum + (info?.sizeBytes ?? 0), 0)
  for (const { name, kind } of entries) if (kind === 'folder') size += await sizeOf(at(name))
  return size
}

/** Parses a folder name such as `2026-11-21T20-14-05.123Z`; file names cannot contain colons. */
function timeOf(stamp: string): number | null {
  const time = Date.parse(stamp.replace(/T(\d\d)-(\d\d)-(\d\d)/, 'T$1:$2:$3'))
  return Number.isNaN(time) ? null : time
}

/** Folders that other programs generate again, or back up themselves. */
export const notBackedUp: ReadonlySet<string> = new Set(['.git', 'node_modules'])

function notBackedUpProblem(code: string): DescribedProblem {
  return {
    sentence: `The workspace could not be backed up${becauseOf(code)}.`,
    nextStep: nextStepFor(
      code,
      'Free some space on the disk, check that all files of the workspace can be read, and try again.',
    ),
  }
}
