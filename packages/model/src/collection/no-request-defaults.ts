import { inheritedRequestSettings } from '../request/request-settings.ts'
import { noScripts } from '../request/scripts.ts'
import type { RequestDefaults } from './collection.ts'

/** Of a collection or folder that gives its requests nothing to inherit. */
export const noRequestDefaults: RequestDefaults = {
  headers: [],
  metadata: [],
  auth: { type: 'inherit' },
  variables: [],
  scripts: noScripts,
  settings: inheritedRequestSettings,
  graphqlSettings: inheritedRequestSettings,
}
