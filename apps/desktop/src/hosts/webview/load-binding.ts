import { createRequire } from 'node:module'
import { HostError } from '../../desktop-host.ts'
import type { WebviewBinding } from './webview-binding.ts'

/** Where the binding's loader looks for its native library first. */
const libraryVariable = 'NAPI_RS_NATIVE_LIBRARY_PATH'

/**
 * Loads the binding, with the native library for this system.
 * @param path - of another build of the native library, for tests
 * @throws HostError if the binding is not installed or the system lacks what it needs
 */
export function loadBinding(path: string | undefined): WebviewBinding {
  try {
    if (path !== undefined) process.env[libraryVariable] = path
    return createRequire(import.meta.url)('@webviewjs/webview')
  } catch (error) {
    throw new HostError(`No webview can be used: ${reasonOf(messagesOf(error).join(' '))}.`)
  } finally {
    // Other native modules read it too.
    if (path !== undefined) delete process.env[libraryVariable]
  }
}

/** The messages of an error and its causes: the binding's own is about another package manager. */
function messagesOf(error: unknown): readonly string[] {
  return error instanceof Error ? [error.message, ...messagesOf(error.cause)] : []
}

function reasonOf(message: string): string {
  const missing = /([\w.+-]+\.so[\w.]*): cannot open shared object/.exec(message)?.[1]
  if (missing !== undefined) return `${missing} is not installed`
  const version = /version [`‘']?(GLIBC_[\d.]+)/.exec(message)?.[1]
  if (version !== undefined) return `this system’s C library is older than ${version.replace('_', ' ')}`
  return 'its binding is not installed for this system'
}
