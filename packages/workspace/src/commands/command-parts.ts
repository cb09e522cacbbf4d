import type { IntentJournal } from '../identity/intent-journal.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import type { Trash } from '../trash/trash.ts'
import type { KnownWorkspace } from '../tree/known-workspace.ts'
import type { WorkspaceDocuments } from '../workspace-documents.ts'
import type { EntryEdits } from './entry-edits.ts'
import type { Places } from './places.ts'

/** What the commands of a workspace work on. */
export interface CommandParts {
  readonly known: KnownWorkspace
  readonly documents: WorkspaceDocuments
  readonly secrets: SecretStore
  readonly edits: EntryEdits
  readonly places: Places
  readonly journal: IntentJournal
  readonly trash: Trash
  readonly now: () => number
  /** Runs one command at a time. */
  alone<Value>(task: () => Promise<Value>): Promise<Value>
}
