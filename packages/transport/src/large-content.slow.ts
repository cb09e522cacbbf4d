import { testLargeContent } from './large-content.testkit.ts'

testLargeContent({
  codings: ['gzip', 'deflate', 'br', 'zstd'],
  received: 200_000_000,
  unpackedMegabytes: 200,
  lineMegabytes: 100,
})
