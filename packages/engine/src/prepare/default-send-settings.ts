import type { EffectiveSettings } from './request-context.ts'

/** The settings that apply unless request, folder, collection or user override them (behaviour, Settings of a send). */
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
  scriptsRequireLibraries: false,
}
