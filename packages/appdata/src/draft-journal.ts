import { failed, ok, type Result } from '@parley/model'
import type { AppDatabase } from './database/app-database.ts'
import type { DraftEditRow } from './database/drafts-table.ts'
import type { Locked } from './secrets/locked.ts'
import type { Vault } from './secrets/vault.ts'

/** The unsaved work of one tab. */
export interface Draft {
  readonly tabId: string
  /** The position among the tabs. */
  readonly position: number
  /** The draft as JSON. */
  readonly content: string
}

/** A draft as it was written, and what has been changed in it since, each change as JSON. */
export interface EditedDraft extends Draft {
  readonly edits: readonly string[]
}

/** The tabs that were open in a workspace. */
export interface TabSession {
  /** The tabs in their order. */
  readonly tabs: readonly OpenTab[]
  /** Null if no tab was open. */
  readonly activeTabId: string | null
}

export interface OpenTab {
  readonly tabId: string
  /** The saved request in the tab; null for one that was never saved. */
  readonly requestId: string | null
  /** The visible part, in a format that only the page interprets. */
  readonly view: string
  /** Whether the tab has a draft, which may be locked. */
  readonly hasDraft: boolean
}

/** The readable drafts, and the reason why others are not readable; those are kept unchanged. */
export interface ReadDrafts {
  /** The drafts by position. */
  readonly drafts: readonly EditedDraft[]
  readonly locked: Locked | null
}

/**
 * Stores the unsaved work of all windows. It is encrypted, because drafts include the text of secret fields.
 * A resolved write survives the end of the process (behaviour, Unsaved work).
 */
export class DraftJournal {
  readonly #database: AppDatabase
  readonly #vault: Vault

  constructor(database: AppDatabase, vault: Vault) {
    this.#database = database
    this.#vault = vault
  }

  /**
   * Replaces the tab's draft, and with it all edits of it.
   * @throws DatabaseError with the old draft kept, for example if the disk is full
   */
  async write({ tabId, position, content }: Draft): Promise<Result<null, Locked>> {
    const sealed = await this.#vault.seal(draftPlace(tabId), content)
    if (!sealed.ok) return sealed
    await this.#database.run('writeDraft', { tabId, position, content: sealed.value })
    return ok(null)
  }

  /**
   * Adds an edit to the tab's draft, so that a change of a long one is not written as the whole. It replaces the edits
   * from its number on.
   * @param number from 1, for the first edit since the draft was written
   * @throws DatabaseError with the old edits kept, for example if the disk is full
   */
  async writeEdit(tabId: string, number: number, content: string): Promise<Result<null, Locked>> {
    const sealed = await this.#vault.seal(editPlace(tabId, number), content)
    if (!sealed.ok) return sealed
    await this.#database.run('writeDraftEdit', { tabId, number, content: sealed.value })
    return ok(null)
  }

  /** Removes the draft after the tab was saved or closed. */
  async remove(tabId: string): Promise<void> {
    await this.#database.run('removeDraft', tabId)
  }

  async readAll(): Promise<ReadDrafts> {
    const drafts: EditedDraft[] = []
    let isLocked: Locked | null = null
    const rows = await this.#database.run('readDrafts')
    const edits = Map.groupBy(await this.#database.run('readDraftEdits'), ({ tabId }) => tabId)
    for (const row of rows) {
      const content = await this.#vault.unseal(draftPlace(row.tabId), row.content)
      if (!content.ok) {
        isLocked = content.failure
        continue
      }
      const read = await this.#readEdits(edits.get(row.tabId) ?? [])
      isLocked = read.locked ?? isLocked
      drafts.push({ ...row, content: content.value, edits: read.edits })
    }
    return { drafts, locked: isLocked }
  }

  /** Reads edits up to the first that is missing or cannot be read, as no later one fits without it. */
  async #readEdits(rows: readonly DraftEditRow[]) {
    const edits: string[] = []
    for (const { tabId, number, content } of rows) {
      if (number !== edits.length + 1) break
      const edit = await this.#vault.unseal(editPlace(tabId, number), content)
      if (!edit.ok) return { edits, locked: edit.failure }
      edits.push(edit.value)
    }
    return { edits, locked: null }
  }

  /** Replaces the session of the workspace. */
  async writeSession(workspaceKey: string, session: TabSession): Promise<Result<null, Locked>> {
    const sealed = await this.#vault.seal(sessionPlace(workspaceKey), JSON.stringify(session))
    if (!sealed.ok) return sealed
    await this.#database.run('writeSession', workspaceKey, sealed.value)
    return ok(null)
  }

  /** Returns null if no session is stored. */
  async readSession(workspaceKey: string): Promise<Result<TabSession | null, Locked>> {
    const sealed = await this.#database.run('readSession', workspaceKey)
    if (sealed === null) return ok(null)
    const text = await this.#vault.unseal(sessionPlace(workspaceKey), sealed)
    if (!text.ok) return failed(text.failure)
    // Only this class can have sealed it.
    const session: TabSession = JSON.parse(text.value)
    return ok(session)
  }
}

function draftPlace(tabId: string): string {
  return JSON.stringify(['draft', tabId])
}

function editPlace(tabId: string, number: number): string {
  return JSON.stringify(['draft edit', tabId, number])
}

function sessionPlace(workspaceKey: string): string {
  return JSON.stringify(['session', workspaceKey])
}
