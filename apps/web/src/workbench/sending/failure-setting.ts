import type { HttpRequest, SendFailure } from '@parley/model'
import type { SettingsPageName } from '../dialogs.ts'

/** Where the setting is that decides about a failure: a page of Settings, or the tab Settings of the request. */
export type FailureSetting =
  | { readonly place: 'settings'; readonly page: SettingsPageName }
  | { readonly place: 'request' }

/** Returns the setting that applied to a failed send of a draft; null if none decides about the failure. */
export function failureSetting(
  { kind, code }: Pick<SendFailure, 'kind' | 'code'>,
  { settings }: Pick<HttpRequest, 'settings'>,
): FailureSetting | null {
  if (kind === 'proxy') return { place: 'settings', page: 'Proxy' }
  if (kind === 'tls') return { place: 'settings', page: 'Certificates' }
  if (kind !== 'timeout') return null
  const isGeneral =
    code === 'CONNECT_TIMEOUT' || (code === 'REQUEST_TIMEOUT' && settings.timeoutMs === 'inherit')
  return isGeneral ? { place: 'settings', page: 'General' } : { place: 'request' }
}
