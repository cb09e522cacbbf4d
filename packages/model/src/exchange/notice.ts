/** A condition that users should know about, and that did not stop the send. */
export type Notice =
  /** Unknown names stay in the request as typed (behaviour, Unknown names). */
  | { readonly code: 'UNKNOWN_VARIABLES'; readonly names: readonly string[] }
  /** A script changed something that was signed: `method`, `body` or the names of headers (behaviour 5.1). */
  | { readonly code: 'SIGNATURE_OUTDATED'; readonly names: readonly string[] }
  /** The request was sent with what the page shows, and not all of that is saved. Names only: a value may be secret. */
  | {
      readonly code: 'UNSAVED_CHANGES'
      readonly values: readonly UnsavedValue[]
      readonly parts: readonly UnsavedInheritance[]
    }
  /** The Content-Type of the user named a multipart type without the boundary of its form. */
  | { readonly code: 'BOUNDARY_ADDED' }
  /** Auto-format JSON on send left a body alone that is not JSON. */
  | { readonly code: 'NOT_FORMATTED' }
  /** The request was sent with the old token (behaviour 3). */
  | { readonly code: 'TOKEN_NOT_RENEWED'; readonly reason: string }
  /**
   * A script chose a name that only the proxy resolves, so Parley cannot tell whether it is a link-local
   * address.
   */
  | { readonly code: 'PROXY_RESOLVES_NAME'; readonly host: string; readonly proxy: string }
  /** A response, or what a server said of its services, was read although it is faulty; the text names its faults. */
  | { readonly code: 'FAULTY_RESPONSE'; readonly text: string }
  /** The response is that of the proxy, which asks for other credentials. */
  | { readonly code: 'PROXY_ASKS'; readonly text: string }
  /** The server refused HTTP/2 for the request, which was sent again. */
  | { readonly code: 'HTTP_1_1_REQUIRED'; readonly text: string }
  | ScriptNote

/** A variable that was used with its unsaved value, and the name of its owner: `Local`, `Global`. */
export interface UnsavedValue {
  readonly name: string
  readonly owner: string
}

/** The parts that requests inherit from a collection or folder, besides variables. */
export type UnsavedPart = 'headers' | 'authorization' | 'scripts' | 'settings'

/** A part that was used as it is in an unsaved collection or folder, whose name is `owner`. */
export interface UnsavedInheritance {
  readonly part: UnsavedPart
  readonly owner: string
}

/** A member that a script used and that has no effect, or another one than in the client that it is from. */
export interface ScriptNote {
  readonly code: 'SCRIPT_NOTE'
  /** The owner of the script. */
  readonly owner: 'collection' | 'folder' | 'request'
  /** As in the script: `pm.setNextRequest`. */
  readonly member: string
  /** From 1; null if the position is unknown. */
  readonly line: number | null
  /** What follows the member in a sentence: `has no effect`. */
  readonly text: string
}

/** Returns the sentence of a note without its full stop: `pm.setNextRequest (line 2) has no effect`. */
export function describeScriptNote({ owner, member, line, text }: ScriptNote): string {
  const places = [
    ...(line === null ? [] : [`line ${line}`]),
    ...(owner === 'request' ? [] : [`script of the ${owner}`]),
  ]
  return `${member}${places.length === 0 ? '' : ` (${places.join(', ')})`} ${text}`
}

/** Describes a notice, without the capital letter and the full stop of a sentence. */
export function describeNotice(notice: Notice): string {
  switch (notice.code) {
    case 'UNKNOWN_VARIABLES':
      return unknownVariables(notice.names)
    case 'UNSAVED_CHANGES':
      return unsavedChanges(notice.values, notice.parts)
    case 'SIGNATURE_OUTDATED':
      return `the script changed ${notice.names.join(', ')} after the request was signed, so its signature no longer fits`
    case 'BOUNDARY_ADDED':
      return 'a boundary was added to your Content-Type: servers need it to read the form'
    case 'NOT_FORMATTED':
      return 'the body is not JSON, so it was sent as typed, without Auto-format'
    case 'TOKEN_NOT_RENEWED':
      return `Token not renewed: ${notice.reason.replace(/\.$/, '')}. The request went out with the old token`
    case 'PROXY_RESOLVES_NAME':
      return `the proxy ${notice.proxy} looked up ${notice.host}, which a script chose, so Parley could not check whether it is a link-local address`
    case 'FAULTY_RESPONSE':
    case 'HTTP_1_1_REQUIRED':
    case 'PROXY_ASKS':
      return notice.text
    case 'SCRIPT_NOTE':
      return describeScriptNote(notice)
  }
}

function unknownVariables(names: readonly string[]): string {
  const verbs = names.length === 1 ? ['has', 'was'] : ['have', 'were']
  return `${names.map(name => `{{${name}}}`).join(', ')} ${verbs[0]} no value and ${verbs[1]} sent as typed`
}

function unsavedChanges(values: readonly UnsavedValue[], parts: readonly UnsavedInheritance[]): string {
  const used = [
    ...values.map(({ name, owner }) => `{{${name}}} (${owner})`),
    ...parts.map(({ part, owner }) => `${part} (${owner})`),
  ]
  return `used as shown, but not saved yet: ${used.join(', ')}`
}
