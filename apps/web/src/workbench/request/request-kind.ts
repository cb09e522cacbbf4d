import { type HttpRequest, type KindPane, newHttpRequest, type OpenKind } from '@parley/model'
import { newGraphQlDraft } from './new-graphql-draft.ts'

/** What a new request of each kind begins with. */
export const newDrafts: Readonly<Record<OpenKind, () => HttpRequest>> = {
  http: newHttpRequest,
  graphql: newGraphQlDraft,
}

/** Returns the actions of the button that sends a kind; the first one needs no menu. */
export function sendActions({ sendLabel }: Pick<KindPane, 'sendLabel'>) {
  return [
    { id: 'send', label: sendLabel, shortcut: 'Mod+Enter' },
    { id: 'download', label: 'Download' },
  ] as const
}
