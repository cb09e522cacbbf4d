import type { Toasts } from '../toasts.ts'
import { listNames } from './list-names.ts'

/** The values of the session, which override those of every environment. */
export interface SessionAbove {
  names(): readonly string[]
  clear(): void
}

const subject = 'session values over the environment'

/** Says which values of the session stay when the environment changes (behaviour, Session value over a variable). */
export function showSessionAbove(session: SessionAbove, toasts: Pick<Toasts, 'show' | 'dismissOf'>): void {
  const names = session.names()
  toasts.dismissOf(subject)
  if (names.length === 0) return
  const isOne = names.length === 1
  toasts.show({
    kind: 'notice',
    owner: 'page',
    title: isOne ? '1 session value stays' : `${names.length} session values stay`,
    code: '',
    text: `${listNames(names)} ${isOne ? 'was' : 'were'} set in this session. ${isOne ? 'It overrides' : 'They override'} variables of the same name.`,
    action: { label: isOne ? 'Clear it' : 'Clear them', run: session.clear },
    subject,
  })
}
