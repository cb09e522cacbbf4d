import type { ClaimedTabs, TabsKept } from '../contract/index.ts'
import type { KeptTabs, WindowTabs } from './kept-tabs.ts'

/** The tabs of a window as one of its pages sends them. */
export interface SentTabs extends WindowTabs {
  /** Higher than that of all tabs that the window sent before. */
  readonly sequence: number
}

/** The open tabs of each workspace: a window keeps those of the one that it began with. */
export class WorkspaceTabs {
  /** By window: the sequence number of the tabs that were kept last. */
  readonly #keptSequences = new Map<string, number>()
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

  /**
   * Gives a window the tabs that it or no other window shows.
   * @param after - the page before it sent its tabs with this sequence number and closed: they are waited for
   */
  async claim(
    windowId: string,
    after: number | null,
  ): Promise<ClaimedTabs & { readonly workspaceFolder: string }> {
    const workspaceFolder = this.#folder
    const kept = this.#keptSequences.get(windowId)
    const isEarly = kept !== undefined && after !== null && kept < after
    const claimed: ClaimedTabs = isEarly
      ? { state: 'waiting' }
      : await this.#of(workspaceFolder).claim(windowId)
    if (!isEarly) this.#keptSequences.set(windowId, Math.max(kept ?? 0, after ?? 0))
    return { ...claimed, workspaceFolder }
  }

  /**
   * Keeps the tabs of a window that shows a workspace, whichever is open now. Tabs that arrive after later ones
   * are not kept: two calls may overtake each other.
   */
  async keep(workspaceFolder: string, { sequence, ...tabs }: SentTabs): Promise<TabsKept> {
    const { windowId } = tabs
    if (sequence <= (this.#keptSequences.get(windowId) ?? 0)) return { state: 'kept' }
    this.#keptSequences.set(windowId, sequence)
    return this.#of(workspaceFolder).keep(tabs)
  }

  /** A window is gone for good. */
  forgetWindow(windowId: string): void {
    this.#keptSequences.delete(windowId)
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
