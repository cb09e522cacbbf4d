import type { RequestDefaults } from '../../collection/collection.ts'
import { type AbsentAuth, readAuth, writeAuth } from '../auth.ts'
import type { ObjectReader } from '../object-reader.ts'
import { readRows, writeRows } from '../row.ts'
import { readScripts, writeScripts } from '../scripts.ts'
import { readRequestSettings, writeRequestSettings, writeRequestSettingsExtension } from '../settings.ts'
import type { OpenCollectionObject, OpenCollectionValue } from '../value.ts'
import { readInheritedVariables, writeInheritedVariables } from '../variable.ts'
import { part } from './request-fields.ts'

/** Reads `RequestDefaults`, under `request` of a folder or collection. */
export function readRequestDefaults(
  owner: ObjectReader,
  parley: ObjectReader,
  absentAuth: AbsentAuth,
): RequestDefaults {
  const request = owner.object('request')
  const settings = request.object('settings')
  const extension = parley.object('settings')
  return {
    headers: readRows(request, 'headers'),
    metadata: readRows(request, 'metadata'),
    auth: readAuth(request, parley, absentAuth),
    variables: readInheritedVariables(request, parley),
    scripts: readScripts(request),
    settings: readRequestSettings(settings.object('http'), extension.object('http')),
    graphqlSettings: readRequestSettings(settings.object('graphql'), extension.object('graphql')),
  }
}

export function writeRequestDefaults(
  defaults: RequestDefaults,
  absentAuth: AbsentAuth,
): {
  readonly request: OpenCollectionObject | undefined
  /** The entries of `extensions.parley`. */
  readonly parley: Readonly<Record<string, OpenCollectionValue | undefined>>
} {
  const auth = writeAuth(defaults.auth, absentAuth)
  const variables = writeInheritedVariables(defaults.variables)
  return {
    request: part({
      headers: writeRows(defaults.headers),
      metadata: writeRows(defaults.metadata),
      auth: auth.value,
      variables: variables.value,
      scripts: writeScripts(defaults.scripts),
      settings: part({
        http: writeRequestSettings(defaults.settings),
        graphql: writeRequestSettings(defaults.graphqlSettings),
      }),
    }),
    parley: {
      auth: auth.extension,
      settings: part({
        http: writeRequestSettingsExtension(defaults.settings),
        graphql: writeRequestSettingsExtension(defaults.graphqlSettings),
      }),
      secrets: variables.secrets,
    },
  }
}
