import { parentPort, workerData } from 'node:worker_threads'
import { serveDatabase } from './serve-database.ts'

if (parentPort === null) throw new Error('The database worker runs in a thread only')
await serveDatabase(workerData, parentPort)
