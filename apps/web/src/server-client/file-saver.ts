/** How files reach the user's disk. */
export interface FileSaver {
  /** Saves what a single-use address is for. */
  saveFrom(path: string): void
  saveText(fileName: string, text: string): void
}

/** Has the browser save files. */
const browserSaver: FileSaver = {
  saveFrom: path => download(path, ''),
  saveText(fileName, text) {
    const address = URL.createObjectURL(new Blob([text]))
    download(address, fileName)
    // The browser has begun to save by then.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  },
}

function download(address: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
}

let current: FileSaver = browserSaver

/** Returns what saves files in this window. */
export const fileSaver = (): FileSaver => current

/** Sets what saves files in this window, before the page is shown. */
export function setFileSaver(saver: FileSaver): void {
  current = saver
}
