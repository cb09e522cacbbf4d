import type { RawLanguage } from '@parley/model'

/** The choices of the second picker of Raw, in their order (behaviour 2.2 and behaviour, Body types). */
export const rawFormats = [
  { language: 'text', label: 'Text' },
  { language: 'json', label: 'JSON' },
  { language: 'xml', label: 'XML' },
  { language: 'html', label: 'HTML' },
  { language: 'javascript', label: 'JavaScript' },
  { language: 'yaml', label: 'YAML' },
] as const satisfies readonly { language: RawLanguage; label: string }[]

/** The label of a raw format; SPARQL comes only from files of other clients. */
export function rawFormatLabel(language: RawLanguage): string {
  return rawFormats.find(format => format.language === language)?.label ?? 'SPARQL'
}
