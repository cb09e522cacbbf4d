import { describeScriptNote, type ScriptError, type ScriptNote, shownName } from '@parley/model'
import type { Toast } from '../toasts.ts'
import { notSentSentence } from './script-errors.ts'

/** The maximum number of notes that the notification has room for. */
const maxNotes = 3

const noteSentence = (note: ScriptNote) => `${describeScriptNote(note)}.`

/** `Request not sent`, with the first line of the error (behaviour 3). Without `goTo` it is brief, as the pane has the error. */
export function notSentToast(
  {
    tabId,
    subject,
    requestName,
  }: { readonly tabId: string; readonly subject: string; readonly requestName: string },
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
    owner: { tabId, isNamed: true },
    subject,
    title: 'Request not sent',
    code,
    text: [
      `${shownName(requestName)}: ${notSentSentence({ owner })}`,
      ...notes.slice(0, maxNotes).map(noteSentence),
    ].join(' '),
    ...(goTo === null ? { isBrief: true } : { action: goTo }),
  }
}
