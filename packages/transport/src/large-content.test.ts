import { testLargeContent } from './large-content.testkit.ts'

// The decoders of Node that are made differently; `content-decoding.test.ts` has a bomb of gzip.
testLargeContent({
  codings: ['br', 'zstd'],
  received: 5_000_000,
  unpackedMegabytes: 66,
  lineMegabytes: 3,
})
