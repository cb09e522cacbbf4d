import { type RawBody, rawMediaTypes } from '@parley/model'
import type { BodyContent } from './body-content.ts'

/** Raw: the text as typed, as UTF-8 (spec 2.2). */
export function rawContent(body: RawBody): BodyContent {
  return {
    parts: [{ kind: 'bytes', bytes: new TextEncoder().encode(body.text) }],
    contentType: rawMediaTypes[body.language],
  }
}
