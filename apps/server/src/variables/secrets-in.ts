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

/**
 * Checks the names of secrets. Their values are stored by name, so a secret without a name, or with the name
 * of another one, would be lost.
 */
export function secretNameProblem(edited: readonly EditedVariable[]): WorkspaceFailure | null {
  const values = new Map<string, string>()
  for (const { variable, secretValue } of edited) {
    if (!variable.secret || secretValue === null) continue
    const { name } = variable
    if (name === '') return fault('A secret has no name, so its value cannot be kept.', 'Give it a name.')
    if (values.has(name) && values.get(name) !== secretValue)
      return fault(`Two secrets are called “${name}”.`, 'Give one of them another name.')
    values.set(name, secretValue)
  }
  return null
}

function fault(sentence: string, nextStep: string): WorkspaceFailure {
  return { code: 'WRONG_PLACE', sentence, nextStep, path: '' }
}
