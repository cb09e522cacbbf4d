import type { ScriptError } from '@parley/model'
import type { Toast } from '../toasts.ts'

const owners: Readonly<Record<ScriptError['owner'], string>> = {
  request: 'The Pre Request script failed.',
  folder: 'The Pre Request script of the folder failed.',
  collection: 'The Pre Request script of the collection failed.',
}

/** The subject of a tab's notification, which disappears when the tab is sent again. */
export function notSentSubject(tabId: string): string {
  return `not sent: ${tabId}`
}

/** `Request not sent`, with the first line of the error (spec 3). */
export function notSentToast(
  tabId: string,
  { message, owner }: Pick<ScriptError, 'message' | 'owner'>,
  goTo: { readonly label: string; run(): void } | null,
): Toast {
  const [code = ''] = message.split(/\r?\n/)
  return {
    kind: 'error',
    subject: notSentSubject(tabId),
    title: 'Request not sent',
    code,
    text: `${owners[owner]} Nothing was sent.`,
    ...(goTo === null ? {} : { action: goTo }),
  }
}
