import type { EditedDraft } from '@parley/appdata'
import type { DraftTextEdit } from '../contract/index.ts'

/** The content of a draft in the journal. */
export interface DraftContent {
  readonly workspace: string
  readonly content: string
  /** What an edit of it names; a draft of an earlier release has none. */
  readonly id?: string
}

/** A change of a draft in the journal, which follows the draft or the edit of this ID. */
export interface DraftEdit {
  readonly id: string
  readonly after: string
  readonly edit: DraftTextEdit
}

/** A draft as it was written, and the edits that follow it. */
export interface ReadDraft extends DraftContent {
  readonly tabId: string
  readonly edits: readonly DraftTextEdit[]
  /** The IDs of the draft and its edits; empty if no edit can follow. */
  readonly ids: readonly string[]
}

/** Reads a draft of the journal. An edit of another draft, which a repaired database may have, ends the list. */
export function readDraft({ tabId, content, edits }: EditedDraft): ReadDraft {
  const draft: DraftContent = JSON.parse(content)
  const ids = draft.id === undefined ? [] : [draft.id]
  const followed: DraftTextEdit[] = []
  for (const text of edits) {
    const { id, after, edit }: DraftEdit = JSON.parse(text)
    if (after !== ids.at(-1)) break
    ids.push(id)
    followed.push(edit)
  }
  return { ...draft, tabId, edits: followed, ids }
}

/**
 * What edits of drafts can follow: by tab the IDs of the draft and of its edits. An edit may follow any of them, and
 * replaces those after it: a window sends an edit again, or another one, until it knows that one is stored.
 */
export class DraftEdits {
  readonly #ids = new Map<string, readonly string[]>()

  /** Returns the number of an edit that follows the draft or edit of an ID; null if that is not stored. */
  numberAfter(tabId: string, after: string): number | null {
    const index = this.#ids.get(tabId)?.indexOf(after) ?? -1
    return index < 0 ? null : index + 1
  }

  /** Call when a draft was written, or read with its edits. */
  begin(tabId: string, ids: readonly string[]): void {
    this.#ids.set(tabId, ids)
  }

  /** Call when an edit was written. */
  add(tabId: string, number: number, id: string): void {
    this.#ids.set(tabId, [...(this.#ids.get(tabId) ?? []).slice(0, number), id])
  }

  forget(tabId: string): void {
    this.#ids.delete(tabId)
  }
}
