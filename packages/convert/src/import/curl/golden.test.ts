import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { describeCurlFault, describeCurlNote } from './describe-curl.ts'
import { importCurl } from './import-curl.ts'

const folder = fileURLToPath(new URL('../../../golden/curl', import.meta.url))

describe('cURL commands', () => {
  test.each(globSync('*.txt', { cwd: folder }).sort())('%s', async file => {
    const { requests, notes, filesToPick, faults } = importCurl(readFileSync(`${folder}/${file}`, 'utf8'))
    const result = {
      requests,
      notes: notes.map(note => ({ ...note, text: describeCurlNote(note) })),
      filesToPick,
      faults: faults.map(fault => ({ ...fault, text: describeCurlFault(fault) })),
    }
    const expected = `${folder}/${basename(file, '.txt')}.expected`
    await expect(`${JSON.stringify(result, null, 1)}\n`).toMatchFileSnapshot(expected)
  })
})
