import type { ScopedSecret } from '@parley/server/contract'
import type { Toast } from '../toasts.ts'

/** The notice that permissions in files are ignored, which asks for a decision on this device. */
export function permissionsNotice(
  secrets: readonly ScopedSecret[],
  decide: (isAllowed: boolean) => void,
): Toast {
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
