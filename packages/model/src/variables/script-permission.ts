/** What the user decided about a secret variable on this device: may scripts read it (spec 5.3)? */
export interface ScriptPermission {
  readonly state: 'allowed' | 'withheld'
  /** The folder of the workspace that it holds in, for a variable that several workspaces share; else empty. */
  readonly workspace: string
  /** Of the variable. */
  readonly name: string
}

const mark = 'scripts'

/** The name under which the store of secrets keeps a permission, beside the value of the secret. */
export function scriptPermissionField({ state, workspace, name }: ScriptPermission): string {
  return JSON.stringify([mark, state, workspace, name])
}

/** The permission that a field of the store of secrets is; null for a value. */
export function readScriptPermissionField(field: string): ScriptPermission | null {
  if (!field.startsWith(`["${mark}",`)) return null
  // A save that was cut off leaves the version that a field is for behind it.
  const parts: unknown = JSON.parse(field.split('\u0000', 1)[0] ?? '')
  if (!Array.isArray(parts)) return null
  const [, state, workspace, name] = parts
  const isWhole = typeof workspace === 'string' && typeof name === 'string'
  return isWhole && (state === 'allowed' || state === 'withheld') ? { state, workspace, name } : null
}
