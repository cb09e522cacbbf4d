import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { endConnection, receiveHead } from '@parley/testkit'
import { needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import { rawServers } from '../transport-fixture.testkit.ts'
import { faultyAnswers } from './faulty-answers.testkit.ts'

const isCurlHere = (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, 'curl')))
const start = rawServers()

/** Resolves to what curl printed, or to its exit code. */
function runCurl(url: string): Promise<unknown> {
  return new Promise(resolve => {
    const given = ['-s', '--compressed', '--http1.1', '--max-time', '20', url]
    execFile('curl', given, { encoding: 'latin1' }, (error, output) => resolve(error ? error.code : output))
  })
}

describe('the curl of this machine', needs(isCurlHere, 'curl (apt-get install curl)'), () => {
  test.each(faultyAnswers)('takes $name as the table says', async ({ answer, curl }) => {
    const server = await start([receiveHead, answer, endConnection])
    expect(await runCurl(server.url)).toBe(curl)
  })
})
