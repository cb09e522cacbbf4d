import { join } from 'node:path'
import type { AppData } from '@parley/appdata'
import { becauseOf, errorCodeOf, nextStepFor, nodeFiles, privateFolderMode, sweepFolder } from '@parley/files'
import { failed, ok, type Result } from '@parley/model'
import { freeFileName, type Workspace } from '@parley/workspace'
import type { DescribedProblem, RecentWorkspace } from '../contract/index.ts'
import { StartError } from '../start-error.ts'
import type { WorkspaceTabs } from '../tabs/workspace-tabs.ts'
import type { Variables } from '../variables/variables.ts'
import type { Library } from './library.ts'
import { openLibraryWorkspace } from './open-library-workspace.ts'
import type { RecentWorkspaces } from './recent-workspaces.ts'
import { notWholePath, typedFolder } from './typed-folder.ts'

export interface WorkspacesOptions {
  readonly appData: AppData
  readonly appDataFolder: string
  readonly recent: RecentWorkspaces
  readonly library: Library
  readonly variables: Variables
  readonly tabs: WorkspaceTabs
  /** The folder that is open at first. */
  readonly folder: string
  /** Called after another workspace was opened. */
  readonly onOpened: () => void
}

type Done = Promise<Result<null, DescribedProblem>>

/** Opens, creates and lists workspaces. */
export class Workspaces {
  readonly #options: WorkspacesOptions
  #folder: string
  /** Operations run one after another. */
  #queue: Promise<unknown> = Promise.resolve()

  constructor(options: WorkspacesOptions) {
    this.#options = options
    this.#folder = options.folder
  }

  list(): readonly RecentWorkspace[] {
    return this.#options.recent.all.map(one => ({ ...one, isOpen: one.folder === this.#folder }))
  }

  /** Opens the workspace, or the single collection, in a folder. */
  open(typed: string): Done {
    return this.#next(async () => {
      const folder = typedFolder(typed)
      if (folder === null) return failed(notWholePath)
      if (folder === this.#folder) return ok(null)
      if (!(await this.#isOwn(folder)) && !(await holdsWorkspace(folder)))
        return failed(await noWorkspace(folder))
      return this.#use(folder, null)
    })
  }

  /** Creates an empty workspace; in the app data if no folder is given. */
  create(name: string, typed: string): Done {
    return this.#next(async () => {
      const folder = typed === '' ? await this.#newFolder(name) : typedFolder(typed)
      if (folder === null) return failed(notWholePath)
      try {
        await nodeFiles.makeFolder(folder, ...(typed === '' ? [privateFolderMode] : []))
        await sweepFolder(nodeFiles, folder)
        if ((await nodeFiles.list(folder)).length > 0) return failed(notEmpty(folder))
      } catch (error) {
        return failed(notMade(folder, errorCodeOf(error)))
      }
      return this.#use(folder, name)
    })
  }

  /** The folder of the open workspace. */
  get folder(): string {
    return this.#folder
  }

  async #use(folder: string, newName: string | null): Done {
    const { appData, appDataFolder, library, variables, tabs, recent, onOpened } = this.#options
    let workspace: Workspace
    try {
      workspace = (await openLibraryWorkspace({ appData, appDataFolder, workspaceFolder: folder })).workspace
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      return failed({ sentence: error.message, nextStep: 'The workspace that was open stays open.' })
    }
    if (newName !== null) {
      const entity = { name: newName, variables: [] }
      const named = await workspace.saveWorkspaceFile({ entity, baseVersion: null })
      if (!named.ok) return failed(named.failure)
    }
    this.#folder = folder
    library.switchTo(workspace)
    variables.switchTo(workspace)
    tabs.switchTo(folder)
    onOpened()
    // The list of recent workspaces is only a convenience: the workspace opens even if the list cannot be
    // saved.
    await recent.note({ folder, name: workspace.tree.name }).catch(() => {})
    return ok(null)
  }

  /** Whether a folder is in the app data or was opened before; these may be empty. */
  async #isOwn(folder: string): Promise<boolean> {
    const isKnown = this.#options.recent.all.some(one => one.folder === folder)
    return isKnown && (await isFolder(folder))
  }

  async #newFolder(name: string): Promise<string> {
    const parent = join(this.#options.appDataFolder, 'workspaces')
    await nodeFiles.makeFolder(parent, privateFolderMode)
    const taken = new Set((await nodeFiles.list(parent)).map(one => one.name.normalize('NFKC').toLowerCase()))
    return join(parent, freeFileName(name, '', taken))
  }

  #next(work: () => Done): Done {
    const next = this.#queue.then(work)
    this.#queue = next.catch(() => undefined)
    return next
  }
}

/**
 * Whether a folder declares itself a workspace or a collection, or contains collections. No other folder is
 * opened.
 */
async function holdsWorkspace(folder: string): Promise<boolean> {
  if (!(await isFolder(folder))) return false
  const names = ['workspace.yml', 'opencollection.yml']
  for (const name of names) if ((await nodeFiles.linkInfo(join(folder, name))) !== null) return true
  const entries = (await nodeFiles.list(folder)).filter(entry => entry.kind === 'folder').slice(0, 1000)
  for (const { name } of entries)
    if ((await nodeFiles.linkInfo(join(folder, name, 'opencollection.yml'))) !== null) return true
  return false
}

async function isFolder(path: string): Promise<boolean> {
  try {
    await nodeFiles.list(path)
    return true
  } catch {
    return false
  }
}

async function noWorkspace(folder: string): Promise<DescribedProblem> {
  const info = await nodeFiles.info(folder)
  if (info === null)
    return {
      sentence: `The folder ${folder} does not exist.`,
      nextStep: 'Check its path. To create a workspace, choose New workspace.',
    }
  if (info.kind !== 'folder')
    return {
      sentence: `${folder} is a file, not a folder.`,
      nextStep: 'Give the folder of the workspace. To import a file, choose Import.',
    }
  return {
    sentence: `There is no workspace in ${folder}.`,
    nextStep: 'A workspace contains workspace.yml or collections. To create one, choose New workspace.',
  }
}

function notEmpty(folder: string): DescribedProblem {
  return {
    sentence: `${folder} is not empty.`,
    nextStep: 'Choose a folder that is empty or does not exist yet, or open this one.',
  }
}

function notMade(folder: string, code: string): DescribedProblem {
  return {
    sentence: `${folder} could not be created${becauseOf(code)}.`,
    nextStep: nextStepFor(code, 'Check that this account may write there, or name another folder.'),
  }
}
