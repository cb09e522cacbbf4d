import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { OptionsError, readDesktopOptions } from './read-desktop-options.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-desktop-options-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const path = (name: string) => join(folder, name)
mkdirSync(path('shop'))
for (const name of ['shop/opencollection.yml', 'a b#c%.bru', '--host']) writeFileSync(path(name), '')

const isFile = (name: string) => ({ workspaceFolder: null, asked: { kind: 'file', path: path(name) } })
const isWorkspace = { workspaceFolder: path('shop'), asked: null }

test.each([
  ['a folder', path('shop'), isWorkspace],
  ['a workspace’s file', path('shop/opencollection.yml'), isWorkspace],
  ['its address', pathToFileURL(path('shop/opencollection.yml')).href, isWorkspace],
  ['the address of a folder', pathToFileURL(path('shop')).href, isWorkspace],
  ['a file', path('a b#c%.bru'), isFile('a b#c%.bru')],
  ['its address, as desktops pass it', pathToFileURL(path('a b#c%.bru')).href, isFile('a b#c%.bru')],
  ['a file named as an option', pathToFileURL(path('--host')).href, isFile('--host')],
])('%s is opened', (_, target, expected) => {
  expect(readDesktopOptions(['--', target])).toMatchObject(expected)
})

test.each(['file://other.example/share/a.bru', 'file:///a%2Fb', 'file:///%zz', 'file:///missing'])(
  '%s is refused with a sentence (DT1)',
  target => {
    expect(() => readDesktopOptions(['--', target])).toThrow(OptionsError)
  },
)
