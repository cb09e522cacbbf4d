import type { ServerClient } from '../../server-client/server-client.ts'
import type { WindowContext } from '../../window/window-context.ts'

/**
 * Says once in each workspace that a chosen environment wins over the variables of a collection, if that makes a difference there.
 * The notice stays until the user dismisses it in any window.
 */
export async function showOverridden(
  calls: Pick<ServerClient['variables'], 'overridden' | 'acknowledgeOverridden'>,
  { toasts }: Pick<WindowContext, 'toasts'>,
): Promise<void> {
  toasts.dismissOf('overridden variables')
  const overridden = await calls.overridden().catch(() => [])
  if (overridden.length === 0) return
  const { overriddenNotice } = await import('./overridden-notice.ts')
  toasts.show(overriddenNotice(overridden, () => void calls.acknowledgeOverridden().catch(() => {})))
}
