import { defaultSendSettings } from '@parley/engine'
import { inheritedRequestSettings } from '@parley/model'
import { expect, test } from 'vitest'
import { readSendSettings } from './read-send-settings.ts'

test('omitted options are inherited', () => {
  expect(readSendSettings({ follow: true })).toEqual({
    request: inheritedRequestSettings,
    defaults: defaultSendSettings,
  })
})

test('each option sets its own setting', () => {
  const options = { http: '2', timeout: '0', connectTimeout: '250', follow: false, maxRedirects: '0' }
  expect(readSendSettings(options)).toEqual({
    request: {
      ...inheritedRequestSettings,
      httpVersion: '2',
      timeoutMs: 0,
      followRedirects: false,
      maxRedirects: 0,
    },
    defaults: { ...defaultSendSettings, connectTimeoutMs: 250 },
  })
})

test.each(['', ' 1', '1.5', '1e3', '0x10', '+1', '-1', 'Infinity', '٣', '2147483648', '9'.repeat(400)])(
  '%j is not a number of milliseconds',
  timeout => {
    expect(readSendSettings({ timeout })).toBe(
      `--timeout must be a whole number of milliseconds from 0 to 2147483647, not “${timeout}”.`,
    )
  },
)

test('the longest time is what a timer can wait', () => {
  expect(readSendSettings({ timeout: '2147483647' })).toMatchObject({ request: { timeoutMs: 2147483647 } })
})

test.each(['', '1', '2.0', 'h2', 'toString', '__proto__'])('%j is not an HTTP version', http => {
  expect(readSendSettings({ http })).toBe(`--http must be auto, 1.1 or 2, not “${http}”.`)
})
