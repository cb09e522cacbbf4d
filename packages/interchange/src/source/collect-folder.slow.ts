import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeFiles } from '@parley/files'
import { needs } from '@parley/testkit/needs'
import { expect, test } from 'vitest'
import { collectFolder } from './collect-folder.ts'
import { sourceLimits } from './source-limits.ts'

test('a pipe is read to its end', needs(process.platform !== 'win32', 'mkfifo'), async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-pipe-'))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const reading = collectFolder(nodeFiles, pipe, 'pipe', sourceLimits)
  createWriteStream(pipe).end('curl http://a')
  const read = await reading
  expect(read.ok && read.value.map(one => [one.path, new TextDecoder().decode(one.bytes)])).toEqual([
    ['pipe', 'curl http://a'],
  ])
  rmSync(folder, { recursive: true })
})
