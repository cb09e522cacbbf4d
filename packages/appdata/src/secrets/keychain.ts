/** The operating system's store for keys of programs. */
export interface Keychain {
  /** Returns null if there is no key of this name. Rejects if the keychain is locked or the user refuses. */
  read(name: string): Promise<string | null>
  write(name: string, text: string): Promise<void>
}

const service = 'Parley'

/** Returns the keychain to use: the system's, or none if `PARLEY_KEYCHAIN` is `off`. */
export function usedKeychain(environment: NodeJS.ProcessEnv = process.env): Promise<Keychain | null> {
  return environment.PARLEY_KEYCHAIN === 'off' ? Promise.resolve(null) : systemKeychain()
}

/**
 * Returns the keychain of this system; null if there is none, as on most servers, or its library is not
 * installed. On Linux it is only the Secret Service, because the kernel's keyring is lost on a restart.
 */
export async function systemKeychain(): Promise<Keychain | null> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring')
    const entry = (name: string) => new AsyncEntry(service, name, { linux: { store: 'secret-service' } })
    // Throws if there is no such service.
    entry('probe')
    return {
      read: name => entry(name).getPassword(),
      write: (name, text) => entry(name).setPassword(text),
    }
  } catch {
    return null
  }
}
