import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What an import cannot do without: `node write-files.mjs DOCUMENT LIST FOLDER` parses a document, and writes files of the listed sizes. */
const [, , document, list, folder] = process.argv
JSON.parse(readFileSync(document, 'utf8'))
const files = JSON.parse(readFileSync(list, 'utf8'))
for (const parent of new Set(files.map(([path]) => dirname(join(folder, path)))))
  mkdirSync(parent, { recursive: true })
for (const [path, size] of files) writeFileSync(join(folder, path), 'x'.repeat(size))
