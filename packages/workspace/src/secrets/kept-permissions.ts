import {
  readScriptPermissionField,
  type ScriptPermission,
  scriptPermissionField,
  type Variable,
} from '@parley/model'

type Fields = ReadonlyMap<string, string>

/** The stored value of every permission; the information is in its name. */
const permissionMark = 'yes'

/**
 * Returns the user's decisions about the secrets of a file, by name. A secret counts as withheld if both
 * decisions are stored.
 * @param workspace as in {@link ScriptPermission}
 */
export function decidedPermissions(
  fields: Fields,
  workspace: string,
): ReadonlyMap<string, ScriptPermission['state']> {
  const decided = new Map<string, ScriptPermission['state']>()
  for (const field of fields.keys()) {
    const permission = readScriptPermissionField(field)
    if (permission === null || permission.workspace !== workspace) continue
    if (decided.get(permission.name) !== 'withheld') decided.set(permission.name, permission.state)
  }
  return decided
}

/**
 * Returns the variables with the script permissions of this device; their previous permissions are ignored.
 */
export function withPermissions(
  variables: readonly Variable[],
  fields: Fields,
  workspace: string,
): readonly Variable[] {
  const decided = decidedPermissions(fields, workspace)
  return variables.map(one =>
    one.secret ? { ...one, allowedToScripts: decided.get(one.name) === 'allowed' } : one,
  )
}

/**
 * Returns the fields that store the script permissions of variables. If two secrets have the same name, the
 * withheld one decides. A withheld permission is stored only for a secret with a value, because without one
 * there is nothing to read.
 * @param valueNames the names of the secrets that have a value
 * @param before the stored fields, of which the permissions in other workspaces are kept
 */
export function permissionFields(
  variables: readonly Variable[],
  valueNames: ReadonlySet<string>,
  workspace: string,
  before: Fields = new Map(),
): Fields {
  const secrets = variables.filter(one => one.secret)
  const names = new Set(secrets.map(one => one.name))
  const withheld = new Set(secrets.flatMap(one => (one.allowedToScripts ? [] : [one.name])))
  const own = [...names].flatMap((name): readonly ScriptPermission[] => {
    const state = withheld.has(name) ? 'withheld' : 'allowed'
    return state === 'withheld' && !valueNames.has(name) ? [] : [{ state, workspace, name }]
  })
  const ofOthers = [...before.keys()].filter(field => {
    const permission = readScriptPermissionField(field)
    return permission !== null && permission.workspace !== workspace && names.has(permission.name)
  })
  return new Map([...ofOthers, ...own.map(scriptPermissionField)].map(field => [field, permissionMark]))
}
