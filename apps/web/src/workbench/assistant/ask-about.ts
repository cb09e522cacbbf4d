import type { TreeEntry } from '../../library/find-entry.ts'
import type { Stores } from '../../wiring/create-stores.ts'
import { activeTab } from '../active-tab.ts'
import type { AskedThing, RunReference } from './tab-conversation.ts'

/** How Explain asks: with the click, or with a question that the user can change and that waits for Ask. */
export interface AskingManner {
  readonly asksAtOnce: boolean
}

/** Shows the assistant beside a tab, with a question. */
export async function askAbout(
  { dialogs, loadAssistant }: Pick<Stores, 'dialogs' | 'loadAssistant'>,
  tabId: string,
  about: AskedThing,
  { asksAtOnce, run = null }: AskingManner & { readonly run?: RunReference | null },
): Promise<void> {
  dialogs.showAssistant()
  const assistant = await loadAssistant()
  assistant.open(tabId, about, run, asksAtOnce)
}

/** Opens a request of a run, and the assistant beside it with a question about its result. */
export async function askAboutRun(
  stores: Pick<Stores, 'dialogs' | 'loadAssistant' | 'library' | 'workbench'>,
  entry: TreeEntry,
  run: RunReference,
  { asksAtOnce }: AskingManner,
): Promise<void> {
  await stores.library.openRequest(entry)
  const tab = activeTab(stores.workbench.store.getState())
  // It could not be opened, or the user went on to another tab.
  if (tab === null || tab.source?.requestId !== entry.node.id) return
  await askAbout(stores, tab.id, 'runResult', { asksAtOnce, run })
}
