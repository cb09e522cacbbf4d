const storageKey = 'parley-token'

/** The parts of a window that are needed to find the token. */
export interface TokenPlace {
  readonly hash: string
  read(key: string): string | null
  write(key: string, value: string): void
  /** Removes the fragment from the address, so that it is neither copied nor stored in the history. */
  clearFragment(): void
}

/** Returns the token of this launch: from the fragment `#token=…` at first, later from storage. */
export function takeLaunchToken(place: TokenPlace): string | null {
  const given = new URLSearchParams(place.hash.replace(/^#/, '')).get('token')
  if (given === null || given === '') return place.read(storageKey)
  place.write(storageKey, given)
  place.clearFragment()
  return given
}

/** The token's place in a browser window. */
export function browserTokenPlace(): TokenPlace {
  return {
    hash: location.hash,
    read: key => sessionStorage.getItem(key),
    write: (key, value) => sessionStorage.setItem(key, value),
    clearFragment: () => history.replaceState(null, '', location.pathname + location.search),
  }
}
