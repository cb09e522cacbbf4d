import { noteMissing } from '../core/note-missing.ts'
import { makeNamespace, openNamespace } from './make-namespace.ts'

/**
 * Creates the application's own namespace (behaviour 4.4 to 4.6): `tool.response.status` is the number. Returns what
 * completes it for a script.
 */
export function toolNamespace() {
  const tool = noteMissing('tool', makeNamespace('tool'))
  return () => {
    openNamespace('tool', tool)
    return tool
  }
}
