import type { AppData } from '@parley/appdata'
import { StartError } from '../start-error.ts'
import { libraryFolder, type OpenedWorkspace, openLibraryWorkspace } from './open-library-workspace.ts'
import type { RecentWorkspaces } from './recent-workspaces.ts'

/** An open workspace and its folder. */
export interface FirstWorkspace extends OpenedWorkspace {
  readonly folder: string
}

/**
 * Opens the workspace of a start: the folder that was asked for, otherwise the workspace that was open last,
 * otherwise the sample.
 * @throws StartError if the folder that was asked for cannot be opened
 */
export async function openFirstWorkspace(
  options: { readonly appDataFolder: string; readonly workspaceFolder?: string },
  appData: AppData,
  recent: RecentWorkspaces,
): Promise<FirstWorkspace> {
  const { appDataFolder, workspaceFolder = null } = options
  const open = async (chosen: string | null): Promise<FirstWorkspace> => {
    const place = { appDataFolder, workspaceFolder: chosen }
    const opened = await openLibraryWorkspace({ appData, ...place })
    const folder = libraryFolder(place)
    // The list of recent workspaces is only a convenience: the workspace opens even if the list cannot be
    // saved.
    await recent.note({ folder, name: opened.workspace.tree.name }).catch(() => {})
    return { folder, ...opened }
  }
  const last = recent.all[0]?.folder ?? null
  if (workspaceFolder !== null || last === null) return open(workspaceFolder)
  try {
    return await open(last)
  } catch (error) {
    if (error instanceof StartError) return open(null)
    throw error
  }
}
