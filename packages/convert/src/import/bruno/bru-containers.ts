import type { ProtobufSettings, RequestDefaults } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { isObject, type JsonValue, listOf, member, textMember } from '../json-value.ts'
import { newDefaults } from '../new-entities.ts'
import { bruAuth } from './bru-auth.ts'
import type { BruFile } from './bru-file.ts'

/** Converts what requests inherit from a collection or folder. */
export function bruDefaults(file: BruFile, log: ImportLog): RequestDefaults {
  const variables = file.variables('vars:pre-request')
  log.count('variables', variables.length)
  return newDefaults({
    auth: bruAuth(file.field('auth')('mode'), file.field, log),
    headers: file.rows('headers'),
    variables,
    scripts: file.scripts(log),
  })
}

/** Returns the files and import paths of service definitions, which the collection names for all of its calls. */
export function protobufOf(settings: JsonValue): ProtobufSettings {
  const protobuf = member(settings, 'protobuf')
  const entries = (name: string) => listOf(member(protobuf, name)).filter(isObject)
  return {
    protoFilePaths: entries('protoFiles').map(one => textMember(one, 'path')),
    importPaths: entries('importPaths').map(one => ({
      path: textMember(one, 'path'),
      enabled: member(one, 'enabled') !== false,
    })),
  }
}
