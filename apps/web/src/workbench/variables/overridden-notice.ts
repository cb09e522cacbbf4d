import type { OverriddenVariable } from '@parley/server/contract'
import type { Toast } from '../toasts.ts'

/** The notice that a chosen environment wins over collections, with the variables for which that makes a difference. */
export function overriddenNotice(overridden: readonly OverriddenVariable[], acknowledge: () => void): Toast {
  return {
    kind: 'notice',
    owner: 'page',
    asks: true,
    subject: 'overridden variables',
    title: 'Environments win over collections',
    code: '',
    text: 'A chosen environment now wins over the variables of a collection, as in other clients. Look at these variables:',
    lines: overridden.map(
      ({ name, collection, environments }) =>
        `${name} of ${collection}, also in ${[...new Set(environments)].join(', ')}`,
    ),
    action: { label: 'Understood', run: acknowledge },
    onDismissed: acknowledge,
  }
}
