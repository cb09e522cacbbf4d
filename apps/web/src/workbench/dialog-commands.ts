import type { TreeEntry } from '../library/find-entry.ts'
import type { Library } from '../library/library.ts'
import { activeTab } from './active-tab.ts'
import type { Dialogs } from './dialogs.ts'
import type { ExportChoice, Exporting } from './exporting.ts'
import type { CodeGeneration, CodeSubject } from './request/code-generation.ts'
import { hasCode } from './request/request-kind.ts'
import { inheritedPlaceId } from './tabs/request-tab.ts'
import type { Workbench } from './workbench.ts'

/** The stores that the dialogs need to open. */
export interface DialogStores {
  readonly dialogs: Pick<Dialogs, 'open'>
  readonly workbench: Pick<Workbench, 'store'>
  readonly library: Pick<Library, 'store' | 'readRequest'>
  loadCode(): Promise<Pick<CodeGeneration, 'open'>>
  loadExporting(): Promise<Pick<Exporting, 'open'>>
}

/** Opens the dialogs that need something to begin with: a request, a collection, or the deleted entries. */
export function createDialogCommands(stores: DialogStores) {
  const { dialogs, workbench, library } = stores

  function openCode(subject: CodeSubject): void {
    // The dialog waits for the same promise, and this is called first.
    void stores.loadCode().then(code => code.open(subject))
    dialogs.open('generateCode')
  }

  return {
    /** Opens Generate Code on the draft of the active tab. */
    generateCode(): void {
      const tab = activeTab(workbench.store.getState())
      if (tab === null || !hasCode(tab.draft)) return
      openCode({ request: tab.draft, parentId: inheritedPlaceId(tab) })
    },
    /** Opens Generate Code on a request of the library. */
    async generateCodeOf(row: TreeEntry): Promise<void> {
      const request = await library.readRequest(row)
      if (request === null || !hasCode(request)) return
      openCode({ request, parentId: row.parentId })
    },
    openRecentlyDeleted: () => dialogs.open('recentlyDeleted'),
    /** Opens Export on a collection or folder, or on the only collection there is. */
    openExport(collectionId: string | null, choice?: ExportChoice): void {
      const [first, second] = library.store.getState().tree?.collections ?? []
      const chosen = collectionId ?? (second === undefined ? (first?.id ?? null) : null)
      // The dialog waits for the same promise, and this is called first.
      void stores.loadExporting().then(exporting => exporting.open(chosen, choice))
      dialogs.open('export')
    },
  }
}
