import { type AppSettings, defaultAppSettings } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { createTestWindow } from '../../window/window-context.testkit.ts'
import { createSettings } from './settings.ts'

function setUp(kept: Record<string, string> = {}) {
  const stored = new Map(Object.entries(kept))
  const writes: { settings: AppSettings; succeed(): void; fail(error: Error): void }[] = []
  const calls = {
    write: ({ settings: changed }: { readonly settings: AppSettings }) =>
      new Promise<Record<string, never>>((resolve, fail) =>
        writes.push({ settings: changed, succeed: () => resolve({}), fail }),
      ),
  }
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  const settings = createSettings(calls, createTestWindow({ describeError: String }), storage)
  return { settings, writes, stored, state: () => settings.store.getState() }
}

const settled = () => new Promise<void>(resolve => setTimeout(resolve))
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
  settings.receive(withTheme('dark'))
  expect(state().settings.appearance.theme).toBe('dark')
})

test('an event from before a change does not undo it', async () => {
  const { settings, writes, state } = setUp()
  void settings.change('appearance', { theme: 'light' })
  settings.receive(withTheme('dark'))
  expect(state().settings.appearance.theme).toBe('light')
  writes[0]?.succeed()
  await settled()
  settings.receive(withTheme('dark'))
  expect(state().settings.appearance.theme).toBe('dark')
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
  writes[1]?.succeed()
  await settled()
  writes[0]?.fail(new Error('late'))
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
