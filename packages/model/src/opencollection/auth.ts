import type { Auth } from '../authorization/auth.ts'
import { authSchemes } from '../authorization/auth-schemes.ts'
import type { AnyAuth, SchemeRegistry } from '../authorization/scheme-descriptor.ts'
import type { WithExtension } from './extensions.ts'
import { isSameValue } from './is-same-value.ts'
import { ObjectReader } from './object-reader.ts'
import { readAuthExtension, readSchemaAuth, writeAuthExtension, writeSchemaAuth } from './scheme-file.ts'
import { objectOf } from './value.ts'

/**
 * The meaning of an absent `auth`: Inherit for requests and folders, No Auth for collections, which have no
 * parent.
 */
export type AbsentAuth = 'inherit' | 'none'

/** Reads the `auth` of a request, folder or collection. */
export function readAuth(owner: ObjectReader, parley: ObjectReader, absent: AbsentAuth): Auth {
  // The registry contains only Parley's schemes.
  return readAnyAuth(owner, parley, absent, authSchemes) as Auth
}

/** Reads the `auth` of a request, folder or collection with the given schemes. */
export function readAnyAuth(
  owner: ObjectReader,
  parley: ObjectReader,
  absent: AbsentAuth,
  schemes: SchemeRegistry,
): AnyAuth {
  const stated = readSchemaAuth(owner, schemes)
  if (parley.has('auth') && stated?.type !== 'none') {
    const extended = readAuthExtension(parley.object('auth'), stated, schemes)
    const nearest = stated === undefined ? undefined : writeSchemaAuth(stated, schemes)
    if (isSameValue(writeSchemaAuth(extended, schemes), nearest)) return extended
  }
  return stated ?? { type: absent }
}

/**
 * Returns the nearest value of the schema, and an extension with the parts that reading that value would not
 * restore. Inherit is written explicitly, because other clients treat an absent `auth` as none.
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
