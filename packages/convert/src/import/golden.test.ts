import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { importDocument } from './import-document.ts'
import { expectValidEntities } from './imported.testkit.ts'

const folder = fileURLToPath(new URL('../../golden/documents', import.meta.url))

describe('files of other clients', () => {
  test.each(
    globSync('*', { cwd: folder })
      .filter(file => !file.endsWith('.expected'))
      .sort(),
  )('%s', async file => {
    const result = importDocument(readFileSync(`${folder}/${file}`))
    if (result.ok) expectValidEntities(result.value)
    await expect(`${JSON.stringify(result, null, 1)}\n`).toMatchFileSnapshot(`${folder}/${file}.expected`)
  })
})
