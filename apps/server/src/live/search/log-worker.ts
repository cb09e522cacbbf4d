import { parentPort } from 'node:worker_threads'
import { MessageBlock } from '../message-block.ts'
import { exportMessages } from './export-messages.ts'
import type { ExportJob, SearchJob } from './log-job.ts'
import { LogReader } from './log-reader.ts'
import { MessageMatcher } from './message-matcher.ts'

/** Runs in a thread that searches and exports the messages of live sessions. Its host can end it at any time. */
parentPort?.on('message', (job: SearchJob | ExportJob) => {
  const reader = new LogReader(job.files)
  try {
    parentPort?.postMessage(job.kind === 'search' ? search(job, reader) : exportMessages(job, reader))
  } finally {
    reader.close()
  }
})

function search({ framing, question, range }: SearchJob, reader: LogReader): readonly number[] {
  const block = new MessageBlock(range.buffer)
  const matcher = new MessageMatcher(framing, question, reader)
  const found: number[] = []
  for (let number = range.from; number < range.to; number += 1)
    if (matcher.matches(block.read(number - range.blockStart))) found.push(number)
  return found
}
