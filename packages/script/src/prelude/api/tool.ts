import { noteMissing } from '../core/note-missing.ts'
import { makeNamespace } from './make-namespace.ts'

/** Creates the application's own namespace (behaviour 4.4 to 4.6): `tool.response.status` is the number. */
export function toolNamespace() {
  return noteMissing('tool', makeNamespace('tool'))
}
