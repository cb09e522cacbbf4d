import type { RequestExample } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { withParams } from '../request-parts.ts'
import { type BruBlock, type BruPair, readBruPairs, readInnerBlocks } from './bru-blocks.ts'
import { bruBody } from './bru-body.ts'
import { BruFile } from './bru-file.ts'

/** Converts an `example` block: a saved response and its request. */
export function bruExample(block: BruBlock, log: ImportLog): RequestExample {
  const { blocks, pairs } = readInnerBlocks(block)
  const part = (name: string) => blocks.find(one => one.name === name)
  const [request, response] = [part('request'), part('response')]
  const description = textOf(pairs, 'description')
  log.count('examples')
  return {
    name: textOf(pairs, 'name') || 'Example',
    ...(description === '' ? {} : { description }),
    ...(request === undefined ? {} : { request: exampleRequest(request, log) }),
    ...(response === undefined ? {} : { response: exampleResponse(response) }),
  }
}

function exampleRequest(block: BruBlock, log: ImportLog): NonNullable<RequestExample['request']> {
  const { blocks, pairs } = readInnerBlocks(block)
  const file = new BruFile(blocks)
  const { url, params } = withParams(
    textOf(pairs, 'url'),
    file.rows('params:query').filter(one => !one.enabled),
  )
  return {
    method: (textOf(pairs, 'method') || 'get').toUpperCase(),
    url,
    params,
    pathParams: file.rows('params:path'),
    headers: file.rows('headers'),
    body: bruBody(textOf(pairs, 'mode'), file, log),
  }
}

function exampleResponse(block: BruBlock): NonNullable<RequestExample['response']> {
  const { blocks } = readInnerBlocks(block)
  const file = new BruFile(blocks)
  const status = file.field('status')
  const code = Number(status('code'))
  const body = readBruPairs(file.block('body')?.lines ?? [])
  const data = textOf(body, 'content')
  return {
    statusCode: Number.isInteger(code) && code >= 0 && code <= 999 ? code : 0,
    reasonPhrase: status('text'),
    headers: file.rows('headers').map(({ name, value }) => ({ name, value })),
    ...(data === '' ? {} : { body: { type: exampleBodyType(textOf(body, 'type')), data } }),
  }
}

/** Returns the type of a saved body; text for unknown ones. */
export function exampleBodyType(name: string): 'json' | 'text' | 'xml' | 'html' | 'binary' {
  return (['json', 'xml', 'html', 'binary'] as const).find(one => one === name) ?? 'text'
}

function textOf(pairs: readonly BruPair[], name: string): string {
  return pairs.find(one => one.name === name)?.value ?? ''
}
