export interface ErrorDescription {
  readonly message: string
  /** Counted from 1; 0 if the position is unknown. */
  readonly line: number
  readonly column: number
}

/** Describes a thrown value and its position. The value may be anything, even with getters that throw. */
export function describeError(thrown: unknown): ErrorDescription {
  // The host compiles the script under this name; stack frames of the prelude have another name.
  const place = /(?:^|[^\w.])script:(\d+):(\d+)/.exec(readText(thrown, 'stack'))
  return { message: messageOf(thrown), line: Number(place?.[1] ?? 0), column: Number(place?.[2] ?? 0) }
}

/** Returns `TypeError: …`, or only the message of a plain error. */
export function messageOf(thrown: unknown): string {
  const message = readText(thrown, 'message')
  const name = readText(thrown, 'name')
  if (message === '') return name === '' || name === 'Error' ? plainText(thrown) : name
  return name === '' || name === 'Error' || name === 'AssertionError' ? message : `${name}: ${message}`
}

function readText(thrown: unknown, key: 'message' | 'name' | 'stack'): string {
  try {
    if (typeof thrown !== 'object' || thrown === null || !(key in thrown)) return ''
    const value: unknown = Reflect.get(thrown, key)
    return typeof value === 'string' ? value : ''
  } catch {
    return ''
  }
}

function plainText(thrown: unknown): string {
  try {
    return typeof thrown === 'object' && thrown !== null ? JSON.stringify(thrown) : String(thrown)
  } catch {
    return 'An error that cannot be shown'
  }
}
