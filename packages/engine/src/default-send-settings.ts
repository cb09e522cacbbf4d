import type { EffectiveSettings } from './stages.ts'

/** What applies where neither request, folder, collection nor the user says otherwise (product decisions). */
export const defaultSendSettings: EffectiveSettings = {
  timeoutMs: 0,
  connectTimeoutMs: 10_000,
  followRedirects: true,
  maxRedirects: 10,
  encodeUrl: true,
  forwardAuthorization: false,
  httpVersion: 'auto',
  autoFormatJson: false,
  initiator: 'user',
  scriptsReachLinkLocal: false,
}
