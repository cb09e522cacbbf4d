import type { OpenTab } from '../tabs/request-tab.ts'
import type { Conflicts } from './conflicts.ts'
import type { DocumentTab } from './document.ts'
import type { DocumentPorts } from './document-ports.ts'
import type { DocumentKind, DocumentTabs } from './document-tabs.ts'
import type { SaveOutcome } from './save-document.ts'
import type { SaveQueue } from './save-queue.ts'

/** What all kinds of documents share. */
export interface DocumentServices extends DocumentPorts {
  readonly queue: SaveQueue
  readonly conflicts: Conflicts
}

/** The parts of the commands on one kind of document. */
export interface DocumentParts<Value, Tab extends OpenTab & DocumentTab<Value>> extends DocumentServices {
  readonly open: DocumentTabs<Value, Tab>
  readonly kind: DocumentKind<Value, Tab>
  saveOver(tabId: string, baseVersion: string | null): Promise<SaveOutcome<Value>>
  /** Notes the version that the user was asked about. */
  noteAsked(tabId: string, version: string | null): void
}
