import type { ScopedSecret } from '@parley/server/contract'
import type { StoreApi } from 'zustand/vanilla'
import type { VariableEditing } from '../../components/fields/variable-editing.ts'
import { problemOf } from '../../server-client/attempt.ts'
import type { ServerClient } from '../../server-client/server-client.ts'
import type { WindowContext } from '../../window/window-context.ts'
import type { WorkbenchState } from '../workbench-state.ts'

/** The calls about the permissions of scripts. */
export type SecretPermissionCalls = Pick<
  ServerClient['variables'],
  'findSecret' | 'permissionsOfFiles' | 'setScriptAccess' | 'list' | 'overridden' | 'acknowledgeOverridden'
>

export type SecretPermissions = ReturnType<typeof createSecretPermissions>

/** Which secrets scripts may read on this device (behaviour 5.3). */
export function createSecretPermissions(
  calls: SecretPermissionCalls,
  workbench: Pick<StoreApi<WorkbenchState>, 'getState'>,
  editing: Pick<VariableEditing, 'edit'>,
  { toasts, describeError }: Pick<WindowContext, 'toasts' | 'describeError'>,
) {
  let isNoticeShown = false

  /** Resolves to whether it succeeded; a toast reports why not. */
  async function decide(secrets: readonly ScopedSecret[], isAllowed: boolean): Promise<boolean> {
    const problem = await problemOf(
      calls.setScriptAccess({ secrets: [...secrets], isAllowed }),
      describeError,
    )
    if (problem !== null) toasts.showError(isAllowed ? 'Not allowed' : 'Not withheld', problem)
    return problem === null
  }

  /** Says what a user of the workspace has to know; most have nothing to know, and load nothing but this. */
  async function showNotices(): Promise<void> {
    const notices = await import('../../window/after-start.ts').catch(() => null)
    if (notices === null) return
    // Windows need this later, and nothing else is loaded at each start.
    void notices.rememberWindows().catch(() => undefined)
    void notices.showOverridden(calls, toasts)
    isNoticeShown = (await notices.showPermissions(calls, decide, toasts)) ?? isNoticeShown
  }

  return {
    allow: (secrets: readonly ScopedSecret[]) => decide(secrets, true),
    showNotices,
    /** Removes the notice once it was answered in another window. */
    async refreshNotice(): Promise<void> {
      if (!isNoticeShown) return
      const secrets = await calls.permissionsOfFiles().catch(() => null)
      if (secrets?.length !== 0) return
      isNoticeShown = false
      toasts.dismissOf('permissions of files')
    },
    /** Returns where the secret of a name is, as `findSecret` of the server. */
    findSecret: calls.findSecret,
    /** Opens the row of a secret, where the code icon allows it to scripts. Few visits of the page do. */
    showSecret: async (name: string): Promise<void> =>
      (await import('../../window/after-start.ts')).showSecret(
        name,
        calls,
        workbench.getState(),
        editing,
        toasts,
      ),
  }
}

/** The secret that a script error is about, if the script could not read or set it; else null. */
export function withheldSecretOf(message: string): string | null {
  return /Secret variable "([^"\n]+)" is withheld from scripts/.exec(message)?.[1] ?? null
}
