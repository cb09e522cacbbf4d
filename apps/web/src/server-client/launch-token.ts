const storageKey = 'parley-token'

/** The parts of a window that are needed to find the token. */
export interface TokenWindow {
  readonly hash: string
  read(key: string): string | null
  write(key: string, value: string): void
  /** Removes the fragment from the address, so that it is neither copied nor stored in the history. */
  clearFragment(): void
}

/** Returns the token of this launch: from the fragment `#token=…` at first, later from storage. */
export function takeLaunchToken(window: TokenWindow): string | null {
  const given = new URLSearchParams(window.hash.replace(/^#/, '')).get('token')
  if (given === null || given === '') return window.read(storageKey)
  window.write(storageKey, given)
  window.clearFragment()
  return given
}

/** Keeps the token of a server that was started again. */
export function keepLaunchToken(window: TokenWindow, token: string): void {
  window.write(storageKey, token)
}

/** The parts of this browser window. */
export function browserTokenWindow(): TokenWindow {
  return {
    hash: location.hash,
    read: key => sessionStorage.getItem(key),
    write: (key, value) => sessionStorage.setItem(key, value),
    clearFragment: () => history.replaceState(null, '', location.pathname + location.search),
  }
}
