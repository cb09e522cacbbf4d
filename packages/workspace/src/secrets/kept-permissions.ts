import {
  readScriptPermissionField,
  type ScriptPermission,
  scriptPermissionField,
  type Variable,
} from '@parley/model'

type Fields = ReadonlyMap<string, string>

/** What the store of secrets keeps as the value of a permission; its name says all. */
const kept = 'yes'

/**
 * What the user decided about the secrets of a file, by their names. A secret is withheld if the store has both.
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

/** The variables as this device allows them to scripts; what they said before is not obeyed. */
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
 * The fields that keep what variables say of scripts. Of two secrets with one name the withheld one decides. That a
 * secret is withheld is kept only beside a value: without one there is nothing to read.
 * @param valueNames of the secrets that have a value
 * @param before what is kept now, of which the permissions in other workspaces stay
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
  return new Map([...ofOthers, ...own.map(scriptPermissionField)].map(field => [field, kept]))
}
