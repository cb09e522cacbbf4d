import { holdOpen, receiveHead, startRawServer } from '@parley/testkit'
import { expect, test } from 'vitest'
import { startPackaged } from './packaged-parley.testkit.ts'

test('an answer that does not go on is left after ten seconds (DT1)', async () => {
  const server = await startRawServer([receiveHead, holdOpen])
  const parley = await startPackaged({ address: server.url })
  expect(await parley.check()).toMatchObject({
    kind: 'failed',
    code: 'UPDATE_NOT_REACHED',
    sentence: expect.stringContaining('10'),
  })
  await server.waitForConnectionClose(0)
  await parley.close()
  await server.close()
})
