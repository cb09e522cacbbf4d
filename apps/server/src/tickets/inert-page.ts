import type { TextEncoding } from '@parley/engine'

/** Names of elements that start a navigation, for which a browser connects before it checks any policy. */
const names = ['iframe', 'frame', 'frameset', 'fencedframe', 'portal', 'object', 'embed']

/** A tag begins with `<` immediately followed by a letter (WHATWG HTML §13.2.5.6). */
const tag = new RegExp(`<(/?)(?=(?:${names.join('|')})[\\s/>])`, 'gi')

/** The length of the longest beginning of a tag that a piece can cut. */
const longestBeginning = Math.max(...names.map(name => name.length)) + '</'.length

/**
 * Returns a page without its frames and plug-ins, whatever its encoding (`encodingOf` its first bytes): each
 * of these elements is renamed to one that no browser knows, and keeps its content. The policy of a preview
 * blocks what they would load, but a browser connects for them first (attacks UI1). Yields UTF-8.
 */
export async function* inertPage(
  content: AsyncIterable<Uint8Array>,
  encodingOf: (start: Uint8Array) => TextEncoding,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let decoder: InstanceType<typeof TextDecoder> | null = null
  let held = ''
  for await (const bytes of content) {
    decoder ??= new TextDecoder(encodingOf(bytes).name)
    const text = held + decoder.decode(bytes, { stream: true })
    const end = endOfWholeTags(text)
    held = text.slice(end)
    yield encoder.encode(withoutFrames(text.slice(0, end)))
  }
  yield encoder.encode(withoutFrames(held + (decoder?.decode() ?? '')))
}

function withoutFrames(text: string): string {
  return text.replace(tag, '<$1inert-')
}

/** Returns where the last tag begins if the text ends before its name is complete. */
function endOfWholeTags(text: string): number {
  const start = text.lastIndexOf('<')
  return start >= 0 && text.length - start <= longestBeginning ? start : text.length
}
