import { expect, test } from 'vitest'
import { memoryIo } from '../io/run-in-process.testkit.ts'
import { openOutput } from './output.ts'

test('a body of more than 64 MB is too large for one document, which keeps what came before', async () => {
  let blocked = 0
  const output = await openOutput({ jsonOutput: true }, memoryIo().io, () => {
    blocked += 1
  })
  if (typeof output === 'string') throw new Error(output)
  const writer = await output.bodyStore.create()
  await writer.write(Buffer.from('first'))
  await expect(writer.write(new Uint8Array(64 * 1024 * 1024))).rejects.toMatchObject({
    code: 'BODY_TOO_LARGE',
  })
  expect(blocked).toBe(1)
  expect(output.fault()).toEqual({
    code: 'BODY_TOO_LARGE',
    sentence: 'The response is larger than 64 MB, which is too much for one JSON document.',
    nextStep: 'Write the body to a file with --output; the document then names the file.',
  })
  expect(output.kept()).toEqual({ kind: 'memory', bytes: Buffer.from('first') })
})
