import {
  failed,
  type GrpcRequest,
  grpcRequestOf,
  type HttpRequest,
  nameFromUrl,
  ok,
  type WebSocketRequest,
  webSocketRequestOf,
} from '@parley/model'
import { ImportLog } from '../import-log.ts'
import type { ImportResult } from '../imported.ts'
import { newCollection } from '../new-entities.ts'
import type { CurlFault, CurlNote } from './curl-import.ts'
import { describeCurlFault, describeCurlNote } from './describe-curl.ts'
import { importCurl } from './import-curl.ts'

/**
 * Imports a list of cURL commands as one collection, with their requests in order. Faulty commands are
 * reported with their position.
 */
export function importCurlCommands(text: string, log = new ImportLog()): ImportResult {
  const { requests, notes, filesToPick, faults } = importCurl(text)
  const [fault] = faults
  if (requests.length === 0)
    return failed({ code: 'NOT_CURL', subject: fault === undefined ? '' : faultSentence(fault) })
  log.count('collections')
  log.count('requests', requests.length)
  const name = 'cURL commands'
  log.within(name, () => {
    for (const one of faults) log.loss('COMMAND_NOT_READ', faultSentence(one))
    for (const note of notes) log.loss('COMMAND_NOTE', noteSentence(note))
    for (const file of filesToPick) log.file(file.filePath)
  })
  const collection = newCollection(name, { items: requests.map(named) })
  return ok(log.imported({ collections: [collection] }))
}

function named(draft: HttpRequest): HttpRequest | WebSocketRequest | GrpcRequest {
  const call = grpcRequestOf(draft)
  const name = draft.name || call?.method || nameFromUrl(draft.url)
  return { ...(call ?? webSocketRequestOf(draft) ?? draft), name }
}

function faultSentence(fault: CurlFault): string {
  return `Line ${fault.position.line}, column ${fault.position.column}: ${describeCurlFault(fault)}`
}

function noteSentence(note: CurlNote): string {
  return `Line ${note.position.line}: ${describeCurlNote(note)}`
}
