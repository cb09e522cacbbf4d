import { shownName } from '@parley/model'
import type { Toasts } from '../toasts.ts'

/** The values of the session, which override those of every environment. */
export interface SessionAbove {
  names(): readonly string[]
  clear(): void
}

const subject = 'session values over the environment'
const mostNames = 3

/** Says which values of scripts stay when the environment changes (behaviour, Session value over a variable). */
export function showSessionAbove(session: SessionAbove, toasts: Pick<Toasts, 'show' | 'dismissOf'>): void {
  const names = session.names().map(shownName)
  toasts.dismissOf(subject)
  if (names.length === 0) return
  const isOne = names.length === 1
  const rest = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  const listed = names.slice(0, mostNames).join(', ') + rest
  toasts.show({
    kind: 'notice',
    owner: 'page',
    title: isOne ? '1 session value stays' : `${names.length} session values stay`,
    code: '',
    text: `Scripts set ${listed} in this session. ${isOne ? 'It overrides' : 'They override'} variables of the same name.`,
    action: { label: isOne ? 'Clear it' : 'Clear them', run: session.clear },
    subject,
  })
}
