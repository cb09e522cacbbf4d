import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { corpus, needs } from '@parley/testkit/needs'
import { expect, test } from 'vitest'
import { expectSameValue, testLikeLibrary } from '../packages/workspace/src/documents/plain-yaml.testkit.ts'

testLikeLibrary(2_000)

const folder = fileURLToPath(new URL('../../shared/corpus/', import.meta.url))
const files = globSync('**/*.{yml,yaml}', { cwd: folder })

test(
  'YAML files of other clients are read as the library reads them',
  needs(files.length > 0, corpus),
  () => {
    const read = files.filter(path => expectSameValue(readFileSync(folder + path, 'utf8')))
    expect(read.length).toBeGreaterThan(0)
  },
)
