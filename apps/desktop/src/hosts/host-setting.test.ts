import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSettingsFile } from '@parley/appdata'
import { appSettingsSchema } from '@parley/model/schema'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hostKinds } from '../desktop-host.ts'
import { hostSetting } from './host-setting.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-host-setting-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

const choices = appSettingsSchema.shape.appearance.shape.desktopWindow.options

test.each(choices)('%s, as Settings stores it, is what the next start uses', async desktopWindow => {
  const settings = await openSettingsFile(folder)
  const { appearance } = settings.current
  await settings.write({ ...settings.current, appearance: { ...appearance, desktopWindow } })
  expect(await hostSetting(folder)).toBe(desktopWindow === 'automatic' ? null : desktopWindow)
})

test('every host but Electron, which no start can choose, is a choice', () => {
  expect(choices).toEqual(['automatic', ...hostKinds.filter(kind => kind !== 'electron')])
})

test.each([
  '',
  '{',
  '[]',
  '{"appearance":{"desktopWindow":"electron"}}',
  '{"appearance":{"desktopWindow":3}}',
])('the file %j leaves the first host that works', async text => {
  writeFileSync(join(folder, 'settings.json'), text)
  expect(await hostSetting(folder)).toBeNull()
})

test('a file that cannot be read leaves the first host that works', async () => {
  mkdirSync(join(folder, 'settings.json'))
  expect(await hostSetting(folder)).toBeNull()
})
