import type { TreeEntry } from '../../library/find-entry.ts'
import type { Stores } from '../../wiring/create-stores.ts'
import { askAbout, askAboutRun } from '../../workbench/assistant/ask-about.ts'
import type { AskedThing, RunReference } from '../../workbench/assistant/tab-conversation.ts'
import { focusAssistant } from './focus-assistant.ts'

type ShowingStores = Pick<Stores, 'dialogs' | 'settings' | 'loadAssistant'>

/**
 * Shows the assistant beside a tab, with the cursor in its question. If it is off, its settings come first, and then lead to
 * the question; nothing is sent (spec 3, 4.4).
 */
export function showAssistant(stores: ShowingStores, tabId: string, about: AskedThing): Promise<void> {
  return show(stores, () => askAbout(stores, tabId, about))
}

/** Does the same as {@link showAssistant} for a request of a run, which is opened. */
export function showAssistantForRun(
  stores: ShowingStores & Pick<Stores, 'library' | 'workbench'>,
  entry: TreeEntry,
  run: RunReference,
): Promise<void> {
  return show(stores, () => askAboutRun(stores, entry, run))
}

async function show({ dialogs, settings }: ShowingStores, prepare: () => Promise<void>): Promise<void> {
  const isOn = () => settings.store.getState().settings.assistant.enabled
  if (!isOn()) dialogs.openSettings('AI assistant')
  await prepare()
  await import('./ShownAssistant.tsx')
  const focus = () => {
    if (isOn()) focusAssistant()
  }
  if (dialogs.store.getState().open === null) return focus()
  const stop = dialogs.store.subscribe(({ open }) => {
    if (open !== null) return
    stop()
    focus()
  })
}
