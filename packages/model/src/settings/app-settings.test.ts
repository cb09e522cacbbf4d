import { describe, expect, it } from 'vitest'
import { appSettingsSchema } from '../schema/index.ts'
import { defaultAppSettings } from './app-settings.ts'

describe('defaultAppSettings', () => {
  it('are settings that the schema accepts', () => {
    expect(appSettingsSchema.parse(defaultAppSettings)).toEqual(defaultAppSettings)
  })

  it('are those of the page on behaviour (behaviour, Timeouts)', () => {
    expect(defaultAppSettings.general).toEqual({
      requestTimeoutMs: 0,
      connectTimeoutMs: 10_000,
      followRedirects: true,
      maxRedirects: 10,
    })
    expect(defaultAppSettings.proxy).toMatchObject({ enabled: false, bypass: 'localhost,127.0.0.1' })
    expect(defaultAppSettings.editor).toMatchObject({
      autoFormatJson: false,
      showScriptConsole: false,
      scriptsReachLinkLocal: false,
      scriptsRequireLibraries: false,
    })
  })
})

describe('appSettingsSchema', () => {
  const { general, proxy } = defaultAppSettings

  it.each([
    ['a timeout below none', { general: { ...general, requestTimeoutMs: -1 } }],
    ['a timeout longer than any timer', { general: { ...general, requestTimeoutMs: 2 ** 31 } }],
    ['a part of a redirect', { general: { ...general, maxRedirects: 1.5 } }],
    ['a port beyond the last', { proxy: { ...proxy, port: 65_536 } }],
    ['a password, which is kept for the session only', { proxy: { ...proxy, password: 'hunter2' } }],
    ['an unknown theme', { appearance: { ...defaultAppSettings.appearance, theme: 'pink' } }],
    ['an unknown page', { plugins: {} }],
  ])('refuses %s', (_, change) => {
    expect(appSettingsSchema.safeParse({ ...defaultAppSettings, ...change }).success).toBe(false)
  })
})
