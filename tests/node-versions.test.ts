import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
// @ts-expect-error A script of the repository, which has no types.
import { isNewEnough, pinnedNode } from '../scripts/install/fetch-node.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { scripts, optionalDependencies, overrides } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

/** `npm run` puts a fetched Node first on the path, but after `npm install --ignore-scripts` there is none yet. */
test('every script of npm starts on an older Node: its first import hands over to a newer one', () => {
  const commands = Object.entries<string>(scripts)
    .filter(([name]) => name !== 'postinstall')
    .flatMap(([, script]) => script.split(' && '))
  // A program of its own, whose starter runs on Node 14.
  const started = commands.filter(command => !command.startsWith('biome '))
  expect(started.length).toBeGreaterThan(40)
  const wrong = started.filter(command => {
    const path = /^node (\S+\.mjs)/.exec(command)?.[1]
    if (path === undefined) return true
    return !/^import '(?:\.\.?\/)+(?:scripts\/)?require-node\.mjs'/.test(
      readFileSync(join(root, path), 'utf8'),
    )
  })
  expect(wrong).toEqual([])
})

test('what runs on an older Node imports nothing but parts of Node and files of the same kind', () => {
  for (const path of [
    'require-node.mjs',
    'end-together.mjs',
    'install/fetch-node.mjs',
    'install/bring-node.mjs',
  ]) {
    const source = readFileSync(join(root, 'scripts', path), 'utf8')
    for (const [, imported = ''] of source.matchAll(/ from '([^']+)'/g))
      expect(imported).toMatch(/^node:|^\.\/(?:install\/)?(?:end-together|fetch-node)\.mjs$/)
  }
})

test('one version of Node is pinned for all systems, with the hash of each package', () => {
  expect(isNewEnough(pinnedNode.version)).toBe(true)
  expect(Object.keys(pinnedNode.packages).sort()).toEqual([
    'darwin-arm64',
    'darwin-x64',
    'linux-arm64',
    'linux-x64',
    'win32-x64',
  ])
  for (const one of Object.values<{ integrity: string }>(pinnedNode.packages))
    expect(one.integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/)
})

test.each([
  ['18.20.8', false],
  ['20.20.2', false],
  ['22.21.0', false],
  ['24.1.0', false],
  ['24.2.0', true],
  ['26.0.0', true],
])('Node %s is new enough: %s', (version, expected) => {
  expect(isNewEnough(version)).toBe(expected)
})

test('the lockfile has no Node, and no canvas for a system on which Parley runs', () => {
  expect(optionalDependencies).toBeUndefined()
  const names = Object.keys(lockfile.packages)
  expect(names.filter(name => /node_modules\/node-(?:bin-)?(?:linux|darwin|win)/.test(name))).toEqual([])
  // The only one that is left is for a system on which Parley does not run, so that npm leaves it out.
  expect(overrides['pdfjs-dist']['@napi-rs/canvas']).toMatch(/^npm:@napi-rs\/canvas-android-arm64@/)
  expect(names.filter(name => name.includes('@napi-rs/canvas'))).toEqual(['node_modules/@napi-rs/canvas'])
  expect(lockfile.packages['node_modules/@napi-rs/canvas'].os).toEqual(['android'])
})
