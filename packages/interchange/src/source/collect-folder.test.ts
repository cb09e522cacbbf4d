import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeFiles } from '@parley/files'
import { expect, test } from 'vitest'
import { collectFolder } from './collect-folder.ts'
import { sourceLimits } from './source-limits.ts'

const few = { ...sourceLimits, totalBytes: 1000 }

test.skipIf(process.platform === 'win32')('an endless device is refused at the size limit', async () => {
  expect(await collectFolder(nodeFiles, '/dev/zero', 'zero', few)).toMatchObject({
    failure: { code: 'SOURCE_TOO_LARGE' },
  })
})

test.skipIf(process.platform === 'win32')('a pipe is read to its end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-pipe-'))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const reading = collectFolder(nodeFiles, pipe, 'pipe', few)
  createWriteStream(pipe).end('curl http://a')
  const read = await reading
  expect(read.ok && read.value.map(one => [one.path, new TextDecoder().decode(one.bytes)])).toEqual([
    ['pipe', 'curl http://a'],
  ])
  rmSync(folder, { recursive: true })
})
