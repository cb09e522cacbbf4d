import { createConflicts } from './conflicts.ts'
import type { DocumentServices } from './document-parts.ts'
import type { DocumentPorts } from './document-ports.ts'
import type { OpenTabs } from './document-tabs.ts'
import { createSaveQueue } from './save-queue.ts'

/** What all open documents of a window share: one queue of saves, and the conflicts that wait for the user. */
export function createDocumentServices(workbench: OpenTabs, ports: DocumentPorts): DocumentServices {
  const conflicts = createConflicts()
  workbench.subscribe(({ tabs }, before) => {
    if (tabs !== before.tabs) conflicts.withdrawSettled()
  })
  return { ...ports, queue: createSaveQueue(), conflicts }
}
