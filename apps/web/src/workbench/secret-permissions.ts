import type { Done, ScopedVariable, SecretOfPlace } from '@parley/server/contract'
import type { Toast } from './toasts.ts'

export interface SecretPermissionsPorts {
  /** The secrets that files allow to scripts, which is not obeyed; each is named once. */
  takePermissionsOfFiles(): Promise<readonly SecretOfPlace[]>
  allowToScripts(secrets: readonly SecretOfPlace[]): Promise<Done>
  /** What the request that is shown may name. */
  listVariables(): Promise<readonly ScopedVariable[]>
  edit(variable: ScopedVariable): void
  show(toast: Toast): void
  describeError(error: unknown): string
}

/** Which secrets scripts may read on this device (spec 5.3). */
export function createSecretPermissions(ports: SecretPermissionsPorts) {
  /** Resolves to whether it was done; a toast says why not. */
  async function allow(secrets: readonly SecretOfPlace[]): Promise<boolean> {
    const notAllowed = (text: string) => {
      ports.show({ kind: 'error', title: 'Not allowed', code: '', text })
      return false
    }
    try {
      const done = await ports.allowToScripts(secrets)
      return done.state === 'failed' ? notAllowed(`${done.sentence} ${done.nextStep}`) : true
    } catch (error) {
      return notAllowed(ports.describeError(error))
    }
  }

  return {
    allow,
    /** Says once that what files allow is not obeyed, and offers to allow it on this device. */
    async announceThoseOfFiles(): Promise<void> {
      const secrets = await ports.takePermissionsOfFiles().catch(() => [])
      if (secrets.length > 0) ports.show(permissionsToast(secrets, () => void allow(secrets)))
    },
    /** Opens the row of a secret, where the code icon allows it to scripts. */
    async showSecret(name: string): Promise<void> {
      const variables = await ports.listVariables().catch(() => [])
      const secret = variables.find(one => one.name === name && one.value === null)
      if (secret !== undefined) ports.edit(secret)
    },
  }
}

/** The secret that a script error is about, if the script could not read or set it; else null. */
export function withheldSecretOf(message: string): string | null {
  return /Secret variable "([^"\n]+)" is withheld from scripts/.exec(message)?.[1] ?? null
}

function permissionsToast(secrets: readonly SecretOfPlace[], allow: () => void): Toast {
  return {
    kind: 'notice',
    subject: 'permissions of files',
    title: 'Secrets withheld from scripts',
    code: '',
    text: 'Files of this workspace allow scripts to read these secrets. You now decide this on each device.',
    lines: [...new Set(secrets.map(one => one.name))],
    action: { label: 'Allow to scripts', run: allow },
  }
}
