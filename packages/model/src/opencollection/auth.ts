import type { Auth } from '../authorization/auth.ts'
import { authSchemes } from '../authorization/auth-schemes.ts'
import type { AnyAuth, SchemeRegistry } from '../authorization/scheme-descriptor.ts'
import type { WithExtension } from './extensions.ts'
import { isSameValue } from './is-same-value.ts'
import { ObjectReader } from './object-reader.ts'
import { readAuthExtension, readSchemaAuth, writeAuthExtension, writeSchemaAuth } from './scheme-file.ts'
import { objectOf } from './value.ts'

/**
 * What an absent `auth` means: Inherit for requests and folders; a collection has no parent, so No
 * Auth there.
 */
export type AbsentAuth = 'inherit' | 'none'

/** The `auth` of a request, folder or collection. */
export function readAuth(owner: ObjectReader, parley: ObjectReader, absent: AbsentAuth): Auth {
  // Only Parley's own schemes are read.
  return readAnyAuth(owner, parley, absent, authSchemes) as Auth
}

/** The `auth` of a request, folder or collection, of any of the schemes. */
export function readAnyAuth(
  owner: ObjectReader,
  parley: ObjectReader,
  absent: AbsentAuth,
  schemes: SchemeRegistry,
): AnyAuth {
  const stated = readSchemaAuth(owner, schemes)
  if (parley.has('auth') && stated?.type !== 'none') {
    const extended = readAuthExtension(parley.object('auth'), stated, schemes)
    const besideIt = stated === undefined ? undefined : writeSchemaAuth(stated, schemes)
    if (isSameValue(writeSchemaAuth(extended, schemes), besideIt)) return extended
  }
  return stated ?? { type: absent }
}

/**
 * The nearest value of the schema, and in the extension what reading that again would not give.
 * Inherit is written out, as other clients take an absent `auth` for none.
 */
export function writeAuth(
  auth: AnyAuth,
  absent: AbsentAuth,
  schemes: SchemeRegistry = authSchemes,
): WithExtension {
  const value = writeSchemaAuth(auth, schemes)
  if (auth.type === 'none' && absent === 'none') return { value, extension: undefined }
  const stated = readSchemaAuth(new ObjectReader(objectOf({ auth: value }), [], []), schemes)
  const extension = isSameValue(auth, stated) ? undefined : writeAuthExtension(auth, stated, schemes)
  return { value, extension }
}
