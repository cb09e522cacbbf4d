import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { foundSettings } from './palette-settings.ts'

/** Names on the pages of Settings that are no setting: parts of one that is listed, and the dialog's own. */
const others = [
  'Settings',
  'Close',
  'Parley',
  'Updates',
  'Environment of the agent',
  'Access of the agent',
  'Usual addresses',
  'Models of the service',
  'Search shortcuts',
  'Format',
  'Passphrase',
  'Reset settings?',
]

test('the palette finds every setting that a page names, and none that no page has', () => {
  const folder = new URL('../Settings/', import.meta.url)
  const sources = globSync('*.tsx', { cwd: folder }).map(path => readFileSync(new URL(path, folder), 'utf8'))
  const named = sources.flatMap(source =>
    [...source.matchAll(/\b(?:aria-)?(?:label|title)="([^"$]+)"/g)].map(([, label = '']) => label),
  )
  const listed = new Set([...others, ...foundSettings.map(({ label }) => label)])
  expect([...new Set(named)].filter(label => !listed.has(label))).toEqual([])
  expect([...listed].filter(label => !named.includes(label))).toEqual([])
})
