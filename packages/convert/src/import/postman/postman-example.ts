import type { RequestExample } from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { isObject, type JsonValue, member, textMember, textOf } from '../json-value.ts'
import { methodOf } from '../request-parts.ts'
import { postmanBody } from './postman-body.ts'
import { postmanRows } from './postman-rows.ts'
import { postmanUrl } from './postman-url.ts'

/** Converts a saved response with its request. */
export function postmanExample(value: JsonValue, log: ImportLog): RequestExample {
  const original = member(value, 'originalRequest')
  const text = textOf(member(value, 'body') ?? member(value, 'text'))
  const headers = postmanRows(member(value, 'header') ?? member(value, 'headers'))
  log.count('examples')
  return {
    name: textMember(value, 'name') || 'Example',
    ...(isObject(original) ? { request: exampleRequest(original, log) } : {}),
    response: {
      statusCode: statusCode(value),
      reasonPhrase: textMember(value, 'status') || textMember(member(value, 'responseCode'), 'name'),
      headers: headers.map(({ name, value: headerValue }) => ({ name, value: headerValue })),
      ...(text === '' ? {} : { body: { type: bodyType(value, headers), data: text } }),
    },
  }
}

function statusCode(value: JsonValue): number {
  const code = Number(textMember(value, 'code') || textMember(member(value, 'responseCode'), 'code'))
  return Number.isInteger(code) && code >= 0 && code <= 999 ? code : 0
}

function exampleRequest(value: JsonValue, log: ImportLog): NonNullable<RequestExample['request']> {
  const headers = postmanRows(member(value, 'header'))
  return {
    method: methodOf(value),
    ...postmanUrl(member(value, 'url')),
    headers,
    body: postmanBody(member(value, 'body'), headers, log),
  }
}

type ExampleBodyType = NonNullable<NonNullable<RequestExample['response']>['body']>['type']

function bodyType(
  value: JsonValue,
  headers: readonly { readonly name: string; readonly value: string }[],
): ExampleBodyType {
  const named = textMember(value, '_postman_previewlanguage', 'language')
  const known = (['json', 'xml', 'html'] as const).find(one => one === named)
  if (known !== undefined) return known
  const type = headers.find(one => one.name.toLowerCase() === 'content-type')?.value ?? ''
  return (['json', 'xml', 'html'] as const).find(one => type.includes(one)) ?? 'text'
}
