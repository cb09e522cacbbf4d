import type { ClaimedTabs, TabsKept } from '../contract/index.ts'
import type { KeptTabs, WindowTabs } from './kept-tabs.ts'

/** The open tabs of each workspace: a window keeps those of the one that it began with. */
export class WorkspaceTabs {
  readonly #make: (workspaceFolder: string) => KeptTabs
  readonly #byFolder = new Map<string, KeptTabs>()
  #folder: string

  constructor(make: (workspaceFolder: string) => KeptTabs, workspaceFolder: string) {
    this.#make = make
    this.#folder = workspaceFolder
  }

  /** The workspace that windows show which begin now. */
  get folder(): string {
    return this.#folder
  }

  /** Windows that begin from now on show another workspace. */
  use(workspaceFolder: string): void {
    this.#folder = workspaceFolder
  }

  async claim(windowId: string): Promise<ClaimedTabs & { readonly workspaceFolder: string }> {
    const workspaceFolder = this.#folder
    return { ...(await this.#of(workspaceFolder).claim(windowId)), workspaceFolder }
  }

  /** Keeps the tabs of a window that shows a workspace, whichever is open now. */
  keep(workspaceFolder: string, tabs: WindowTabs): Promise<TabsKept> {
    return this.#of(workspaceFolder).keep(tabs)
  }

  /** Resolves when nothing is being written. */
  async settled(): Promise<void> {
    await Promise.all([...this.#byFolder.values()].map(tabs => tabs.settled()))
  }

  #of(workspaceFolder: string): KeptTabs {
    const tabs = this.#byFolder.get(workspaceFolder) ?? this.#make(workspaceFolder)
    this.#byFolder.set(workspaceFolder, tabs)
    return tabs
  }
}
