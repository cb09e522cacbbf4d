import { expect, test } from 'vitest'
import { MessageIndex } from './message-index.ts'
import { readSentMessage } from './read-sent-message.ts'

test.each([
  ['hex: 00 {{key}} ff', { format: 'hex', data: '00 {{key}} ff' }],
  ['AAE={{key}}', { format: 'binary', data: 'AAE={{key}}' }],
  ['hex: 00', { format: 'binary', data: 'aGV4OiAwMA==' }],
  ['hex: {{key}} xy', { format: 'binary', data: 'aGV4OiB7e2tleX19IHh5' }],
])('a binary message that is listed as %j is sent again as %j', async (listed, message) => {
  const index = new MessageIndex()
  const payload = Buffer.from(listed)
  const place = { offset: 0, lengthBytes: payload.length, dataAt: 0, idAt: null, isComplete: true }
  index.add({ ...place, time: 0, isSent: true, type: 'binary' })
  const log = { framing: 'payloads', index, read: async () => payload, files: async () => null } as const
  expect(await readSentMessage(log, 0)).toEqual(message)
})
