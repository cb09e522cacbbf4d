import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { corpus, needs } from '@parley/testkit/needs'
import { expect, test } from 'vitest'
import { expectSameValue, testLikeLibrary } from './plain-yaml.testkit.ts'

testLikeLibrary(12_000)

const folder = fileURLToPath(new URL('../../../../../shared/corpus/', import.meta.url))
const files = globSync('**/*.{yml,yaml}', { cwd: folder })

test(
  'each YAML file of other clients is read as the library reads it, or left to it',
  needs(files.length > 0, corpus),
  () => {
    const read = files.filter(path => expectSameValue(readFileSync(folder + path, 'utf8')))
    process.stdout.write(`${read.length} of ${files.length} files are read without the library\n`)
    expect(read.length).toBeGreaterThan(0)
  },
)
