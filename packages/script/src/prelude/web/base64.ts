/** Returns bytes as the code units of a text, as `btoa` and `atob` use them. */
export function binaryText(bytes: Uint8Array): string {
  let text = ''
  // A call accepts only some ten thousand arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}

export function bytesOfBinary(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}

export function base64FromBytes(bytes: Uint8Array): string {
  return btoa(binaryText(bytes))
}

export function bytesFromBase64(text: string): Uint8Array {
  return bytesOfBinary(atob(text))
}
