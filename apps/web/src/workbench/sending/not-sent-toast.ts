import { describeScriptNote, type ScriptError, type ScriptNote } from '@parley/model'
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

/** The maximum number of notes that the notification has room for. */
const maxNotes = 3

const noteSentence = (note: ScriptNote) => `${describeScriptNote(note)}.`

/** `Request not sent`, with the first line of the error (spec 3). */
export function notSentToast(
  tabId: string,
  {
    message,
    owner,
    notes,
  }: Pick<ScriptError, 'message' | 'owner'> & { readonly notes: readonly ScriptNote[] },
  goTo: { readonly label: string; run(): void } | null,
): Toast {
  const [code = ''] = message.split(/\r?\n/)
  return {
    kind: 'error',
    subject: notSentSubject(tabId),
    title: 'Request not sent',
    code,
    text: [`${owners[owner]} Nothing was sent.`, ...notes.slice(0, maxNotes).map(noteSentence)].join(' '),
    ...(goTo === null ? {} : { action: goTo }),
  }
}
