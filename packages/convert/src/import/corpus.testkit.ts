import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { evenly } from '@parley/testkit/evenly'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'
import { corpusKinds, expectedRequests } from './expected-requests.testkit.ts'
import { importDocument } from './import-document.ts'
import { expectValidEntities, requestsIn } from './imported.testkit.ts'

const corpus = fileURLToPath(new URL('../../../../../shared/corpus', import.meta.url))

/** Files that contain something else, are parts of other files, or are broken on purpose. */
const refused: readonly (readonly [file: RegExp, code: string])[] = [
  [/\.csv$/, 'UNKNOWN_FORMAT'],
  [
    /(?:postman_data|postman_config|\/data|simple-cookie-jar|work-dir\/test|examples\/ssl-client-cert-list|postman-malformed)\.json$/,
    'UNKNOWN_FORMAT',
  ],
  [/insomnia-v5-invalid-missing-collection\.yaml$|insomnia-v4\/empty\.yaml$/, 'EMPTY'],
  [/malformed-coll\.json$/, 'NOT_JSON'],
  [/malformed-coll-2\.json$/, 'UNKNOWN_FORMAT'],
  [/thunder-tests\/test-files\/test\.json$/, 'UNKNOWN_FORMAT'],
  [/slack_events_api_async_v1\.json$/, 'FOREIGN_FORMAT'],
  [/petstore-separate\/(?:common|spec)\/(?:NewPet|Pet|parameters|Error)\.(?:yaml|json)$/, 'UNKNOWN_FORMAT'],
  [/circular\/definitions\/\w+\.yaml$/, 'UNKNOWN_FORMAT'],
]

/** Tests imports of files of the corpus: `filesPerKind` of each kind, of at most `maxBytes`. */
export function testCorpus(filesPerKind: number, maxBytes: number): void {
  describe.each(corpusKinds)(
    'the corpus of %s (../shared/corpus)',
    needs(existsSync(corpus), corpusNeed),
    kind => {
      const files = existsSync(corpus)
        ? globSync('**/*.{json,yaml,yml,har,csv,xml,wsdl}', { cwd: `${corpus}/${kind}` })
            .filter(file => statSync(`${corpus}/${kind}/${file}`).size <= maxBytes)
            .sort()
        : []
      test.each(evenly(files, filesPerKind))('%s', { timeout: 60_000 }, file => {
        const bytes = readFileSync(`${corpus}/${kind}/${file}`)
        const result = importDocument(bytes)
        const reason = refused.find(([pattern]) => pattern.test(file))?.[1]
        if (!result.ok || reason !== undefined) {
          expect(result).toMatchObject({ ok: false, failure: { code: reason ?? 'none' } })
          return
        }
        const expected = expectedRequests(kind, decodeText(bytes))
        expect(requestsIn(result.value.collections)).toBe(expected)
        expect(result.value.report.counts.requests).toBe(expected)
        expectValidEntities(result.value)
      })
    },
  )
}
