import type { Done, ScopedVariable, SecretOfPlace } from '@parley/server/contract'
import type { Toast } from '../toasts.ts'

export interface SecretPermissionsPorts {
  /** The secrets that files allow to scripts, which is not obeyed, as long as the user has not decided about them. */
  permissionsOfFiles(): Promise<readonly SecretOfPlace[]>
  setScriptAccess(secrets: readonly SecretOfPlace[], isAllowed: boolean): Promise<Done>
  /** What the request that is shown may name. */
  listVariables(): Promise<readonly ScopedVariable[]>
  edit(variable: ScopedVariable): void
  readonly toasts: { show(toast: Toast): void; dismissOf(subject: string): void }
  describeError(error: unknown): string
}

const noticeSubject = 'permissions of files'

/** Which secrets scripts may read on this device (spec 5.3). */
export function createSecretPermissions(ports: SecretPermissionsPorts) {
  let isNoticeShown = false

  /** Resolves to whether it was done; a toast says why not. */
  async function decide(secrets: readonly SecretOfPlace[], isAllowed: boolean): Promise<boolean> {
    const notDone = (text: string) => {
      const title = isAllowed ? 'Not allowed' : 'Not withheld'
      ports.toasts.show({ kind: 'error', title, code: '', text })
      return false
    }
    try {
      const done = await ports.setScriptAccess(secrets, isAllowed)
      return done.state === 'failed' ? notDone(`${done.sentence} ${done.nextStep}`) : true
    } catch (error) {
      return notDone(ports.describeError(error))
    }
  }

  /**
   * Says that what files allow is not obeyed, and offers to allow it on this device. It is said until the user answers
   * or dismisses it, in whatever window: a page that closes before is no answer.
   */
  async function showNotice(): Promise<void> {
    const secrets = await ports.permissionsOfFiles().catch(() => null)
    if (secrets === null) return
    isNoticeShown = secrets.length > 0
    if (!isNoticeShown) ports.toasts.dismissOf(noticeSubject)
    else ports.toasts.show(noticeOf(secrets, isAllowed => void decide(secrets, isAllowed)))
  }

  return {
    allow: (secrets: readonly SecretOfPlace[]) => decide(secrets, true),
    showNotice,
    /** Takes the notice away once it was answered in another window. */
    async refreshNotice(): Promise<void> {
      if (!isNoticeShown) return
      const secrets = await ports.permissionsOfFiles().catch(() => null)
      if (secrets?.length !== 0) return
      isNoticeShown = false
      ports.toasts.dismissOf(noticeSubject)
    },
    /** Opens the row of a secret, where the code icon allows it to scripts. */
    async showSecret(name: string): Promise<void> {
      const variables = await ports.listVariables().catch(() => [])
      const secret = variables.find(one => one.name === name && one.value === null)
      if (secret !== undefined) return ports.edit(secret)
      const text = `The active environment and the workspace have no secret “${name}”. Look in the other environments.`
      ports.toasts.show({ kind: 'error', title: 'Secret not found', code: '', text })
    },
  }
}

/** The secret that a script error is about, if the script could not read or set it; else null. */
export function withheldSecretOf(message: string): string | null {
  return /Secret variable "([^"\n]+)" is withheld from scripts/.exec(message)?.[1] ?? null
}

function noticeOf(secrets: readonly SecretOfPlace[], decide: (isAllowed: boolean) => void): Toast {
  return {
    kind: 'notice',
    subject: noticeSubject,
    title: 'Secrets withheld from scripts',
    code: '',
    text: 'Files of this workspace allow scripts to read these secrets. You now decide this on each device.',
    lines: [...new Set(secrets.map(one => one.name))],
    action: { label: 'Allow to scripts', run: () => decide(true) },
    onDismissed: () => decide(false),
  }
}
