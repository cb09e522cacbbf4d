import {
  failed,
  hexBytes,
  ok,
  type Result,
  type SendFailure,
  typedBytesFault,
  type WebSocketMessage,
} from '@parley/model'
import { utf8 } from '../../basics/hashing.ts'
import { fromBase64 } from '../../basics/text/base64.ts'
import type { MessageSecret } from '../../prepare/gate/message-secrets.ts'
import { preparationFailure } from '../../prepare/preparation-failure.ts'
import type { DynamicSources } from '../../prepare/variables/dynamic-variables.ts'
import type { VariableScope } from '../../prepare/variables/scope.ts'
import { Substitution, SubstitutionError } from '../../prepare/variables/substitute.ts'

/** Begins hex in a log, which has it instead of its bytes where it has names of secrets. */
export const hexMark = 'hex: '

/** A message of a WebSocket, ready to be sent. */
export interface FilledMessage {
  readonly type: 'text' | 'binary'
  readonly payload: Uint8Array
  readonly secrets: readonly MessageSecret[]
}

/** Fills in the names of a message. Unknown names are sent as typed; dynamic ones are new each time. */
export function fillMessage(
  { format, data }: Pick<WebSocketMessage, 'format' | 'data'>,
  scopes: readonly VariableScope[],
  sources: DynamicSources,
): Result<FilledMessage, SendFailure> {
  try {
    const { text, secrets } = new Substitution(scopes, sources).fillWithSecrets(data)
    if (format !== 'binary' && format !== 'hex') return ok({ type: 'text', payload: utf8(text), secrets })
    const payload = format === 'hex' ? hexBytes(text) : fromBase64(text.replace(/\s/g, ''))
    if (payload !== null) return ok({ type: 'binary', payload, secrets })
    const { line, column } = typedBytesFault(format, text) ?? { line: 1, column: 1 }
    const code = format === 'hex' ? 'INVALID_HEX' : 'INVALID_BASE64'
    return failed(preparationFailure('invalidRequest', code, `line ${line}, column ${column}`))
  } catch (error) {
    if (!(error instanceof SubstitutionError)) throw error
    return failed(preparationFailure('template', error.code, error.path.join(' → ')))
  }
}
