import type { RequestExample } from '@parley/model'
import type { LibraryTree } from '@parley/server/contract'
import { entriesById, sourceOf, type TreeEntry } from '../../library/find-entry.ts'
import { createDocumentCommands } from '../documents/document-commands.ts'
import type { DocumentServices } from '../documents/document-parts.ts'
import type { DocumentKind, OpenTabs } from '../documents/document-tabs.ts'
import { exampleDifferences } from '../documents/example-differences.ts'
import type { ExampleCalls } from './change-examples.ts'
import type { ExampleSection, ExampleTab } from './example-tab.ts'
import { findExample, openedExample } from './locate-example.ts'
import { isExampleTab } from './request-tab.ts'

export type ExampleTabs = ReturnType<typeof createExampleTabs>

/** The open examples of requests. They are saved to the file of their request. */
export function createExampleTabs(workbench: OpenTabs, services: DocumentServices, calls: ExampleCalls) {
  const commands = createDocumentCommands<RequestExample, ExampleTab>(workbench, exampleKind(calls), services)
  const { tabs, change } = commands

  /** Finds an open example again after its request changed. */
  async function follow(tab: ExampleTab, entry: TreeEntry | undefined): Promise<void> {
    const source = entry === undefined ? null : sourceOf(entry)
    if (entry === undefined || source === null) return change(tab.id, one => ({ ...one, isLost: true }))
    const opened = await calls.readRequestIfThere({ id: source.requestId }).catch(() => null)
    if (opened === null) return
    change(tab.id, one => {
      const index = findExample(opened, one)
      const present = { source, requestName: entry.node.name, isLost: index === null }
      if (index === null) return { ...one, ...present }
      return { ...one, ...present, index, exampleId: opened.exampleIds[index] ?? one.exampleId }
    })
    await commands.refresh(tab.id)
  }

  return {
    find: commands.find,
    save: commands.save,
    edit: (tabId: string, next: (draft: RequestExample) => RequestExample) =>
      change(tabId, tab => ({ ...tab, draft: next(tab.draft) })),
    chooseSection: (tabId: string, section: ExampleSection) => change(tabId, tab => ({ ...tab, section })),
    chooseResponseSection: (tabId: string, responseSection: ExampleTab['responseSection']) =>
      change(tabId, tab => ({ ...tab, responseSection })),
    /** Opens an example, or shows the tab that it is open in. */
    async open(request: TreeEntry, exampleId: string): Promise<void> {
      // Few visits of the page open one.
      const { openExample } = await import('./open-example.ts')
      await openExample(request, exampleId, { workbench, tabs, services, calls })
    },
    /** Follows renames, moves and files after a change of the library. */
    follow(tree: LibraryTree): void {
      const entries = entriesById(tree)
      for (const tab of tabs()) void follow(tab, entries.get(tab.source.requestId))
    },
  }
}

function exampleKind(calls: ExampleCalls): DocumentKind<RequestExample, ExampleTab> {
  return {
    owns: isExampleTab,
    fileId: tab => (tab.isLost ? null : tab.source.requestId),
    async read(tab) {
      const opened = await calls.readRequestIfThere({ id: tab.source.requestId })
      const at = opened === null ? null : findExample(opened, tab)
      return opened === null || at === null ? null : openedExample(opened, at)
    },
    async save(tab, example, baseVersion) {
      const { saveExample } = await import('./save-example.ts')
      return saveExample(calls, tab, { example, baseVersion })
    },
    compare: exampleDifferences,
  }
}
