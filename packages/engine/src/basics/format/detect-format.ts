import type { ResponseContent } from '@parley/model'

/** The formats in which bodies are formatted and coloured (behaviour 2.3). */
export type TextFormat = 'json' | 'html' | 'xml' | 'javascript' | 'css' | 'yaml' | 'text'

const byMediaType: readonly (readonly [RegExp, TextFormat])[] = [
  [/^(application|text)\/(json|[\w.+-]+\+json|x-ndjson|json5)$/, 'json'],
  [/^(text\/html|application\/xhtml\+xml)$/, 'html'],
  [/^((application|text)\/xml|[\w.-]+\/[\w.+-]+\+xml)$/, 'xml'],
  [/^(application|text)\/(javascript|ecmascript|x-javascript)$/, 'javascript'],
  [/^text\/css$/, 'css'],
  [/^(application|text)\/(yaml|x-yaml|[\w.+-]+\+yaml)$/, 'yaml'],
]

const byStart: readonly (readonly [RegExp, TextFormat])[] = [
  [/^\s*[[{]/, 'json'],
  [/^\s*(<!doctype html|<html)/i, 'html'],
  [/^\s*<\?xml/, 'xml'],
]

/**
 * Detects the format for Auto (behaviour 2.3): from the response's media type, otherwise from the first characters
 * of the body.
 */
export function detectFormat({ mediaType }: Pick<ResponseContent, 'mediaType'>, start: string): TextFormat {
  const named = byMediaType.find(([pattern]) => pattern.test(mediaType))
  if (named !== undefined) return named[1]
  if (mediaType !== '' && mediaType !== 'text/plain' && mediaType !== 'application/octet-stream')
    return 'text'
  return byStart.find(([pattern]) => pattern.test(start))?.[1] ?? 'text'
}
