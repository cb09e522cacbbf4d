import type { HttpBody, MultipartPart } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import type { BruPair } from './bru-blocks.ts'
import type { BruFile } from './bru-file.ts'

/** Converts the body of a mode, from the block of that mode. */
export function bruBody(mode: string, file: BruFile, log: ImportLog): HttpBody {
  switch (mode) {
    case '':
    case 'none':
      return { type: 'none' }
    case 'json': {
      const text = file.text('body:json') || file.text('body')
      // Bruno sends neither a body nor a Content-Type for an empty JSON body, unlike for an empty text.
      return text === '' ? { type: 'none' } : { type: 'raw', language: 'json', text }
    }
    case 'text':
    case 'xml':
    case 'sparql':
      return { type: 'raw', language: mode, text: file.text(`body:${mode}`) }
    case 'formUrlEncoded':
    case 'form-urlencoded':
      return { type: 'urlEncoded', fields: file.rows('body:form-urlencoded') }
    case 'multipartForm':
    case 'multipart-form':
      return { type: 'multipart', parts: file.pairs('body:multipart-form').map(pair => formPart(pair, log)) }
    case 'graphql':
      return { type: 'graphql', query: file.text('body:graphql'), variables: file.text('body:graphql:vars') }
    case 'file': {
      const files = file.pairs('body:file').map(pair => {
        const { paths, contentType } = fileValue(pair.value)
        for (const path of paths) log.file(path)
        return { filePath: paths[0] ?? '', contentType: contentType ?? '', selected: pair.enabled }
      })
      return { type: 'file', files }
    }
  }
  log.loss('BODY_NOT_SUPPORTED', mode)
  return { type: 'none' }
}

/** The blocks of the bodies by their modes. */
const bodyBlocks: Readonly<Record<string, readonly string[]>> = {
  json: ['body:json', 'body'],
  text: ['body:text'],
  xml: ['body:xml'],
  sparql: ['body:sparql'],
  formUrlEncoded: ['body:form-urlencoded'],
  multipartForm: ['body:multipart-form'],
  graphql: ['body:graphql', 'body:graphql:vars'],
  file: ['body:file'],
}

/** Names what was typed into bodies of other modes, which is not sent. */
export function logUnsentBodies(mode: string, file: BruFile, log: ImportLog): void {
  const chosen = otherModes[mode] ?? mode
  for (const [other, blocks] of Object.entries(bodyBlocks))
    for (const block of other === chosen ? [] : blocks) {
      const pairs = file.pairs(block).map(one => `${one.enabled ? '' : '~'}${one.name}: ${one.value}`)
      const text = file.text(block) || pairs.join('\n')
      if (text.trim() !== '') log.loss('BODY_DISABLED', text)
    }
}

const otherModes: Readonly<Record<string, string>> = {
  'form-urlencoded': 'formUrlEncoded',
  'multipart-form': 'multipartForm',
}

function formPart(pair: BruPair, log: ImportLog): MultipartPart {
  const { text, paths, contentType } = fileValue(pair.value)
  const fields = { name: pair.name, enabled: pair.enabled, ...(contentType === null ? {} : { contentType }) }
  if (!/^@file\(/.test(pair.value)) return { kind: 'text', ...fields, value: text }
  for (const path of paths) log.file(path)
  return { kind: 'file', ...fields, filePaths: paths }
}

/** Parses `@file(a|b) @contentType(text/plain)`, or a text followed by a type. */
function fileValue(value: string) {
  const contentType = /@contentType\(([^)]*)\)\s*$/.exec(value)?.[1] ?? null
  const text = value.replace(/\s*@contentType\([^)]*\)\s*$/, '')
  const paths = (/^@file\(([\s\S]*)\)$/.exec(text)?.[1] ?? '').split('|').filter(path => path !== '')
  return { text, paths, contentType }
}
