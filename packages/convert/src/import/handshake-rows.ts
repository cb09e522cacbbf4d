import type { Row } from '@parley/model'

/** Header fields that each handshake generates; those of a recorded one would fail (RFC 6455 §4.1). */
const generatedNames = new Set([
  'connection',
  'upgrade',
  'sec-websocket-extensions',
  'sec-websocket-key',
  'sec-websocket-protocol',
  'sec-websocket-version',
])

/** Returns rows without those of a recorded handshake. */
export function withoutHandshakeRows(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ name }) => !generatedNames.has(name.toLowerCase()))
}
