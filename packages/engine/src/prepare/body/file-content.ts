import { type FileBody, failed, ok, type Result, type SendFailure } from '@parley/model'
import type { Files } from '../ports/engine-ports.ts'
import { preparationFailure } from '../preparation-failure.ts'
import type { BodyContent } from './body-content.ts'
import { contentTypeOf } from './content-type-of.ts'

/** Binary file: the selected file unchanged, streamed during the send (behaviour, Body types). */
export async function fileContent(body: FileBody, files: Files): Promise<Result<BodyContent, SendFailure>> {
  const file = body.files.find(one => one.selected)
  if (file === undefined || file.filePath === '')
    return failed(preparationFailure('file', 'NO_FILE_SELECTED', ''))
  const { filePath } = file
  const lengthBytes = await files.lengthBytes(filePath)
  if (!lengthBytes.ok) return lengthBytes
  return ok({
    parts: [{ kind: 'file', filePath, lengthBytes: lengthBytes.value }],
    contentType: contentTypeOf(body, ''),
    outline: { kind: 'file', filePath },
  })
}
