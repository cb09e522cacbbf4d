import { explainsAtOnce } from '@parley/model'
import type { TreeEntry } from '../../library/find-entry.ts'
import type { Stores } from '../../wiring/create-stores.ts'
import { type AskingManner, askAbout, askAboutRun } from '../../workbench/assistant/ask-about.ts'
import type { AskedThing, RunReference } from '../../workbench/assistant/tab-conversation.ts'
import { focusAssistant } from './focus-assistant.ts'

type ShowingStores = Pick<Stores, 'dialogs' | 'settings' | 'loadAssistant'>

/**
 * Shows the assistant beside a tab, with the cursor in its question. If it is off, its settings come first, and then lead to
 * the question; nothing is sent.
 */
export function showAssistant(stores: ShowingStores, tabId: string, about: AskedThing): Promise<void> {
  return show(stores, () => askAbout(stores, tabId, about, { asksAtOnce: false }))
}

/**
 * Does the same as {@link showAssistant} for Explain and Explain failures (behaviour 3, 4.4), which ask with the click once the user
 * has agreed to that for the service.
 */
export function explain(stores: ShowingStores, tabId: string, about: AskedThing): Promise<void> {
  return show(stores, manner => askAbout(stores, tabId, about, manner))
}

/** Does the same as {@link explain} for a request of a run, which is opened. */
export function explainRunResult(
  stores: ShowingStores & Pick<Stores, 'library' | 'workbench'>,
  entry: TreeEntry,
  run: RunReference,
): Promise<void> {
  return show(stores, manner => askAboutRun(stores, entry, run, manner))
}

async function show(
  { dialogs, settings }: ShowingStores,
  prepare: (manner: AskingManner) => Promise<void>,
): Promise<void> {
  // Read before the settings open: what they change is asked about with Ask.
  const asksAtOnce = explainsAtOnce(settings.store.getState().settings.assistant)
  const isOn = () => settings.store.getState().settings.assistant.enabled
  if (!isOn()) dialogs.openSettings('AI assistant')
  await prepare({ asksAtOnce })
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
