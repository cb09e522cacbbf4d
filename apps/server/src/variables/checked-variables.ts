import type { Variable } from '@parley/model'
import type { WorkspaceFailure } from '@parley/workspace'
import type { EditedVariable } from '../contract/index.ts'

/** Returns the values of the secrets among variables, by name. */
export function secretsIn(edited: readonly EditedVariable[]): ReadonlyMap<string, string> {
  return new Map(
    edited.flatMap(({ variable, secretValue }): [string, string][] =>
      variable.secret && secretValue !== null ? [[variable.name, secretValue]] : [],
    ),
  )
}

/** Returns the variables without rows in which nothing was typed. */
export function typedVariables(edited: readonly EditedVariable[]): readonly EditedVariable[] {
  return edited.filter(({ variable, secretValue }) => isTyped(variable) || (secretValue ?? '') !== '')
}

/** Whether a variable has a name or a value that is not secret. */
function isTyped(variable: Variable): boolean {
  if (variable.name !== '') return true
  return !variable.secret && (variable.value.text !== '' || variable.variants !== undefined)
}

/** Returns why variables cannot be saved: a value without a name could be used by nothing. */
export function unnamedProblem(variables: readonly Variable[]): WorkspaceFailure | null {
  return variables.some(({ name }) => name === '')
    ? fault('A variable has a value and no name.', 'Give it a name, or remove it.')
    : null
}

/**
 * Checks the names of secrets. Their values are stored by name, so a secret with the name of another one would be lost.
 */
export function secretNameProblem(edited: readonly EditedVariable[]): WorkspaceFailure | null {
  const values = new Map<string, string>()
  for (const { variable, secretValue } of edited) {
    if (!variable.secret || secretValue === null) continue
    const { name } = variable
    if (values.has(name) && values.get(name) !== secretValue)
      return fault(`Two secrets are called “${name}”.`, 'Give one of them another name.')
    values.set(name, secretValue)
  }
  return null
}

/**
 * Checks the variables of a collection or folder, whose file names the secret ones: another variable of the same name would
 * become secret as well.
 */
export function sharedNameProblem(edited: readonly EditedVariable[]): WorkspaceFailure | null {
  const secrets = new Set(edited.flatMap(({ variable }) => (variable.secret ? [variable.name] : [])))
  const shared = edited.find(({ variable }) => !variable.secret && secrets.has(variable.name))
  if (shared === undefined) return null
  return fault(
    `A secret and another variable are called “${shared.variable.name}”.`,
    'Give one of them another name, or make both secret.',
  )
}

function fault(sentence: string, nextStep: string): WorkspaceFailure {
  return { code: 'WRONG_PLACE', sentence, nextStep, path: '' }
}
