import { createStore } from 'zustand/vanilla'

/** Folders of workspaces; null until they are known. */
export interface WindowWorkspaces {
  /** The workspace whose tabs the window shows. */
  readonly shown: string | null
  /** The one that is open, as the last event said. */
  readonly opened: string | null
}

/** Which workspace the window shows, and which one is open. */
export const createWindowWorkspaces = () =>
  createStore<WindowWorkspaces>(() => ({ shown: null, opened: null }))

/** Reloads the window when another workspace is opened, after saving its own tabs. */
export function followWorkspace(
  workspaces: ReturnType<typeof createWindowWorkspaces>,
  isEverythingStored: () => boolean,
): void {
  workspaces.subscribe(({ shown, opened }) => {
    if (shown !== null && opened !== null && shown !== opened) void reloadWhenSaved(isEverythingStored)
  })
}

async function reloadWhenSaved(isEverythingStored: () => boolean): Promise<void> {
  for (let tries = 0; tries < maxSaveAttempts && !isEverythingStored(); tries += 1)
    await new Promise(resolve => setTimeout(resolve, saveWaitMs))
  location.reload()
}

/** The number of times to check that everything is saved, before the browser asks the user. */
const maxSaveAttempts = 20
const saveWaitMs = 300
