import type { NoBody } from '../body.ts'
import type { BodyTypeDescriptor } from './body-type-descriptor.ts'

/** No body. Where a file has to name one, as below a title, it is an empty text. */
export const noBody: BodyTypeDescriptor<NoBody> = {
  label: 'None',
  empty: { type: 'none' },
  mediaType: () => null,
  file: {
    schemaTypes: ['none'],
    read: () => ({ type: 'none' }),
    write: () => ({ type: 'text', data: '' }),
    extension: {
      read: () => ({ type: 'none' }),
      write: () => ({ type: 'none' }),
    },
  },
}
