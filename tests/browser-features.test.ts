import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

test('the features that browser tests disable begin with those that Playwright disables', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  const source = readFileSync(`${folder}/lib/coreBundle.js`, 'utf8')
  const list = /\bdisabledFeatures = \[(.*?)\]\.filter\(Boolean\)/s.exec(source)?.[1] ?? ''
  const theirs = [...list.replace(/\/\/.*$/gm, '').matchAll(/"(\w+)"/g)].map(match => match[1])
  expect(theirs.length).toBeGreaterThan(5)
  const config = readFileSync(new URL('../playwright.config.ts', import.meta.url), 'utf8')
  const ours = /const disabledFeatures = \[(.*?)\]/s.exec(config)?.[1] ?? ''
  const names = [...ours.matchAll(/'(\w+)'/g)].map(match => match[1])
  expect(names.slice(0, theirs.length)).toEqual(theirs)
})
