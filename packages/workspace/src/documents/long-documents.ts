import { Worker } from 'node:worker_threads'
import { KillableThread, unreachableHeapMb } from '@parley/files'
import { failed, type Result } from '@parley/model'
import { type Damage, damage } from './damage.ts'
import { isLongerThan, type ReadDocument, readDocument, writeDocument } from './document.ts'
import type { DocumentFormat } from './document-format.ts'
import { type DocumentAnswer, type DocumentJob, nameOfFormat } from './document-job.ts'

/** Longer documents are read and written in a thread of their own, so that nothing else waits for them. In bytes. */
export const longestHere = 65_536

/** A file of 10 MB takes some seconds on a quiet computer. */
const maxMs = 60_000
const maxHeapBytes = 2 * 1024 * 1024 * 1024

const thread = new KillableThread<DocumentJob, DocumentAnswer>({ start: startWorker, maxMs, maxHeapBytes })
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
  const answer = await answerTo({ kind: 'read', bytes, format: name })
  // What a format reads is its entity.
  return answer as Result<ReadDocument<Entity>, Damage>
}

/** Returns the text of a file as {@link writeDocument} does, and writes long ones in a thread. */
export async function writeAnyDocument<Entity>(
  entity: Entity,
  format: DocumentFormat<Entity>,
  before: string | null,
): Promise<Result<string, Damage>> {
  const isLong = (before?.length ?? 0) > longestHere || isLongerThan(entity, longestHere)
  const name = isLong ? nameOfFormat(format) : null
  if (name === null) return writeDocument(entity, format, before)
  const answer = await answerTo({ kind: 'write', entity, format: name, before })
  if (!answer.ok) return answer
  if (typeof answer.value !== 'string') throw new Error('The thread answered with a document to a write')
  return { ok: true, value: answer.value }
}

async function answerTo(job: DocumentJob): Promise<DocumentAnswer> {
  const outcome = await thread.run(job)
  if (outcome.state === 'answered') return outcome.answer
  return failed(
    damage(
      'TOO_LARGE',
      outcome.state === 'too-much-memory'
        ? 'Reading the file takes too much memory.'
        : 'Reading the file takes longer than a minute.',
    ),
  )
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
