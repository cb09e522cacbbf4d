// biome-ignore lint/style/noRestrictedImports: a thread of its own writes a file at one go.
import { closeSync, openSync, writeSync } from 'node:fs'
import { SecretHider } from '@parley/engine/hide-in-lines'
import { readEvent } from '@parley/engine/read-event'
import { type LogMessage, MessageBlock } from '../message-block.ts'
import { HarText } from './har-text.ts'
import type { ExportJob } from './log-job.ts'
import type { LogReader } from './log-reader.ts'
import { MessageMatcher } from './message-matcher.ts'

const writtenLength = 256 * 1024

/**
 * Writes messages to a new file, secrets by name, and returns how many it wrote. NDJSON has one object a message; text
 * has events as in an event stream, or one line a message; HAR has the handshakes too, whatever is listed.
 */
export function exportMessages(job: ExportJob, reader: LogReader): number {
  const target = openSync(job.targetPath, 'wx', 0o600)
  const matcher = new MessageMatcher(job.framing, job.question, reader)
  const hider = new SecretHider(job.question.secrets)
  // An event stream has no line for what was sent.
  const isRaw = job.framing === 'events' && job.format === 'text'
  const har = job.framing === 'payloads' && job.format === 'har' ? new HarText() : null
  let text = har?.begin() ?? ''
  let count = 0
  const flush = () => {
    const bytes = Buffer.from(text)
    for (let written = 0; written < bytes.byteLength; ) written += writeSync(target, bytes, written)
    text = ''
  }
  try {
    for (const { buffer, blockStart, from, to } of job.ranges) {
      const block = new MessageBlock(buffer)
      for (let number = from; number < to; number += 1) {
        const message = block.read(number - blockStart)
        const isHandshake = har !== null && job.types[message.typeNumber] === 'connection'
        if (!isHandshake && (!matcher.matches(message) || (isRaw && message.isSent))) continue
        const bytes = reader.read(message.offset, message.lengthBytes)
        text +=
          har === null
            ? exported(job, hider, message, bytes)
            : har.add({
                ...message,
                type: typeOf(job, message),
                data: payloadText(job, hider, message, bytes) ?? '',
              })
        count += 1
        if (text.length >= writtenLength) flush()
      }
    }
    text += har?.end() ?? ''
    flush()
    return count
  } finally {
    closeSync(target)
  }
}

function exported(job: ExportJob, hider: SecretHider, message: LogMessage, bytes: Uint8Array): string {
  const hide = (text: string) => hider.hide(text)
  const time = message.time === null ? null : new Date(message.time).toISOString()
  if (job.framing === 'events') {
    const { id, event, data } = readEvent(bytes)
    const shown = { id: id === null ? null : hide(id), event: hide(event), data: hide(data), time }
    return job.format === 'ndjson' ? `${JSON.stringify(shown)}\n` : eventText(shown)
  }
  const type = typeOf(job, message)
  const data = payloadText(job, hider, message, bytes)
  const direction = message.isSent ? 'sent' : 'received'
  if (job.format === 'ndjson') return `${JSON.stringify({ direction, type, data, time })}\n`
  return `${[time ?? '', direction, type, (data ?? '').replace(/\r\n?|\n/g, '\\n')].join('\t')}\n`
}

function typeOf({ types }: ExportJob, { typeNumber }: LogMessage): string {
  return types[typeNumber] ?? ''
}

/** Binary data in Base64; null if it contains a secret, whose place in it cannot be named. */
function payloadText(
  job: ExportJob,
  hider: SecretHider,
  message: LogMessage,
  bytes: Uint8Array,
): string | null {
  if (typeOf(job, message) !== 'binary') return hider.hide(new TextDecoder().decode(bytes))
  const content = Buffer.from(bytes)
  const hasSecret = job.question.secrets.some(({ text }) => text !== '' && content.includes(text))
  return hasSecret ? null : content.toString('base64')
}

function eventText({ id, event, data }: { id: string | null; event: string; data: string }): string {
  const fields = [
    ...(id === null ? [] : [`id: ${id}`]),
    ...(event === 'message' ? [] : [`event: ${event}`]),
    ...data.split('\n').map(line => `data: ${line}`),
  ]
  return `${fields.join('\n')}\n\n`
}
