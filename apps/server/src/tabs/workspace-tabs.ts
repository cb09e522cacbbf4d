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
  readonly #make: (workspaceKey: string) => KeptTabs
  readonly #keyOf: (workspaceFolder: string) => Promise<string>
  readonly #byFolder = new Map<string, Promise<KeptTabs>>()
  #folder: string

  /** @param keyOf the key under which the app data keeps what belongs to a workspace */
  constructor(
    make: (workspaceKey: string) => KeptTabs,
    keyOf: (workspaceFolder: string) => Promise<string>,
    workspaceFolder: string,
  ) {
    this.#make = make
    this.#keyOf = keyOf
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
      : await (await this.#of(workspaceFolder)).claim(windowId)
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
    const kept = await this.#of(workspaceFolder)
    return kept.keep(tabs)
  }

  /** A window is gone for good. */
  forgetWindow(windowId: string): void {
    this.#keptSequences.delete(windowId)
  }

  /** Resolves when nothing is being written. */
  async settled(): Promise<void> {
    const all = await Promise.all(this.#byFolder.values())
    await Promise.all(all.map(tabs => tabs.settled()))
  }

  #of(workspaceFolder: string): Promise<KeptTabs> {
    const known = this.#byFolder.get(workspaceFolder)
    if (known !== undefined) return known
    const made = this.#keyOf(workspaceFolder).then(key => this.#make(key))
    this.#byFolder.set(workspaceFolder, made)
    made.catch(() => this.#byFolder.delete(workspaceFolder))
    return made
  }
}
