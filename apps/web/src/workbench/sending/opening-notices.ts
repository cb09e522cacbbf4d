import type { OverriddenVariable, ScopedSecret } from '@parley/server/contract'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { WindowContext } from '../../window/window-context.ts'
import type { Toast } from '../toasts.ts'

type Toasts = WindowContext['toasts']

/**
 * Reports that permissions in files are ignored, and offers to grant them on this device. The notice stays
 * until the user answers or dismisses it in any window; closing the page is not an answer.
 * @returns whether it is shown; null if that could not be asked
 */
export async function showPermissions(
  calls: Pick<ServerClient['variables'], 'permissionsOfFiles'>,
  decide: (secrets: readonly ScopedSecret[], isAllowed: boolean) => Promise<boolean>,
  toasts: Toasts,
): Promise<boolean | null> {
  const subject = 'permissions of files'
  const secrets = await calls.permissionsOfFiles().catch(() => null)
  if (secrets === null) return null
  toasts.dismissOf(subject)
  if (secrets.length === 0) return false
  const answer = (isAllowed: boolean) => void decide(secrets, isAllowed)
  toasts.show({ ...permissionsNotice(secrets, answer), subject })
  return true
}

/**
 * Says once in each workspace that a chosen environment wins over the variables of a collection, if that makes a difference there.
 * The notice stays until the user dismisses it in any window.
 */
export async function showOverridden(
  calls: Pick<ServerClient['variables'], 'overridden' | 'acknowledgeOverridden'>,
  toasts: Toasts,
): Promise<void> {
  const subject = 'overridden variables'
  const overridden = await calls.overridden().catch(() => [])
  toasts.dismissOf(subject)
  if (overridden.length === 0) return
  const acknowledge = () => void calls.acknowledgeOverridden().catch(() => {})
  toasts.show({ ...overriddenNotice(overridden, acknowledge), subject })
}

/** The notice that permissions in files are ignored, which asks for a decision on this device. */
function permissionsNotice(secrets: readonly ScopedSecret[], decide: (isAllowed: boolean) => void): Toast {
  return {
    kind: 'notice',
    owner: 'page',
    asks: true,
    title: 'Secrets withheld from scripts',
    code: '',
    text: 'Files of this workspace allow scripts to read these secrets. You now decide this on each device.',
    lines: [...new Set(secrets.map(one => one.name))],
    action: { label: 'Allow to scripts', run: () => decide(true) },
    onDismissed: () => decide(false),
  }
}

/** The notice that a chosen environment wins over collections, with the variables for which that makes a difference. */
function overriddenNotice(overridden: readonly OverriddenVariable[], acknowledge: () => void): Toast {
  return {
    kind: 'notice',
    owner: 'page',
    asks: true,
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
