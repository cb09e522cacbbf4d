import { connect as connectTcp } from 'node:net'
import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { listen, useClosers } from '../own-answers.testkit.ts'
import { endAtEmptyRecords } from './empty-records.ts'
import { keyUpdatingServer } from './key-updates.testkit.ts'

const onEnd = useClosers()

test.each([
  ['is left above the limit', 700, true],
  ['gets an answer to each below it', 100, false],
])('a server that asks for new keys and reads no answer %s (HT3)', async (_, updates, isLeft) => {
  const raw = connectTcp(await listen(keyUpdatingServer(updates)), '127.0.0.1')
  const secured = connect({ socket: raw, rejectUnauthorized: false })
  onEnd(() => secured.destroy())
  const failed = new Promise<Error>(resolve => secured.once('error', resolve))
  await new Promise(resolve => secured.once('secureConnect', resolve))
  const before = raw.bytesRead
  endAtEmptyRecords(raw, secured, { mostBytes: before + 16_384, lookEveryMs: 5 })
  secured.write('x')
  const arrived = new Promise<void>(resolve => {
    const timer = setInterval(() => {
      if (raw.bytesRead - before < updates * 27) return
      clearInterval(timer)
      resolve()
    }, 5)
  })
  if (isLeft) expect(await failed).toMatchObject({ code: 'TLS_EMPTY_RECORDS' })
  else {
    await arrived
    // Nothing but this keeps the answers from filling the memory.
    expect(raw.bytesWritten).toBeGreaterThan(updates * 27)
    expect(secured.destroyed).toBe(false)
  }
})
