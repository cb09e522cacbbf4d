import type { HeaderField, SendFailure } from '@parley/model'
import { fromBase64 } from '../../../basics/text/base64.ts'
import { preparationFailure } from '../../preparation-failure.ts'
import { padded } from './grpc-status.ts'

function isBase64(text: string): boolean {
  return fromBase64(padded(text.trim())) !== null
}

/** Names that gRPC or HTTP/2 sets itself. */
const reservedNames: ReadonlySet<string> = new Set([
  'te',
  'content-type',
  'content-length',
  'transfer-encoding',
])

/** Returns why rows cannot be the metadata of a call; null if they can. Values of `-bin` names are Base64. */
export function metadataFault(rows: readonly HeaderField[]): SendFailure | null {
  for (const { name, value } of rows) {
    const lower = name.trim().toLowerCase()
    if (lower.startsWith(':') || lower.startsWith('grpc-') || reservedNames.has(lower))
      return preparationFailure('invalidRequest', 'GRPC_METADATA_RESERVED', name)
    if (lower.endsWith('-bin') && !value.split(',').every(isBase64))
      return preparationFailure('invalidRequest', 'GRPC_METADATA_NOT_BASE64', name)
  }
  return null
}
