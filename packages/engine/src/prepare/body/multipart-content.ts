import {
  type FilePart,
  failed,
  fileNameOf,
  type MultipartBody,
  type MultipartPart,
  mediaTypeOfFile,
  ok,
  type Result,
  type SendFailure,
  type TextPart,
} from '@parley/model'
import type { ContentPart } from '../../basics/content-part.ts'
import { isHeaderValue } from '../message/header-syntax.ts'
import type { Files, Random } from '../ports/engine-ports.ts'
import { preparationFailure } from '../preparation-failure.ts'
import type { BodyContent, FormPart } from './body-content.ts'
import { contentTypeOf } from './content-type-of.ts'

/** The I/O needed to build a form. */
export interface FormPorts {
  readonly files: Files
  readonly random: Random
}

/**
 * Form-data (RFC 7578): the ticked rows in order, one part per value or file. Texts are sent as typed, names
 * are escaped as browsers do (WHATWG HTML, multipart/form-data encoding algorithm), files are streamed during
 * the send. A row without name and value is the blank one at the end of a table and is skipped. A
 * `Content-Type` header of the user replaces the generated one; see `withBoundary` for one without a boundary.
 */
export async function multipartContent(
  body: MultipartBody,
  ports: FormPorts,
): Promise<Result<BodyContent, SendFailure>> {
  const rows = body.parts.filter(part => part.enabled && !isBlank(part))
  const fault = rows.map(rowFault).find(one => one !== null)
  if (fault) return failed(fault)
  const parts = rows.flatMap(formParts)
  const boundary = newBoundary(parts, ports.random)
  const content = new ContentText()
  for (const part of parts) {
    content.addText(`--${boundary}\r\n${partHead(part)}`)
    if (part.kind === 'text') content.addText(part.value)
    else {
      const lengthBytes = await ports.files.lengthBytes(part.filePath)
      if (!lengthBytes.ok) return failed({ ...lengthBytes.failure, row: part.name })
      content.addFile(part.filePath, lengthBytes.value)
    }
    content.addText('\r\n')
  }
  content.addText(`--${boundary}--\r\n`)
  return ok({
    parts: content.end(),
    contentType: contentTypeOf(body, boundary),
    outline: { kind: 'multipart', parts },
  })
}

/** Returns the parts of a row: one per value or file. */
function formParts(row: MultipartPart): readonly FormPart[] {
  const { name, contentType = '' } = row
  return row.kind === 'text'
    ? itemsOf(row).map(value => ({ kind: 'text', name, value, contentType: contentType || null }))
    : itemsOf(row).map(filePath => ({
        kind: 'file',
        name,
        filePath,
        fileName: fileNameOf(filePath),
        contentType: contentType || mediaTypeOfFile(filePath),
      }))
}

function isBlank(part: MultipartPart): boolean {
  return part.name === '' && itemsOf(part).every(item => item === '')
}

/** Returns the values of a text row or the paths of a file row. */
function itemsOf(part: TextPart | FilePart): readonly string[] {
  return part.kind === 'file' ? part.filePaths : (part.values ?? [part.value])
}

function rowFault(part: MultipartPart): SendFailure | null {
  if (part.contentType !== undefined && !isHeaderValue(part.contentType))
    return preparationFailure('invalidRequest', 'INVALID_PART_CONTENT_TYPE', part.name)
  if (part.kind === 'file' && (part.filePaths.length === 0 || part.filePaths.includes('')))
    return preparationFailure('file', 'NO_FILE_SELECTED', part.name)
  return null
}

/**
 * Returns a boundary that no text of the form contains. A file contains it with a probability of 1 in 2^122.
 */
function newBoundary(parts: readonly FormPart[], random: Random): string {
  const texts = parts.flatMap(part => (part.kind === 'text' ? [part.value] : []))
  for (;;) {
    const boundary = `parley-${random.uuid()}`
    if (!texts.some(text => text.includes(boundary))) return boundary
  }
}

function partHead(part: FormPart): string {
  const fileName = part.kind === 'file' ? `; filename="${escapeName(part.fileName)}"` : ''
  return (
    `Content-Disposition: form-data; name="${escapeName(part.name)}"${fileName}\r\n` +
    `${part.contentType === null ? '' : `Content-Type: ${part.contentType}\r\n`}\r\n`
  )
}

/** Escapes what would end the quotes or the line. */
function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** Collects content that consists of text and files. */
class ContentText {
  readonly #parts: ContentPart[] = []
  #texts: string[] = []

  addText(text: string): void {
    this.#texts.push(text)
  }

  addFile(filePath: string, lengthBytes: number): void {
    this.#flush()
    this.#parts.push({ kind: 'file', filePath, lengthBytes })
  }

  end(): readonly ContentPart[] {
    this.#flush()
    return this.#parts
  }

  #flush(): void {
    this.#parts.push({ kind: 'bytes', bytes: new TextEncoder().encode(this.#texts.join('')) })
    this.#texts = []
  }
}
