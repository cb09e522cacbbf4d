import { longestInserted } from '../../editor/url/url-field.ts'
import { requestTab } from '../../workbench/active-tab.ts'
import type { Toasts } from '../../workbench/toasts.ts'
import type { Workbench } from '../../workbench/workbench.ts'

/** The stores that a paste changes. */
export interface PasteStores {
  readonly workbench: Workbench
  readonly toasts: Pick<Toasts, 'show' | 'dismissOf'>
}

/** Where a text was pasted, and how to insert it if it is not a command. */
export interface PastePlace {
  readonly tabId: string
  insert(line: string): void
}

/** Says that a text is longer than the URL field takes at once. Returns false if it is not. */
export function refuseTooLong(toasts: PasteStores['toasts'], text: string, tabId: string): boolean {
  if (text.length <= longestInserted) return false
  toasts.show({
    kind: 'error',
    owner: { tabId },
    title: 'Not pasted',
    code: '',
    text: 'The text is longer than 1 MB, which is too long for a URL. Paste it as the body of a request.',
  })
  return true
}

/**
 * Fills a tab in from pasted cURL commands; further ones open tabs beside it. A command that cannot be read
 * is inserted as text, with a message. The reader is loaded when it is first needed.
 */
export async function pasteCurl(
  { workbench, toasts }: PasteStores,
  text: string,
  { tabId, insert }: PastePlace,
): Promise<void> {
  const [reader, commands] = await Promise.all([
    import('../../workbench/request/pasted-curl.ts').catch(() => null),
    import('../../curl/read-commands.ts').catch(() => null),
  ])
  if (reader === null || commands === null) {
    // The reader cannot be loaded because the server is lost, which the banner says.
    insert(text)
    return
  }
  const {
    requests: [first, ...others],
    toast,
  } = await commands.readCommands(text)
  if (first === undefined) {
    if (refuseTooLong(toasts, text, tabId)) return
    insert(reader.asOneLine(text))
    toasts.show({ ...toast, owner: { tabId } })
    return
  }
  const tab = requestTab(workbench.store.getState(), tabId)
  if (tab === null) return
  workbench.replaceDraft(tabId, reader.withPastedRequest(tab.draft, first))
  workbench.openAfter(tabId, others)
  const subject = `pasted ${tabId}`
  const undo = () => void workbench.undoReplacement(tabId, { evenIfEdited: true })
  toasts.show({ ...toast, owner: { tabId }, subject, action: { label: 'Undo', run: undo } })
  const { replacements } = requestTab(workbench.store.getState(), tabId) ?? {}
  const stop = workbench.store.subscribe(state => {
    if (requestTab(state, tabId)?.replacements === replacements) return
    stop()
    toasts.dismissOf(subject)
  })
}
