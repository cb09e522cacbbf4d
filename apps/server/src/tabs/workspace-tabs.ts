import type { ClaimedTabs, TabsSaved, UnsavedTab } from '../contract/index.ts'
import type { SavedTabs, WindowTabs } from './saved-tabs.ts'

/** The tabs of a window, as its page sends them. */
export interface SentTabs extends WindowTabs {
  /** Higher than in all earlier calls of the window. */
  readonly sequence: number
}

/** The open tabs of each workspace. A window stores its tabs under the workspace that it loaded with. */
export class WorkspaceTabs {
  /** The sequence number of the latest stored tabs, by window. */
  readonly #keptSequences = new Map<string, number>()
  readonly #make: (workspaceKey: string) => SavedTabs
  readonly #keyOf: (workspaceFolder: string) => Promise<string>
  readonly #byFolder = new Map<string, Promise<SavedTabs>>()
  #folder: string

  /** @param keyOf - returns the key under which the app data stores what belongs to a workspace */
  constructor(
    make: (workspaceKey: string) => SavedTabs,
    keyOf: (workspaceFolder: string) => Promise<string>,
    workspaceFolder: string,
  ) {
    this.#make = make
    this.#keyOf = keyOf
    this.#folder = workspaceFolder
  }

  /** The workspace of windows that load now. */
  get folder(): string {
    return this.#folder
  }

  /** Sets the workspace of windows that load from now on. */
  switchTo(workspaceFolder: string): void {
    this.#folder = workspaceFolder
  }

  /**
   * Gives a window its own tabs and those that no other window shows.
   * @param after - the window's previous page sent its tabs with this sequence number and closed; the call
   * waits for them
   */
  async claim(
    windowId: string,
    after: number | null,
  ): Promise<ClaimedTabs & { readonly workspaceFolder: string }> {
    const workspaceFolder = this.#folder
    const kept = this.#keptSequences.get(windowId)
    const isEarly = kept !== undefined && after !== null && kept < after
    const claimed: ClaimedTabs = isEarly
      ? { state: 'waiting', for: 'lastTabs' }
      : await (await this.#of(workspaceFolder)).claim(windowId)
    if (!isEarly) this.#keptSequences.set(windowId, Math.max(kept ?? 0, after ?? 0))
    return { ...claimed, workspaceFolder }
  }

  /**
   * Stores the tabs of a window under the workspace that it shows, even if another one is open now. Tabs that
   * arrive after later ones are ignored, as two calls may overtake each other.
   */
  async keep(workspaceFolder: string, { sequence, ...tabs }: SentTabs): Promise<TabsSaved> {
    const { windowId } = tabs
    if (sequence <= (this.#keptSequences.get(windowId) ?? 0)) return { state: 'saved' }
    this.#keptSequences.set(windowId, sequence)
    const kept = await this.#of(workspaceFolder)
    return kept.keep(tabs)
  }

  /** Returns what the windows of the open workspace show and have not saved. */
  async unsaved(): Promise<readonly UnsavedTab[]> {
    return (await this.#of(this.#folder)).unsaved()
  }

  /** Forgets a window that is gone permanently. */
  forgetWindow(windowId: string): void {
    this.#keptSequences.delete(windowId)
  }

  /** Resolves when no write is pending. */
  async settled(): Promise<void> {
    const all = await Promise.all(this.#byFolder.values())
    await Promise.all(all.map(tabs => tabs.settled()))
  }

  #of(workspaceFolder: string): Promise<SavedTabs> {
    const known = this.#byFolder.get(workspaceFolder)
    if (known !== undefined) return known
    const made = this.#keyOf(workspaceFolder).then(key => this.#make(key))
    this.#byFolder.set(workspaceFolder, made)
    made.catch(() => this.#byFolder.delete(workspaceFolder))
    return made
  }
}
