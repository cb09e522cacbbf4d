import type { Auth } from '../authorization/auth.ts'
import { readAuthExtension, writeAuthExtension } from './auth-extension.ts'
import { readSchemaAuth, writeSchemaAuth } from './auth-schema.ts'
import type { WithExtension } from './extensions.ts'
import { isSameValue } from './is-same-value.ts'
import { ObjectReader } from './object-reader.ts'
import { objectOf } from './value.ts'

/**
 * What an absent `auth` means: Inherit for requests and folders; a collection has no parent, so No
 * Auth there.
 */
export type AbsentAuth = 'inherit' | 'none'

/** The `auth` of a request, folder or collection. */
export function readAuth(owner: ObjectReader, parley: ObjectReader, absent: AbsentAuth): Auth {
  const stated = readSchemaAuth(owner)
  if (parley.has('auth') && stated?.type !== 'none') {
    const extended = readAuthExtension(parley.object('auth'), stated)
    const besideIt = stated === undefined ? undefined : writeSchemaAuth(stated)
    if (isSameValue(writeSchemaAuth(extended), besideIt)) return extended
  }
  return stated ?? { type: absent }
}

/**
 * The nearest value of the schema, and in the extension what reading that again would not give.
 * Inherit is written out, as other clients take an absent `auth` for none.
 */
export function writeAuth(auth: Auth, absent: AbsentAuth): WithExtension {
  const value = writeSchemaAuth(auth)
  if (auth.type === 'none' && absent === 'none') return { value, extension: undefined }
  const stated = readSchemaAuth(new ObjectReader(objectOf({ auth: value }), [], []))
  return { value, extension: isSameValue(auth, stated) ? undefined : writeAuthExtension(auth, stated) }
}
