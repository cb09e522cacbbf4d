import type { GrpcMethodType, Result } from '@parley/model'
import type { WayOut } from '../../gate/ways-out.ts'
import type { CallProtocol } from './call-protocol.ts'

/** The types of one method: writes the messages of a call, and reads those of the server. */
export interface GrpcCodec {
  /** `/package.Service/Method`. */
  readonly path: string
  readonly type: GrpcMethodType
  readonly protocol: CallProtocol
  readonly way: Extract<WayOut, 'grpc' | 'reflection'>
  /** What had to be left out of the definition, as sentences. */
  readonly notes: readonly string[]
  /** Returns the bytes of a message, or a sentence that says why its text is none. */
  encode(text: string): Promise<Result<Uint8Array, string>>
  /** Returns a message as JSON, on one line unless `isIndented`; or a sentence that says why its bytes are none. */
  decode(bytes: Uint8Array, isIndented: boolean): Result<string, string>
  /** Returns the details of a status as JSON texts (`grpc-status-details-bin`). */
  decodeDetails(bytes: Uint8Array): readonly string[]
}
