import { ok, type Result, type Variable, variableText, type WorkspaceFile } from '@parley/model'
import type { Globals, SaveInput, Workspace, WorkspaceFailure } from '@parley/workspace'

/** The result of adding imported variables. */
export interface AddedVariables {
  readonly names: readonly string[]
  /** Sentences about variables that already exist with another value, which is kept. */
  readonly kept: readonly string[]
}

interface OpenedVariables {
  readonly variables: readonly Variable[]
  readonly version: string | null
  readonly secretValues: ReadonlyMap<string, string>
}

/** The variables of one file. */
export interface VariablesFile {
  /** The word for one of them: `global variable`. */
  readonly word: string
  read(): Promise<Result<OpenedVariables, WorkspaceFailure>>
  save(
    input: SaveInput<readonly Variable[]>,
  ): Promise<Result<unknown, { readonly theirs?: unknown } & WorkspaceFailure>>
}

/** Returns the global variables, which all workspaces share. */
export function globalVariables(globals: Globals): VariablesFile {
  return {
    word: 'global variable',
    async read() {
      const opened = await globals.read()
      if (!opened.ok) return opened
      const { entity, version, secretVariables } = opened.value
      return ok({ variables: entity, version, secretValues: secretVariables })
    },
    save: input => globals.save(input),
  }
}

/** Returns the variables of one workspace. */
export function workspaceVariables(workspace: Workspace): VariablesFile {
  let others: Omit<WorkspaceFile, 'variables'> = { name: '' }
  return {
    word: 'variable of the workspace',
    async read() {
      const opened = await workspace.readWorkspaceFile()
      if (!opened.ok) {
        if (opened.failure.code !== 'NOT_FOUND') return opened
        others = { name: workspace.tree.name }
        return ok({ variables: [], version: null, secretValues: new Map() })
      }
      const { entity, version, secretVariables } = opened.value
      others = entity
      return ok({ variables: entity.variables, version, secretValues: secretVariables })
    },
    save: ({ entity, ...rest }) =>
      workspace.saveWorkspaceFile({ entity: { ...others, variables: entity }, ...rest }),
  }
}

/**
 * Adds variables to a file. An existing variable is never changed, because other collections may depend on
 * it.
 * @param secretValues the values of the secret ones, by name
 */
export async function addVariables(
  file: VariablesFile,
  brought: readonly Variable[],
  secretValues: ReadonlyMap<string, string>,
): Promise<Result<AddedVariables, WorkspaceFailure>> {
  const opened = await file.read()
  if (!opened.ok) return opened
  const { variables, version, secretValues: kept } = opened.value
  const known = new Map(variables.map(one => [one.name, one]))
  const added: Variable[] = []
  const others: string[] = []
  for (const variable of brought) {
    const there = known.get(variable.name)
    if (there === undefined) {
      known.set(variable.name, variable)
      added.push(variable)
      continue
    }
    const isSame =
      there.secret || variable.secret
        ? kept.get(there.name) === secretValues.get(variable.name)
        : variableText(there) === variableText(variable)
    if (!isSame) others.push(`The ${file.word} ${variable.name} has another value already, which stays.`)
  }
  if (added.length > 0) {
    const ofAdded = added.flatMap(({ name }) => {
      const value = secretValues.get(name)
      return value === undefined ? [] : [[name, value] as const]
    })
    const saved = await file.save({
      entity: [...variables, ...added],
      baseVersion: version,
      secretVariables: new Map([...kept, ...ofAdded]),
    })
    if (!saved.ok) {
      const { theirs: _unread, ...failure } = saved.failure
      return { ok: false, failure }
    }
  }
  return ok({ names: added.map(one => one.name), kept: others })
}
