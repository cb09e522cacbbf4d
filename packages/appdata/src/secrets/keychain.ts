/** Where the operating system keeps a program's keys. */
export interface Keychain {
  /** Null where it has none of this name. Rejects where it is locked or the user says no. */
  read(name: string): Promise<string | null>
  write(name: string, text: string): Promise<void>
}

const service = 'Parley'

/** The keychain to use: that of the system, or none if `PARLEY_KEYCHAIN` says `off`. */
export function usedKeychain(environment: NodeJS.ProcessEnv = process.env): Promise<Keychain | null> {
  return environment.PARLEY_KEYCHAIN === 'off' ? Promise.resolve(null) : systemKeychain()
}

/**
 * The keychain of this system; null where there is none, as on most servers, or its library was not
 * installed. On Linux it is the Secret Service alone: what the kernel keeps instead is gone after a restart.
 */
export async function systemKeychain(): Promise<Keychain | null> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring')
    const entry = (name: string) => new AsyncEntry(service, name, { linux: { store: 'secret-service' } })
    // Throws where there is no such service.
    entry('probe')
    return {
      read: name => entry(name).getPassword(),
      write: (name, text) => entry(name).setPassword(text),
    }
  } catch {
    return null
  }
}
