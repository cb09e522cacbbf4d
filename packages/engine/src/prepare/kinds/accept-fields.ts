import type { HttpBody } from '@parley/model'
import { acceptOf } from '../body/content-type-of.ts'
import type { MessageField } from '../message/message-fields.ts'

/** Returns the generated `Accept` of a body, if it has one. */
export function acceptFields(body: HttpBody): readonly MessageField<string>[] {
  const accept = acceptOf(body)
  return accept === undefined ? [] : [{ name: 'Accept', value: accept, source: 'body' }]
}
