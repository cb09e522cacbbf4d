export interface ErrorDescription {
  readonly message: string
  /** From 1; 0 where no place is known. */
  readonly line: number
  readonly column: number
}

/** What was thrown, in words, and where. It may be anything, with getters that throw in turn. */
export function describeError(thrown: unknown): ErrorDescription {
  // The host compiles the script under this name; frames of the prelude have another one.
  const place = /(?:^|[^\w.])script:(\d+):(\d+)/.exec(readText(thrown, 'stack'))
  return { message: messageOf(thrown), line: Number(place?.[1] ?? 0), column: Number(place?.[2] ?? 0) }
}

/** `TypeError: …`, or the message alone where the kind of error says nothing. */
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
