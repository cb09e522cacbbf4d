import type { Request } from '@parley/model'
import { secretTexts } from './secrets/stored-format.ts'

/** Returns the secrets that were typed into fields of a request, with the names of the fields. */
export function typedSecrets(request: Request): readonly { readonly name: string; readonly text: string }[] {
  return [...secretTexts(request)].map(([field, text]) => ({
    name: field.slice(field.lastIndexOf('.') + 1),
    text,
  }))
}
