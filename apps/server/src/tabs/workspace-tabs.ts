import type { ClaimedTabs, TabsKept } from '../contract/index.ts'
import type { KeptTabs, WindowTabs } from './kept-tabs.ts'

/** The open tabs of each workspace: a window keeps those of the one that it began with. */
export class WorkspaceTabs {
  readonly #make: (workspaceFolder: string) => KeptTabs
  readonly #byFolder = new Map<string, KeptTabs>()
  readonly #byWindow = new Map<string, KeptTabs>()
  #present: KeptTabs

  constructor(make: (workspaceFolder: string) => KeptTabs, workspaceFolder: string) {
    this.#make = make
    this.#present = this.#of(workspaceFolder)
  }

  /** Windows that begin from now on show another workspace. */
  use(workspaceFolder: string): void {
    this.#present = this.#of(workspaceFolder)
  }

  claim(windowId: string): Promise<ClaimedTabs> {
    this.#byWindow.set(windowId, this.#present)
    return this.#present.claim(windowId)
  }

  keep(tabs: WindowTabs): Promise<TabsKept> {
    return (this.#byWindow.get(tabs.windowId) ?? this.#present).keep(tabs)
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
