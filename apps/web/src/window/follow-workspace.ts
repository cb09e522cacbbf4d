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

/** Once another workspace is open, loads the window again with the tabs of that one, after its own are kept. */
export function followWorkspace(
  workspaces: ReturnType<typeof createWindowWorkspaces>,
  holdsAll: () => boolean,
): void {
  workspaces.subscribe(({ shown, opened }) => {
    if (shown !== null && opened !== null && shown !== opened) void reloadWhenSaved(holdsAll)
  })
}

async function reloadWhenSaved(holdsAll: () => boolean): Promise<void> {
  for (let tries = 0; tries < maxSaveAttempts && !holdsAll(); tries += 1)
    await new Promise(resolve => setTimeout(resolve, saveWaitMs))
  location.reload()
}

/** How many times the page checks that all is kept, before the browser asks the user. */
const maxSaveAttempts = 20
const saveWaitMs = 300
