import { inheritedRequestSettings } from '../request/request-settings.ts'
import { noScripts } from '../request/scripts.ts'
import type { RequestDefaults } from './collection.ts'

/** The defaults of a collection or folder that sets none. */
export const noRequestDefaults: RequestDefaults = {
  headers: [],
  metadata: [],
  auth: { type: 'inherit' },
  variables: [],
  scripts: noScripts,
  settings: inheritedRequestSettings,
  graphqlSettings: inheritedRequestSettings,
}
