import type { ReceivedResponse } from '../bodies/received-response.ts'

/** A body that was made from messages, and the name under which it is downloaded. */
export interface DerivedBody {
  readonly handle: string
  readonly sizeBytes: number
  /** The file name without its extension, which follows from the media type. */
  readonly name: string
  readonly mediaType: string
}

/** Returns the response as which the calls of `bodies` read a body that no server sent by itself. */
export function responseOfDerived({ handle, sizeBytes, name, mediaType }: DerivedBody): ReceivedResponse {
  const content = {
    handle,
    mediaType,
    charset: '',
    wireBytes: sizeBytes,
    decodedBytes: sizeBytes,
    isComplete: true,
  }
  return {
    response: {
      httpVersion: '1.1',
      statusCode: 200,
      reasonPhrase: '',
      headers: [],
      trailers: [],
      headerBytes: 0,
      interim: [],
      content,
    },
    targetUri: `/${name}`,
    isGrowing: false,
  }
}
