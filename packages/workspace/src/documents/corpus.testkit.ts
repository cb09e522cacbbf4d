import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { needs, corpus as theCorpus } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import { readDocument, writeDocument } from './document.ts'
import {
  collectionFormat,
  type DocumentFormat,
  environmentFormat,
  folderFormat,
  itemFormat,
} from './document-format.ts'

const corpus = fileURLToPath(new URL('../../../../../shared/corpus/bruno/', import.meta.url))
const isCorpusPresent = existsSync(corpus)
const roots = isCorpusPresent ? globSync('**/opencollection.yml', { cwd: corpus }) : []
/** The paths of all their files, in the order of their names. */
export const corpusFiles: readonly string[] = roots.flatMap(root => {
  const folder = root.slice(0, -'opencollection.yml'.length)
  return globSync(`${folder}**/*.yml`, { cwd: corpus }).sort()
})

/**
 * Returns the outcome of saving a file unchanged and of editing it and undoing the edit; empty if both
 * succeed.
 */
function outcomeOf<Entity extends object>(path: string, format: DocumentFormat<Entity>): string {
  const bytes = readFileSync(corpus + path)
  const read = readDocument(bytes, format)
  if (!read.ok) return read.failure.code
  const { entity, text } = read.value
  const same = writeDocument(entity, format, text)
  if (!same.ok || same.value !== text) return 'changed by saving it as it is'
  const edited = withOtherName(entity)
  const changed = writeDocument(edited, format, text)
  if (!changed.ok) return changed.failure.code
  const reread = readDocument(new TextEncoder().encode(changed.value), format)
  if (!reread.ok || !isDeepStrictEqual(reread.value.entity, edited)) return 'not the same when read again'
  const changedLines = changed.value.split('\n').filter(line => !text.split('\n').includes(line))
  return changedLines.length > 1 ? `changed in ${changedLines.length} lines: ${changedLines.join('|')}` : ''
}

function withOtherName<Entity extends object>(entity: Entity): Entity {
  return { ...entity, name: 'Another name' }
}

function formatOf(path: string): (path: string) => string {
  if (path.endsWith('/opencollection.yml')) return one => outcomeOf(one, collectionFormat)
  if (path.endsWith('/folder.yml')) return one => outcomeOf(one, folderFormat)
  return path.includes('/environments/')
    ? one => outcomeOf(one, environmentFormat)
    : one => outcomeOf(one, itemFormat)
}

/** Files that their own project keeps broken, or that contain unknown parts. */
const damaged = [
  /akamai-edgegrid\/(?!.*EdgeGrid Inherit 200).*(?<!local)\.yml$/,
  /collection\/users\/create-user\.yml$/,
  /invalid-tags-yml-request/,
]

/** Tests that these files are unchanged by saving, and differ by one line after a rename. */
export function testCorpus(paths: readonly string[]): void {
  describe('collections of other people', needs(isCorpusPresent, theCorpus), () => {
    test('there are more than 200 files', () => {
      expect(corpusFiles.length).toBeGreaterThan(200)
    })

    test.each(paths)('%s is unchanged by saving, and differs by one line after a rename', path => {
      const outcome = formatOf(path)(path)
      if (damaged.some(pattern => pattern.test(path))) expect(['WRONG_CONTENT', '']).toContain(outcome)
      else expect(outcome).toBe('')
    })
  })
}
