import { nodeFiles } from '@parley/files'
import { needs } from '@parley/testkit/needs'
import { expect, test } from 'vitest'
import { collectFolder } from './collect-folder.ts'
import { sourceLimits } from './source-limits.ts'

const few = { ...sourceLimits, totalBytes: 1000 }

test(
  'an endless device is refused at the size limit',
  needs(process.platform !== 'win32', 'devices as files'),
  async () => {
    expect(await collectFolder(nodeFiles, '/dev/zero', 'zero', few)).toMatchObject({
      failure: { code: 'SOURCE_TOO_LARGE' },
    })
  },
)
