import { readRows, writeRow } from '../../opencollection/row.ts'
import type { UrlEncodedBody } from '../body.ts'
import type { BodyTypeDescriptor } from './body-type-descriptor.ts'

/** A form with texts (WHATWG URL §5). */
export const urlEncodedBody: BodyTypeDescriptor<UrlEncodedBody> = {
  label: 'URL Encoded',
  empty: { type: 'urlEncoded', fields: [] },
  mediaType: () => 'application/x-www-form-urlencoded',
  file: {
    schemaTypes: ['form-urlencoded'],
    read: body => ({ type: 'urlEncoded', fields: readRows(body, 'data') }),
    write: ({ fields }) => ({ type: 'form-urlencoded', data: fields.map(writeRow) }),
  },
}
