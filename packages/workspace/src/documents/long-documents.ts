import { Worker } from 'node:worker_threads'
import { KillableThread, unreachableHeapMb } from '@parley/files'
import { failed, type Result } from '@parley/model'
import { type Damage, damage } from './damage.ts'
import { isLongerThan, type ReadDocument, readDocument, writeDocument } from './document.ts'
import type { DocumentFormat } from './document-format.ts'
import { type DocumentAnswer, type DocumentJob, nameOfFormat } from './document-job.ts'

/** Longer documents are read and written in a thread of their own, so that nothing else waits for them. In bytes. */
export const longestHere = 65_536

/** Longer documents are rare, and can take half a minute. The others wait only for each other. In bytes. */
const longestQuick = 1_000_000

/** A file of 10 MB takes some seconds on a quiet computer. */
const maxMs = 60_000
const maxHeapBytes = 2 * 1024 * 1024 * 1024

const caps = { start: startWorker, maxMs, maxHeapBytes }
const quickThread = new KillableThread<DocumentJob, DocumentAnswer>(caps)
/** Is ended after each document, which gives its memory back. */
const slowThread = new KillableThread<DocumentJob, DocumentAnswer>({ ...caps, isKeptAfter: () => false })
let startedThreads = 0

/** Returns how many threads were started for long documents. */
export function countDocumentThreads(): number {
  return startedThreads
}

/** Reads the bytes of a file as {@link readDocument} does, and long ones in a thread. */
export async function readAnyDocument<Entity>(
  bytes: Uint8Array,
  format: DocumentFormat<Entity>,
): Promise<Result<ReadDocument<Entity>, Damage>> {
  const name = bytes.byteLength > longestHere ? nameOfFormat(format) : null
  if (name === null) return readDocument(bytes, format)
  const answer = await answerTo({ kind: 'read', bytes, format: name }, bytes.byteLength > longestQuick)
  // What a format reads is its entity.
  return answer as Result<ReadDocument<Entity>, Damage>
}

/** Returns the text of a file as {@link writeDocument} does, and writes long ones in a thread. */
export async function writeAnyDocument<Entity>(
  entity: Entity,
  format: DocumentFormat<Entity>,
  before: string | null,
): Promise<Result<string, Damage>> {
  const isAbove = (bytes: number) => (before?.length ?? 0) > bytes || isLongerThan(entity, bytes)
  const name = isAbove(longestHere) ? nameOfFormat(format) : null
  if (name === null) return writeDocument(entity, format, before)
  const answer = await answerTo({ kind: 'write', entity, format: name, before }, isAbove(longestQuick))
  if (!answer.ok) return answer
  if (typeof answer.value !== 'string') throw new Error('The thread answered with a document to a write')
  return { ok: true, value: answer.value }
}

/**
 * Returns what {@link letsAgentsIn} returns for the text of a file, from a thread; false if that takes too long, because the
 * file may be one that agents must not see.
 */
export async function letsAgentsInInThread(text: string): Promise<boolean> {
  const answer = await answerTo({ kind: 'agentsSetting', text }, text.length > longestQuick)
  return answer.ok && answer.value === true
}

async function answerTo(job: DocumentJob, isSlow: boolean): Promise<DocumentAnswer> {
  const outcome = await (isSlow ? slowThread : quickThread).run(job)
  if (outcome.state === 'answered') return outcome.answer
  const act = job.kind === 'write' ? 'Writing' : 'Reading'
  if (outcome.state === 'too-slow')
    return failed(damage('TOO_LARGE', `${act} the file takes longer than a minute.`))
  if (outcome.state === 'too-much-memory')
    return failed(damage('TOO_LARGE', `${act} the file takes too much memory.`))
  throw new Error(`The thread for long documents ended without an answer (${outcome.state})`)
}

function startWorker(): Worker {
  startedThreads += 1
  // The sources have the worker next to this file; a bundle has it next to the whole program.
  const file = import.meta.url.endsWith('.ts') ? './document-worker.ts' : './document-worker.js'
  const worker = new Worker(new URL(file, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: unreachableHeapMb },
  })
  worker.unref()
  return worker
}
