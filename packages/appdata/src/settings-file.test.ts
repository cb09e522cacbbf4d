import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultAppSettings } from '@parley/model'
import { memoryFolder } from '@parley/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSettingsFile } from './settings-file.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(memoryFolder, 'parley-settings-'))
  path = join(folder, 'settings.json')
})

afterEach(() => rmSync(folder, { recursive: true }))

const onDisk = () => JSON.parse(readFileSync(path, 'utf8'))
const dark = {
  ...defaultAppSettings,
  appearance: { ...defaultAppSettings.appearance, theme: 'dark' },
} as const

test('a first start has the default settings, and writes nothing', async () => {
  expect((await openSettingsFile(folder)).current).toEqual(defaultAppSettings)
  expect(existsSync(path)).toBe(false)
})

test('written settings are read at the next start, and private to their owner', async () => {
  const settings = await openSettingsFile(folder)
  await settings.write(dark)
  expect(settings.current).toEqual(dark)
  expect((await openSettingsFile(folder)).current).toEqual(dark)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['settings.json'])
})

test('only changed settings are written, so that others get better defaults later', async () => {
  const settings = await openSettingsFile(folder)
  await settings.write(dark)
  expect(onDisk().appearance).toEqual({ theme: 'dark' })
  expect(onDisk().general).toEqual({})
})

test('settings of another version stay in the file', async () => {
  writeFileSync(path, '{"general":{"maxRedirects":3,"newOne":true},"future":{"a":1}}')
  const settings = await openSettingsFile(folder)
  expect(settings.current.general.maxRedirects).toBe(3)
  await settings.write({ ...settings.current, appearance: dark.appearance })
  expect(onDisk()).toMatchObject({ general: { maxRedirects: 3, newOne: true }, future: { a: 1 } })
})

test.each([
  '{"appearance":{"theme":"pink","fontSizePx":15}}',
  '{"appearance":{"theme":["dark"],"fontSizePx":15},"general":"all","keyboard":{"remaps":{}}}',
])('a value that is none has its default, its neighbours their own: %s', async text => {
  writeFileSync(path, text)
  const { current } = await openSettingsFile(folder)
  expect(current).toEqual({
    ...defaultAppSettings,
    appearance: { ...defaultAppSettings.appearance, fontSizePx: 15 },
  })
  expect(readFileSync(path, 'utf8')).toBe(text)
})

describe('a file that is not JSON', () => {
  test.each(['', '{', '\0\0\0\0', '<<<<<<< HEAD'])('%j is set aside', async text => {
    writeFileSync(path, text)
    const settings = await openSettingsFile(folder)
    expect(settings.current).toEqual(defaultAppSettings)
    await settings.write(dark)
    const [aside] = readdirSync(folder).filter(name => name.startsWith('settings.json.damaged-'))
    expect(readFileSync(join(folder, aside ?? ''), 'utf8')).toBe(text)
    expect(onDisk().appearance).toEqual({ theme: 'dark' })
  })

  test.each(['[]', '"text"', 'null', '{"__proto__":{"polluted":1}}'])('%s has no settings', async text => {
    writeFileSync(path, text)
    expect((await openSettingsFile(folder)).current).toEqual(defaultAppSettings)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})

test('the last of several writes at the same time wins', async () => {
  const settings = await openSettingsFile(folder)
  const sizes = [9, 10, 11, 12]
  await Promise.all(
    sizes.map(fontSizePx => settings.write({ ...dark, appearance: { ...dark.appearance, fontSizePx } })),
  )
  expect(onDisk().appearance.fontSizePx).toBe(12)
})

test('a failed write changes nothing, and the next one can succeed', async () => {
  const settings = await openSettingsFile(folder)
  await settings.write(dark)
  rmSync(folder, { recursive: true })
  await expect(settings.write(defaultAppSettings)).rejects.toThrow('ENOENT')
  expect(settings.current).toEqual(dark)
  folder = mkdtempSync(join(memoryFolder, 'parley-settings-'))
})
