import { readMultipartBody, writeMultipartBody } from '../../opencollection/requests/multipart.ts'
import type { MultipartBody } from '../body.ts'
import type { BodyTypeDescriptor } from './body-type-descriptor.ts'

/** A form with texts and files (RFC 7578). */
export const multipartBody: BodyTypeDescriptor<MultipartBody> = {
  label: 'Form-data',
  empty: { type: 'multipart', parts: [] },
  mediaType: () => 'multipart/form-data',
  files: {
    paths: ({ parts }) => parts.flatMap(part => (part.kind === 'file' ? part.filePaths : [])),
    withPaths: (body, change) => ({
      ...body,
      parts: body.parts.map(part =>
        part.kind === 'file' ? { ...part, filePaths: part.filePaths.map(change) } : part,
      ),
    }),
  },
  file: { schemaTypes: ['multipart-form'], read: readMultipartBody, write: writeMultipartBody },
}
