import type { SchemaFormat } from '@parley/engine'

/** Returns the format of a schema as text: JSON begins with a brace, SDL never does. */
export function schemaFormatOf(content: Uint8Array): SchemaFormat {
  const start = new TextDecoder().decode(content.subarray(0, 1_000))
  return start.trimStart().startsWith('{') ? 'introspection' : 'sdl'
}
