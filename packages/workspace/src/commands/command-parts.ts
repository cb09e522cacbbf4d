import type { IntentJournal } from '../identity/intent-journal.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import type { Trash } from '../trash/trash.ts'
import type { KnownWorkspace } from '../tree/known-workspace.ts'
import type { WorkspaceDocuments } from '../workspace-documents.ts'
import type { CollectionList } from './collection-list.ts'
import type { EntryEdits } from './entry-edits.ts'
import type { EntryLayout } from './entry-layout.ts'

/** The parts of a workspace that its commands use. */
export interface CommandParts {
  readonly known: KnownWorkspace
  readonly documents: WorkspaceDocuments
  readonly secrets: SecretStore
  readonly edits: EntryEdits
  readonly layout: EntryLayout
  readonly list: CollectionList
  readonly journal: IntentJournal
  readonly trash: Trash
  readonly now: () => number
  /** Runs one command at a time. */
  runExclusively<Value>(task: () => Promise<Value>): Promise<Value>
}
