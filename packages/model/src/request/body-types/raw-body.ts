import type { RawBody, RawLanguage } from '../body.ts'
import { rawMediaTypes } from '../raw-media-types.ts'
import type { AnyBody, BodyTypeDescriptor } from './body-type-descriptor.ts'

const schemaLanguages = ['json', 'text', 'xml', 'sparql'] as const
const ownLanguages = ['html', 'javascript', 'yaml'] as const

/**
 * A text. The schema lacks three of its languages: such a body is stored as a text, with its language in the
 * extension.
 */
export const rawBody: BodyTypeDescriptor<RawBody> = {
  label: 'Raw',
  empty: { type: 'raw', language: 'json', text: '' },
  mediaType: ({ language }) => rawMediaTypes[language],
  file: {
    schemaTypes: schemaLanguages,
    read: (body, schemaType) => ({
      type: 'raw',
      language: schemaLanguages.find(known => known === schemaType) ?? 'text',
      text: body.text('data'),
    }),
    write: ({ language, text }) => ({ type: nearestLanguage(language), data: text }),
    extension: {
      read: (extension, beside) =>
        extension.has('language') && isPlainText(beside)
          ? { ...beside, language: extension.choice('language', ownLanguages, 'html') }
          : null,
      write: ({ language }) => (nearestLanguage(language) === language ? undefined : { language }),
    },
  },
}

function isPlainText(body: AnyBody): body is RawBody {
  return body.type === 'raw' && 'language' in body && body.language === 'text'
}

function nearestLanguage(language: RawLanguage): string {
  return schemaLanguages.find(known => known === language) ?? 'text'
}
