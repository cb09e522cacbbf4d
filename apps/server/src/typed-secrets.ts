import type { WithheldValue } from '@parley/engine'
import type { Request } from '@parley/model'
import { secretTexts } from '@parley/workspace'

/** Returns the secrets that were typed into fields of a request, with the names of the fields. */
export function typedSecrets(request: Request): readonly WithheldValue[] {
  return [...secretTexts(request)].map(([field, text]) => ({
    name: field.slice(field.lastIndexOf('.') + 1),
    text,
  }))
}
