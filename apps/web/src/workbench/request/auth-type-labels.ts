import type { AuthType } from '@parley/model'

/** The words of the Type picker (spec 5.1) and of those types beyond it. */
export const authTypeLabels: Readonly<Record<AuthType, string>> = {
  inherit: 'Inherit from parent',
  none: 'No Auth',
  bearer: 'Bearer Token',
  apiKey: 'API Key',
  basic: 'Basic Auth',
  oauth2: 'OAuth 2.0',
  signatureV4: 'Request signature v4 (cloud provider)',
  digest: 'Digest Auth',
  oauth1: 'OAuth 1.0',
  jwt: 'JWT Bearer',
  hawk: 'Hawk',
  wsse: 'WSSE',
  ntlm: 'NTLM',
}
