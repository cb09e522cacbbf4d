import type { ServerClient } from '../server-client/server-client.ts'
import type { Toasts } from '../workbench/toasts.ts'
import type { ServerStatus } from './server-status.ts'

/** Reports that a damaged database was repaired, until the user has confirmed it. */
export function showRecovery(
  { store }: ServerStatus,
  calls: Pick<ServerClient['appData'], 'dismissRecovery'>,
  toasts: Toasts,
): void {
  store.subscribe(({ session }, before) => {
    const recovery = session === before.session ? null : (session?.recovery ?? null)
    if (recovery === null) return
    const { sentence, lines, nextStep } = recovery
    toasts.show({
      kind: 'error',
      owner: 'page',
      asks: true,
      title: 'Database repaired',
      code: '',
      text: `${sentence} ${nextStep}`,
      ...(lines.length === 0 ? {} : { lines }),
      subject: 'recovery',
      action: {
        label: 'Don’t show again',
        // The server has it before the report disappears, so a reload right after does not bring it back.
        run: () => calls.dismissRecovery().then(ignore, ignore),
      },
    })
  })
}

function ignore(): void {}
