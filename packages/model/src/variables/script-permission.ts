/** The user's decision, on this device, whether scripts may read a secret variable (behaviour 5.3). */
export interface ScriptPermission {
  readonly state: 'allowed' | 'withheld'
  /** The folder of the workspace it is for, if several workspaces share the variable; otherwise empty. */
  readonly workspace: string
  /** The name of the variable. */
  readonly name: string
}

const mark = 'scripts'

/** Returns the name under which the store of secrets keeps a permission, next to the value of the secret. */
export function scriptPermissionField({ state, workspace, name }: ScriptPermission): string {
  return JSON.stringify([mark, state, workspace, name])
}

/** Returns the permission that a field of the store represents; null if the field is a value. */
export function readScriptPermissionField(field: string): ScriptPermission | null {
  if (!field.startsWith(`["${mark}",`)) return null
  // An interrupted save leaves the version after the field's name.
  const parts: unknown = JSON.parse(field.split('\u0000', 1)[0] ?? '')
  if (!Array.isArray(parts)) return null
  const [, state, workspace, name] = parts
  const isWhole = typeof workspace === 'string' && typeof name === 'string'
  return isWhole && (state === 'allowed' || state === 'withheld') ? { state, workspace, name } : null
}
