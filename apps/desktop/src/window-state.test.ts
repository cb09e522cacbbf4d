import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WindowPlacement } from './desktop-host.ts'
import { placeInSight, WindowState } from './window-state.ts'

const main = { x: 0, y: 0, width: 1920, height: 1080 }
const second = { x: 1920, y: 0, width: 1280, height: 1024 }
const small = { x: 0, y: 0, width: 800, height: 500 }
const at = (x: number, y: number, width = 1000, height = 700): WindowPlacement => ({
  ...{ x, y, width, height },
  isMaximized: false,
})

test.each([
  ['stays where it was', at(100, 50), [main], at(100, 50)],
  ['stays on the second display', at(2000, 50), [main, second], at(2000, 50)],
  ['comes back from a display that is gone', at(2000, 50), [main], at(460, 190)],
  ['comes back from above', at(100, -900), [main], at(460, 190)],
  ['comes back from below', at(100, 1070), [main], at(460, 190)],
  ['comes back when only an edge is in sight', at(-950, 50), [main], at(460, 190)],
  ['is as large as a page needs', at(100, 50, 300, 200), [main], at(100, 50, 900, 560)],
  ['is no larger than the display', at(0, 0, 5000, 3000), [main], at(0, 0, 1920, 1080)],
  ['keeps its minimum on a small display', at(0, 0), [small], at(0, 0, 900, 560)],
  ['stays on a display with a negative place', at(-1500, 50), [main, { ...main, x: -1920 }], at(-1500, 50)],
])('a window %s', (_name, last, displays, expected) => {
  expect(placeInSight(last, displays)).toEqual(expected)
})

test('without a last place or a display the system decides', () => {
  expect(placeInSight(null, [main])).toBeNull()
  expect(placeInSight(at(0, 0), [])).toBeNull()
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-window-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('each display has its own place, kept with zoom and theme', async () => {
  const state = new WindowState(folder)
  state.setPlacement(at(10, 20), main)
  state.setPlacement(at(2000, 20), second)
  state.setPlacement({ ...at(0, 0, 1920, 1080), isMaximized: true }, main)
  state.setZoom(1.5)
  state.setTheme(true)
  await state.save()
  const again = new WindowState(folder)
  expect(again.placementOn(main)).toEqual({ ...at(10, 20), isMaximized: true })
  expect(again.placementOn(second)).toEqual(at(2000, 20))
  expect(again).toMatchObject({ zoom: 1.5, isDark: true })
  expect(statSync(join(folder, 'window.json')).mode & 0o077).toBe(0)
})

test.each([
  ['no JSON', '{'],
  ['another shape', '[]'],
  ['a place out of this world', JSON.stringify({ placements: [['a', at(1e9, 0)]], zoom: 1, isDark: false })],
  ['a zoom that hides everything', JSON.stringify({ placements: [], zoom: 1000, isDark: false, menus: [] })],
])('a file with %s is as good as none', (_name, text) => {
  writeFileSync(join(folder, 'window.json'), text)
  expect(new WindowState(folder)).toMatchObject({ zoom: 1, isDark: false, lastPlacement: null })
})

test('a folder that refuses loses only the place', async () => {
  const state = new WindowState(join(folder, 'missing'))
  state.setZoom(2)
  await state.save()
  expect(state.zoom).toBe(2)
  chmodSync(folder, 0o700)
  expect(() => readFileSync(join(folder, 'window.json'))).toThrow()
})
