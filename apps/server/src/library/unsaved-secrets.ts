import { type RequestContext, secretsOf, variableScopes, type WithheldValue } from '@parley/engine'
import { type HttpRequest, secretFieldsOf } from '@parley/model'

/**
 * Returns the secrets of a context that only its window has: no file and no store has their values, so nothing
 * could hide them in what a server returns.
 */
export function unsavedSecrets(request: HttpRequest, context: RequestContext): readonly WithheldValue[] {
  const variables = variableScopes(request, context).flatMap(scope =>
    secretsOf([scope]).filter(({ name }) => scope.unsaved?.has(name)),
  )
  const fields = [...(context.unsaved?.ancestors ?? [])].flatMap(([{ defaults }, { parts }]) =>
    parts.includes('authorization')
      ? secretFieldsOf(defaults.auth)
          .filter(({ text }) => text !== '' && !text.includes('{{'))
          .map(({ field, text }) => ({ name: field, text }))
      : [],
  )
  return [...variables.map(({ name, text }) => ({ name, text })), ...fields]
}
