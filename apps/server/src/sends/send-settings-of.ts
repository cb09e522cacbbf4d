import { defaultSendSettings, type EffectiveSettings } from '@parley/engine'
import type { AppSettings } from '@parley/model'

/** Returns the application's settings for every send, which a request and its folders may override. */
export function sendSettingsOf({ general, editor }: AppSettings): EffectiveSettings {
  return {
    ...defaultSendSettings,
    timeoutMs: general.requestTimeoutMs,
    connectTimeoutMs: general.connectTimeoutMs,
    followRedirects: general.followRedirects,
    maxRedirects: general.maxRedirects,
    autoFormatJson: editor.autoFormatJson,
    scriptsReachLinkLocal: editor.scriptsReachLinkLocal,
    scriptsRequireLibraries: editor.scriptsRequireLibraries,
  }
}
