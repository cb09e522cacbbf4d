/** Has the browser save a text as a file. */
export function saveText(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text]))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser has begun to save by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
