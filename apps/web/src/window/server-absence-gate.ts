/** Whether the page has lost its server. Nothing is then sent to its port or loaded from there, where another may listen. */
let isAbsent = false

/** Called with each change of the connection. */
export function setServerAbsent(absent: boolean): void {
  isAbsent = absent
}

export const isServerAbsent = (): boolean => isAbsent

/** @throws TypeError as a failed `fetch` does, while the server is lost */
export function refuseWhileAbsent(): void {
  if (isAbsent) throw new TypeError('Parley’s server has stopped')
}
