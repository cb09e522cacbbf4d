import { readFileSync } from 'node:fs'
import { exportFormats, importFormatNames } from '@parley/convert'
import { expect, test } from 'vitest'

test.each([...Object.values(importFormatNames), ...exportFormats.map(one => one.name)])(
  'docs/import.md has a row for %s',
  name => {
    const text = readFileSync(new URL('../docs/import.md', import.meta.url), 'utf8')
    expect(text).toMatch(new RegExp(`^\\| ${name.replace(/[.()]/g, '\\$&')} +\\|`, 'm'))
  },
)
