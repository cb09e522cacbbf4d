import {
  type AnyAuth,
  type AnyScheme,
  newAuthOf,
  type OwnExtension,
  type SchemeRegistry,
  schemeOf,
} from '../authorization/scheme-descriptor.ts'
import type { ObjectReader } from './object-reader.ts'
import { differing, readFields, writeFields } from './scheme-fields.ts'
import type { OpenCollectionObject, OpenCollectionValue } from './value.ts'

const none: AnyAuth = { type: 'none' }

/** Reads `Auth` of the schema; undefined if the owner has none. */
export function readSchemaAuth(owner: ObjectReader, schemes: SchemeRegistry): AnyAuth | undefined {
  if (!owner.has('auth')) return undefined
  const all = Object.values(schemes)
  const word = owner.value('auth')
  const named = all.find(({ file }) => file.kind === 'word' && file.word === word)
  if (named !== undefined) return newAuthOf(named)
  const auth = owner.object('auth')
  // The schema has no No Auth, but files of other clients contain it.
  if (auth.value('type') === none.type) return none
  auth.require('type')
  const types = all.flatMap(scheme => {
    const { file } = scheme
    return file.kind === 'schema' || file.kind === 'own' ? [[file.name, scheme.type] as const] : []
  })
  const scheme = schemes[auth.named('type', types, none.type)]
  if (scheme?.file.kind === 'own') return scheme.file.read(auth)
  return scheme?.file.kind === 'schema' ? readFields(auth, scheme.fields, newAuthOf(scheme)) : none
}

/** Returns the nearest value of the schema; undefined if there is none. */
export function writeSchemaAuth(auth: AnyAuth, schemes: SchemeRegistry): OpenCollectionValue | undefined {
  const scheme = schemeOf(auth, schemes)
  if (scheme === undefined) return undefined
  const { file } = scheme
  switch (file.kind) {
    case 'word':
      return file.word
    case 'schema':
      return writeFields(file.name, auth, scheme.fields)
    case 'extension':
      return file.beside
    case 'own':
      return file.write(auth)
  }
}

/**
 * Reads `extensions.parley.auth`: the type, and those fields (with their names in the model) that differ from
 * the schema's value, or from the scheme's defaults if that value is of another type.
 */
export function readAuthExtension(
  extension: ObjectReader,
  stated: AnyAuth | undefined,
  schemes: SchemeRegistry,
): AnyAuth {
  const types = Object.values(schemes).filter(scheme => extensionOf(scheme) !== null)
  const type = extension.choice(
    'type',
    types.map(one => one.type),
    none.type,
  )
  const scheme = types.find(one => one.type === type)
  const own = scheme && extensionOf(scheme)
  return own?.read(extension, stated?.type === type ? stated : null, stated) ?? none
}

/** Returns the extension; undefined for a scheme that needs none. */
export function writeAuthExtension(
  auth: AnyAuth,
  stated: AnyAuth | undefined,
  schemes: SchemeRegistry,
): OpenCollectionObject | undefined {
  const scheme = schemeOf(auth, schemes)
  const own = scheme && extensionOf(scheme)
  return own?.write(auth, stated?.type === auth.type ? stated : null, stated)
}

function extensionOf(scheme: AnyScheme): OwnExtension<AnyAuth> | null {
  const { file, fields } = scheme
  if (file.kind === 'own') return file.extension ?? null
  if (file.kind !== 'extension') return null
  return {
    read: extension => readFields(extension, fields, newAuthOf(scheme)),
    write: auth => differing(auth, newAuthOf(scheme)),
  }
}
