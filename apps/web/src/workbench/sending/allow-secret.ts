import { describeCallError } from '../../server-client/describe-error.ts'
import type { Toasts } from '../toasts.ts'
import type { SecretPermissions } from './secret-permissions.ts'

/**
 * Lets scripts read the secret that a name refers to in a request, collection or folder. Resolves to whether it
 * succeeded; a toast reports why not.
 */
export async function allowSecret(
  permissions: Pick<SecretPermissions, 'allow' | 'findSecret'>,
  toasts: Pick<Toasts, 'showError'>,
  name: string,
  placeId: string | null,
): Promise<boolean> {
  try {
    const place = await permissions.findSecret({ placeId, name })
    if (place !== null) return permissions.allow([{ place, name }])
    toasts.showError('Not allowed', `There is no secret “${name}” here. Look in the other environments.`)
  } catch (error) {
    toasts.showError('Not allowed', describeCallError(error))
  }
  return false
}
