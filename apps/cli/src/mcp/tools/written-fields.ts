import { type HttpRequest, paramsFromUrl, row } from '@parley/model'
import { z } from 'zod'
import { textInput } from './variables-input.ts'

/** The schemas of the fields of a request that agents may write. */
export const writtenFields = {
  name: z.string().min(1).max(1000).optional(),
  method: z
    .string()
    .regex(/^[A-Za-z]{1,50}$/)
    .optional(),
  url: z.string().max(100_000).optional().describe('with {{names}} of variables'),
  headers: z
    .array(z.strictObject({ name: z.string(), value: textInput }))
    .max(1000)
    .optional(),
  json: z.string().max(5_000_000).optional().describe('the text of a JSON body'),
  docs: z.string().max(5_000_000).optional().describe('Markdown'),
}

/** The fields of a request that agents may write. */
export type Fields = z.output<z.ZodObject<typeof writtenFields>>

/** Returns a request with the fields that an agent gives. */
export function withFields(
  request: HttpRequest,
  { name, method, url, headers, json, docs }: Fields,
): HttpRequest {
  return {
    ...request,
    ...(name === undefined ? {} : { name }),
    ...(method === undefined ? {} : { method }),
    ...(url === undefined ? {} : { url, params: paramsFromUrl(url, request.params) }),
    ...(headers === undefined ? {} : { headers: headers.map(one => row(one.name, one.value)) }),
    ...(json === undefined ? {} : { body: { type: 'raw', language: 'json', text: json } }),
    ...(docs === undefined ? {} : { docs }),
  }
}
