import { failed, formatSize, ok, type Result } from '@parley/model'

/** A message is part of the file of its request, and is edited as text. */
const maxFileBytes = 1024 * 1024

/** Reads a file as the Base64 of a binary message. Fails with a sentence for the user. */
export async function readAsBase64(file: File): Promise<Result<string, string>> {
  if (file.size > maxFileBytes)
    return failed(`${file.name} is larger than ${formatSize(maxFileBytes)}. Choose a smaller file.`)
  const url = await new Promise<string | null>(resolve => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null)
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(file)
  })
  if (url === null) return failed(`${file.name} could not be read. Select it again.`)
  return ok(url.slice(url.indexOf(',') + 1))
}
