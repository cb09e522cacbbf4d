import { type AppSettings, defaultAppSettings } from '@parley/model'
import type { SettingsRevision } from '@parley/server/contract'
import { describe, expect, test, vi } from 'vitest'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { createSettings } from './settings.ts'

function setUp(kept: Record<string, string> = {}) {
  const stored = new Map(Object.entries(kept))
  const writes: { settings: AppSettings; succeed(): void; fail(error: Error): void }[] = []
  const calls = {
    write: ({ settings: changed }: { readonly settings: AppSettings }) =>
      new Promise<SettingsRevision>((resolve, fail) => {
        const revision = { series: 'a', revision: writes.length + 1 }
        writes.push({ settings: changed, succeed: () => resolve(revision), fail })
      }),
  }
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  const settings = createSettings(calls, createTestWindow({ describeError: String }), storage)
  return { settings, writes, stored, state: () => settings.store.getState() }
}

const settled = () => new Promise<void>(resolve => setTimeout(resolve))
const received = (settings: AppSettings, revision: number, series = 'a') => ({ settings, revision, series })
const withTheme = (theme: 'light' | 'dark'): AppSettings => ({
  ...defaultAppSettings,
  appearance: { ...defaultAppSettings.appearance, theme },
})

test('a change takes effect at once and is written whole', () => {
  const { settings, writes, state } = setUp()
  void settings.change('general', { maxRedirects: 3 })
  const expected = { ...defaultAppSettings, general: { ...defaultAppSettings.general, maxRedirects: 3 } }
  expect(state().settings).toEqual(expected)
  expect(writes.map(write => write.settings)).toEqual([expected])
})

test('a change in another window is taken over', () => {
  const { settings, state } = setUp()
  settings.receive(received(withTheme('dark'), 0))
  expect(state().settings.appearance.theme).toBe('dark')
})

test('an event from before a change does not undo it, also if it arrives after the change is stored', async () => {
  const { settings, writes, state } = setUp()
  const theme = () => state().settings.appearance.theme
  void settings.change('appearance', { theme: 'light' })
  settings.receive(received(withTheme('dark'), 0))
  expect(theme()).toBe('light')
  writes[0]?.succeed()
  await settled()
  settings.receive(received(withTheme('dark'), 0))
  expect(theme()).toBe('light')
  settings.receive(received(withTheme('dark'), 2))
  expect(theme(), 'of another window').toBe('dark')
  settings.receive(received(withTheme('light'), 0, 'b'))
  expect(theme(), 'after another start of the server').toBe('light')
})

test('changes during a write go out together after it, and none overtakes another', async () => {
  const { settings, writes, state } = setUp()
  const first = settings.change('appearance', { fontSizePx: 14 })
  const second = settings.change('appearance', { fontSizePx: 15 })
  const third = settings.change('appearance', { theme: 'dark' })
  expect(writes).toHaveLength(1)
  writes[0]?.succeed()
  expect(await first).toBe(true)
  await settled()
  expect(writes.map(({ settings: { appearance } }) => [appearance.fontSizePx, appearance.theme])).toEqual([
    [14, 'system'],
    [15, 'dark'],
  ])
  settings.receive(received(withTheme('light'), 1))
  const last = vi.fn(() => true)
  settings.flush(last)
  expect(last).not.toHaveBeenCalled()
  const fourth = settings.change('appearance', { density: 'compact' })
  settings.flush(last)
  expect(last).toHaveBeenCalledExactlyOnceWith('settings/write', { settings: state().settings })
  writes[1]?.succeed()
  expect(await Promise.all([second, third])).toEqual([true, true])
  await settled()
  writes[2]?.succeed()
  expect(await fourth).toBe(true)
  expect(state().settings.appearance).toMatchObject({ fontSizePx: 15, theme: 'dark' })
})

test('a change that cannot be stored says why, stays visible, and can be retried', async () => {
  const { settings, writes, state } = setUp()
  void settings.change('appearance', { theme: 'light' })
  writes[0]?.fail(new Error('disk full'))
  await settled()
  expect(state()).toMatchObject({ failure: 'Error: disk full', settings: withTheme('light') })
  settings.retry()
  writes[1]?.succeed()
  await settled()
  expect(state().failure).toBeNull()
})

test('only the outcome of the last change counts', async () => {
  const { settings, writes, state } = setUp()
  void settings.change('appearance', { fontSizePx: 14 })
  void settings.change('appearance', { fontSizePx: 15 })
  writes[0]?.fail(new Error('disk full'))
  await settled()
  expect(state().failure).toBeNull()
  writes[1]?.succeed()
  await settled()
  expect(state()).toMatchObject({ failure: null, settings: { appearance: { fontSizePx: 15 } } })
})

describe('the appearance of the last visit', () => {
  test('applies from the first moment', () => {
    const first = setUp()
    void first.settings.change('appearance', { theme: 'dark', density: 'compact' })
    const second = setUp(Object.fromEntries(first.stored))
    expect(second.state().settings.appearance).toMatchObject({ theme: 'dark', density: 'compact' })
  })

  test.each(['', '{', 'null', '{"theme":"pink","fontSizePx":400,"density":[]}'])('may be %j', kept => {
    expect(setUp({ 'parley-appearance': kept }).state().settings).toEqual(defaultAppSettings)
  })
})
