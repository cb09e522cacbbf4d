import type { RawLanguage } from './body.ts'

/** The `Content-Type` that the picker of a Raw body sets (behaviour 2.2). */
export const rawMediaTypes: Readonly<Record<RawLanguage, string>> = {
  text: 'text/plain',
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
  yaml: 'application/yaml',
  sparql: 'application/sparql-query',
}
