import { parentPort } from 'node:worker_threads'
import { answerOf, type DocumentJob } from './document-job.ts'

/** Reads and writes long documents one after another. The host limits its memory and time (attacks ST13, IM6). */
parentPort?.on('message', (job: DocumentJob) => parentPort?.postMessage(answerOf(job)))
