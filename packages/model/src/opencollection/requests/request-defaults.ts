import type { RequestDefaults } from '../../collection/collection.ts'
import { type AbsentAuth, readAuth, writeAuth } from '../auth.ts'
import type { ObjectReader } from '../object-reader.ts'
import { readRows, writeRows } from '../row.ts'
import { readScripts, writeScripts } from '../scripts.ts'
import { readRequestSettings, writeRequestSettings, writeRequestSettingsExtension } from '../settings.ts'
import type { OpenCollectionObject } from '../value.ts'
import { readPlainVariables, writePlainVariables } from '../variable.ts'
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
    variables: readPlainVariables(request),
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
  readonly parley: Readonly<Record<string, OpenCollectionObject | undefined>>
} {
  const auth = writeAuth(defaults.auth, absentAuth)
  return {
    request: part({
      headers: writeRows(defaults.headers),
      metadata: writeRows(defaults.metadata),
      auth: auth.value,
      variables: writePlainVariables(defaults.variables),
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
    },
  }
}
