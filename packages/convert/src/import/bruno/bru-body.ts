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
    case 'json':
      return { type: 'raw', language: 'json', text: file.text('body:json') || file.text('body') }
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
