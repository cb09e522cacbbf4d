import type { TreeEntry } from '../../library/find-entry.ts'
import type { Stores } from '../../wiring/create-stores.ts'
import { activeTab } from '../active-tab.ts'
import type { AskedThing, RunReference } from './tab-conversation.ts'

/** Shows the assistant beside a tab, with a question that the user can change. Nothing is sent. */
export async function askAbout(
  { dialogs, loadAssistant }: Pick<Stores, 'dialogs' | 'loadAssistant'>,
  tabId: string,
  about: AskedThing,
  run: RunReference | null = null,
): Promise<void> {
  dialogs.showAssistant()
  const assistant = await loadAssistant()
  assistant.open(tabId, about, run)
}

/** Opens a request of a run, and the assistant beside it with a question about its result. */
export async function askAboutRun(
  stores: Pick<Stores, 'dialogs' | 'loadAssistant' | 'library' | 'workbench'>,
  entry: TreeEntry,
  run: RunReference,
): Promise<void> {
  await stores.library.openRequest(entry)
  const tab = activeTab(stores.workbench.store.getState())
  // It could not be opened, or the user went on to another tab.
  if (tab === null || tab.source?.requestId !== entry.node.id) return
  await askAbout(stores, tab.id, 'runResult', run)
}
