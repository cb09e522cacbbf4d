import { defaultSendSettings, type EffectiveSettings } from '@parley/engine'
import type { AppSettings } from '@parley/model'

/** What the application's settings say of every send; a request and its folders may say otherwise. */
export function sendSettingsOf({ general, editor }: AppSettings): EffectiveSettings {
  return {
    ...defaultSendSettings,
    timeoutMs: general.requestTimeoutMs,
    connectTimeoutMs: general.connectTimeoutMs,
    followRedirects: general.followRedirects,
    maxRedirects: general.maxRedirects,
    autoFormatJson: editor.autoFormatJson,
    scriptsReachLinkLocal: editor.scriptsReachLinkLocal,
  }
}
