import type { Stores } from '../../wiring/create-stores.ts'
import type { AskedThing } from './tab-conversation.ts'

/** Shows the assistant beside a tab, with a question that the user can change. Nothing is sent. */
export async function askAbout(
  { dialogs, loadAssistant }: Pick<Stores, 'dialogs' | 'loadAssistant'>,
  tabId: string,
  about: AskedThing,
): Promise<void> {
  dialogs.showAssistant()
  const assistant = await loadAssistant()
  assistant.open(tabId, about)
}
