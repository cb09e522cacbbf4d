import { fileNameOf } from '@parley/model'
import { expect, test } from 'vitest'
import { mediaTypeOfFile } from './media-type-of-file.ts'

test.each([
  ['/home/ann/a b.PNG', 'a b.PNG', 'image/png'],
  ['C:\\Users\\Ann\\data.tar.gz', 'data.tar.gz', 'application/gzip'],
  ['C:\\mixed/up\\é.json', 'é.json', 'application/json'],
  ['plain', 'plain', 'application/octet-stream'],
  ['folder.json/plain', 'plain', 'application/octet-stream'],
  ['.bashrc', '.bashrc', 'application/octet-stream'],
  ['a.', 'a.', 'application/octet-stream'],
  ['a.constructor', 'a.constructor', 'application/octet-stream'],
  ['', '', 'application/octet-stream'],
])('%j has the name %j and the media type %j', (path, name, mediaType) => {
  expect(fileNameOf(path)).toBe(name)
  expect(mediaTypeOfFile(path)).toBe(mediaType)
})
