import { failed, ok, type Result } from '@parley/model'
import type { AppDatabase } from './database/app-database.ts'
import type { Locked } from './secrets/locked.ts'
import type { Vault } from './secrets/vault.ts'

/** The unsaved work of one tab. */
export interface Draft {
  readonly tabId: string
  /** Its place among the tabs. */
  readonly position: number
  /** JSON. */
  readonly content: string
}

/** Which tabs were open in a workspace. */
export interface TabSession {
  /** In their order. */
  readonly tabs: readonly OpenTab[]
  /** Null where no tab was open. */
  readonly activeTabId: string | null
}

export interface OpenTab {
  readonly tabId: string
  /** The saved request it shows; null for one that was never saved. */
  readonly requestId: string | null
  /** What of it was shown; the page's own words. */
  readonly view: string
  /** Whether it has a draft; one that is locked has its tab all the same. */
  readonly hasDraft: boolean
}

/** The drafts that could be read, and why others could not: they are kept as they are. */
export interface ReadDrafts {
  /** By position. */
  readonly drafts: readonly Draft[]
  readonly locked: Locked | null
}

/**
 * The unsaved work of all windows, encrypted, as drafts hold what was typed into secret fields too. A
 * write that has resolved outlives the end of the process (product decisions, Unsaved work).
 */
export class DraftJournal {
  readonly #database: AppDatabase
  readonly #vault: Vault

  constructor(database: AppDatabase, vault: Vault) {
    this.#database = database
    this.#vault = vault
  }

  /** Takes the place of the tab's draft. @throws DatabaseError with the old one kept, as on a full disk */
  async write({ tabId, position, content }: Draft): Promise<Result<null, Locked>> {
    const sealed = await this.#vault.seal(draftPlace(tabId), content)
    if (!sealed.ok) return sealed
    await this.#database.run('writeDraft', { tabId, position, content: sealed.value })
    return ok(null)
  }

  /** The tab was saved or closed. */
  async remove(tabId: string): Promise<void> {
    await this.#database.run('removeDraft', tabId)
  }

  async readAll(): Promise<ReadDrafts> {
    const drafts: Draft[] = []
    let isLocked: Locked | null = null
    for (const row of await this.#database.run('readDrafts')) {
      const content = await this.#vault.unseal(draftPlace(row.tabId), row.content)
      if (content.ok) drafts.push({ ...row, content: content.value })
      else isLocked = content.failure
    }
    return { drafts, locked: isLocked }
  }

  /** Takes the place of what was kept for the workspace. */
  async writeSession(workspaceKey: string, session: TabSession): Promise<Result<null, Locked>> {
    const sealed = await this.#vault.seal(sessionPlace(workspaceKey), JSON.stringify(session))
    if (!sealed.ok) return sealed
    await this.#database.run('writeSession', workspaceKey, sealed.value)
    return ok(null)
  }

  /** Null where none was kept. */
  async readSession(workspaceKey: string): Promise<Result<TabSession | null, Locked>> {
    const sealed = await this.#database.run('readSession', workspaceKey)
    if (sealed === null) return ok(null)
    const text = await this.#vault.unseal(sessionPlace(workspaceKey), sealed)
    if (!text.ok) return failed(text.failure)
    // Nobody else can have sealed it.
    const session: TabSession = JSON.parse(text.value)
    return ok(session)
  }
}

function draftPlace(tabId: string): string {
  return JSON.stringify(['draft', tabId])
}

function sessionPlace(workspaceKey: string): string {
  return JSON.stringify(['session', workspaceKey])
}
