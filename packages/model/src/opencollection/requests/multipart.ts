import type { FilePart, MultipartBody, MultipartPart, TextPart } from '../../request/body.ts'
import type { ObjectReader } from '../object-reader.ts'
import { describedBy, writeDescription } from '../row.ts'
import { type OpenCollectionObject, type OpenCollectionValue, objectOf, trueOrNothing } from '../value.ts'

/** Reads `MultipartFormBody`; a part's value is a text or a list of texts. */
export function readMultipartBody(reader: ObjectReader): MultipartBody {
  return { type: 'multipart', parts: reader.objects('data', readPart) }
}

export function writeMultipartBody(body: MultipartBody): OpenCollectionObject {
  return { type: 'multipart-form', data: body.parts.map(writePart) }
}

function readPart(reader: ObjectReader): MultipartPart {
  return reader.choice('type', ['text', 'file'], 'text') === 'file'
    ? readFilePart(reader)
    : readTextPart(reader)
}

function readTextPart(reader: ObjectReader): TextPart {
  const fields = { kind: 'text', ...readPartFields(reader) } as const
  return reader.isList('value')
    ? { ...fields, value: '', values: reader.texts('value') }
    : { ...fields, value: reader.text('value') }
}

function readFilePart(reader: ObjectReader): FilePart {
  const fields = { kind: 'file', ...readPartFields(reader) } as const
  if (!reader.isList('value')) {
    const filePath = reader.text('value')
    return { ...fields, filePaths: filePath === '' ? [] : [filePath] }
  }
  const filePaths = reader.texts('value')
  return filePaths.length > 1 ? { ...fields, filePaths } : { ...fields, filePaths, isList: true }
}

function readPartFields(reader: ObjectReader) {
  const contentType = reader.optionalText('contentType')
  return {
    name: reader.text('name'),
    ...describedBy(reader),
    ...(contentType === undefined ? {} : { contentType }),
    enabled: !reader.flag('disabled'),
  }
}

function writePart(part: MultipartPart): OpenCollectionObject {
  return objectOf({
    name: part.name,
    type: part.kind,
    value: part.kind === 'text' ? (part.values ?? part.value) : writeFilePaths(part),
    description: writeDescription(part.description),
    contentType: part.contentType,
    disabled: trueOrNothing(!part.enabled),
  })
}

function writeFilePaths({ filePaths, isList }: FilePart): OpenCollectionValue {
  return isList === true || filePaths.length > 1 ? filePaths : (filePaths[0] ?? '')
}
