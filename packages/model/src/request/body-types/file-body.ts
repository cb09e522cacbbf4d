import type { ObjectReader } from '../../opencollection/object-reader.ts'
import { type OpenCollectionObject, objectOf } from '../../opencollection/value.ts'
import type { BodyFile, FileBody } from '../body.ts'
import { mediaTypeOfFile } from '../media-type-of-file.ts'
import type { BodyTypeDescriptor } from './body-type-descriptor.ts'

/** A body with the bytes of the selected file. */
export const fileBody: BodyTypeDescriptor<FileBody> = {
  label: 'Binary',
  empty: { type: 'file', files: [] },
  mediaType({ files }) {
    const file = files.find(one => one.selected)
    return file === undefined ? null : file.contentType || mediaTypeOfFile(file.filePath)
  },
  files: {
    paths: ({ files }) => files.map(({ filePath }) => filePath),
    withPaths: (body, change) => ({
      ...body,
      files: body.files.map(file => ({ ...file, filePath: change(file.filePath) })),
    }),
  },
  file: {
    schemaTypes: ['file'],
    read: body => ({ type: 'file', files: body.objects('data', readFile) }),
    write: ({ files }) => ({ type: 'file', data: files.map(writeFile) }),
  },
}

function readFile(entry: ObjectReader): BodyFile {
  const description = entry.optionalText('description')
  return {
    filePath: entry.text('filePath'),
    contentType: entry.text('contentType'),
    selected: entry.flag('selected'),
    ...(description === undefined ? {} : { description }),
  }
}

function writeFile({ filePath, contentType, selected, description }: BodyFile): OpenCollectionObject {
  return objectOf({ filePath, contentType, selected, description })
}
