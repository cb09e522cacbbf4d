import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What an import cannot do without: `node write-files.mjs DOCUMENT LIST FOLDER` parses a document, and writes files of the listed sizes. */
const [, , document, list, folder] = process.argv
JSON.parse(readFileSync(document, 'utf8'))
for (const [path, size] of JSON.parse(readFileSync(list, 'utf8'))) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), 'x'.repeat(size))
}
