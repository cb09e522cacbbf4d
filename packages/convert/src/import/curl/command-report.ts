import type { CurlFaultCode, CurlFile, CurlNoteCode, CurlOutput } from './curl-import.ts'

/** Collects the notes and files of one command, with offsets into the pasted text. */
export class CommandReport {
  readonly notes: { readonly code: CurlNoteCode; readonly subject: string; readonly offset: number }[] = []
  readonly files: { readonly filePath: string; readonly use: CurlFile['use']; readonly offset: number }[] = []

  readonly outputs: CurlOutput[] = []

  note(code: CurlNoteCode, subject: string, offset: number): void {
    this.notes.push({ code, subject, offset })
  }

  file(filePath: string, use: CurlFile['use'], offset: number): void {
    this.files.push({ filePath, use, offset })
  }

  add(other: CommandReport): void {
    for (const note of other.notes) this.notes.push(note)
    for (const file of other.files) this.files.push(file)
    for (const output of other.outputs) this.outputs.push(output)
  }
}

/** Thrown while a command is read; `importCurl` converts it to data. */
export class CurlFaultError extends Error {
  readonly code: CurlFaultCode
  readonly subject: string
  readonly offset: number

  constructor(code: CurlFaultCode, subject: string, offset: number) {
    super(code)
    this.code = code
    this.subject = subject
    this.offset = offset
  }
}
