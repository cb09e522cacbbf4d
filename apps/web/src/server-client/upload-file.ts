import { refuseWhileAbsent } from '../window/server-absence-gate.ts'

/** A file as the server identifies it. */
export interface UploadedFile {
  readonly filePath: string
  readonly sizeBytes: number
}

export type FileUpload = ReturnType<typeof createFileUpload>

/** Streams files of any size to the server at `origin`, with the launch token. */
export function createFileUpload(origin: string, token: () => string) {
  return async (windowId: string, file: File): Promise<UploadedFile> => {
    refuseWhileAbsent()
    const query = new URLSearchParams({ windowId, name: file.name })
    const response = await fetch(`${origin}/picked-files?${query}`, {
      method: 'POST',
      headers: { 'parley-token': token(), 'content-type': 'application/octet-stream' },
      body: file,
    })
    if (!response.ok) {
      const sentence = (await response.text()).trim()
      throw Object.assign(new Error(sentence), { status: response.status })
    }
    return readAnswer(await response.json())
  }
}

function readAnswer(answer: unknown): UploadedFile {
  if (typeof answer === 'object' && answer !== null && 'filePath' in answer && 'sizeBytes' in answer) {
    const { filePath, sizeBytes } = answer
    if (typeof filePath === 'string' && typeof sizeBytes === 'number') return { filePath, sizeBytes }
  }
  throw new Error('The server responded in a way that this page does not know.')
}
