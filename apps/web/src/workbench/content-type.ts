import type { RawLanguage } from '@parley/model'

/** The choices of the second picker of Raw, in their order (spec 2.2 and product decisions). */
export const rawFormats = [
  { language: 'text', label: 'Text', contentType: 'text/plain' },
  { language: 'json', label: 'JSON', contentType: 'application/json' },
  { language: 'xml', label: 'XML', contentType: 'application/xml' },
  { language: 'html', label: 'HTML', contentType: 'text/html' },
  { language: 'javascript', label: 'JavaScript', contentType: 'application/javascript' },
  { language: 'yaml', label: 'YAML', contentType: 'application/yaml' },
] as const satisfies readonly { language: RawLanguage; label: string; contentType: string }[]

/** The label and generated `Content-Type` of a raw format; SPARQL comes only from files of other clients. */
export function rawFormat(language: RawLanguage): { readonly label: string; readonly contentType: string } {
  return (
    rawFormats.find(format => format.language === language) ?? {
      label: 'SPARQL',
      contentType: 'application/sparql-query',
    }
  )
}
