import type { NoBody } from '../body.ts'
import type { BodyTypeDescriptor } from './body-type-descriptor.ts'

/** No body. A file that must have one, below a title, has an empty text. */
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
