/** What decides where a request goes. */
export interface ScriptSubject {
  /** The names of the variables that decide the host of the request. */
  readonly hostNames: ReadonlySet<string>
}

/**
 * Returns what a proposed script does that can take something to another host, as sentences: each call that sends, each
 * assignment of an address, whatever its argument is, because arguments can be computed.
 */
export function checkScript(script: string, { hostNames }: ScriptSubject): readonly string[] {
  const text = unescaped(script)
  return [
    ...(sends.test(text) ? ['It sends requests of its own, to addresses that it chooses.'] : []),
    ...(setsAddress(text) ? ['It sets the address or the Host of the request.'] : []),
    ...setVariables(text, hostNames),
    ...(isIndirect(text) ? ['It uses members by computed names, so nobody can see what it sends.'] : []),
  ]
}

/** Names can be written with escapes, also in strings. */
function unescaped(script: string): string {
  return script.replace(
    /\\(?:u\{0{0,8}([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2}))/gi,
    (whole, a, b, c) => {
      const code = Number.parseInt(a ?? b ?? c, 16)
      return code > 0x10ffff ? whole : String.fromCodePoint(code)
    },
  )
}

const sends = /\b(?:sendRequest|runRequest|fetch|XMLHttpRequest|axios|WebSocket|importScripts)\b/

/** A member that holds an address, and what makes it a target of an assignment. */
const addressMember =
  /(?:\.|\[\s{0,9}["'`])\s{0,9}(?:url|host|hostname|port|protocol)\b["'`]?\s{0,9}\]?\s{0,9}/gi
const addressCalls =
  /\b(?:setUrl|updateUrl)\b|\burl\b["'`]?\]?\s{0,9}(?:\?\.|\.)?\s{0,9}\[?["'`]?update\b|["'`]host["'`]/i

function setsAddress(text: string): boolean {
  if (addressCalls.test(text)) return true
  for (const { index, 0: found } of text.matchAll(addressMember))
    if (isAssignment(text.slice(index + found.length, index + found.length + 4))) return true
  return false
}

/** Whether a text begins with `=` or a compound assignment, also at the end of a pattern of destructuring. */
function isAssignment(next: string): boolean {
  return (
    /^(?:\*\*|<<|>>>?|\|\||&&|\?\?|[-+*/%&|^])?=(?![=>])/.test(next) ||
    /^[\]},]\s?\]?\}?\s?=(?![=>])/.test(next)
  )
}

const setter =
  /\b(?:set|setVar|setEnvVar|setGlobalEnvVar|setCollectionVar|setFolderVar|setRequestVar|setEnvironmentVariable|setGlobalVariable)\s{0,9}\(\s{0,9}/g

function setVariables(text: string, hostNames: ReadonlySet<string>): readonly string[] {
  if (hostNames.size === 0) return []
  const found = new Set<string>()
  for (const { index, 0: call } of text.matchAll(setter)) {
    const name = literalAt(text, index + call.length)
    if (name === null)
      found.add('It sets a variable by a computed name, which can decide the host of the request.')
    else if (hostNames.has(name.trim()))
      found.add(`It sets the variable {{${name.trim()}}}, which decides the host of the request.`)
  }
  return [...found]
}

/** Returns the string literal that is a whole argument at a position; null if the argument is something else. */
function literalAt(text: string, start: number): string | null {
  const quote = text[start] ?? ''
  if (!['"', "'", '`'].includes(quote)) return null
  const end = text.indexOf(quote, start + 1)
  const name = end < 0 ? '' : text.slice(start + 1, end)
  if (end < 0 || name.includes('\\') || (quote === '`' && name.includes('${'))) return null
  return [',', ')'].includes(text.slice(end + 1, end + 20).trimStart()[0] ?? '') ? name : null
}

const namespaceByName =
  /\b(?:pm|tool|bru|req|request|insomnia|pw|postman|environment|globals)\s{0,9}(?:\?\.)?\s{0,9}\[/
const reflective =
  /\b(?:eval|Function|Reflect|Proxy|globalThis|constructor|getOwnPropertyDescriptors?|toObject|with)\b/
const objectCalls = /\bObject\s{0,9}\.\s{0,9}(?:assign|definePropert|entries|values|fromEntries)/
const computedCall = /\]\s{0,9}(?:\?\.)?\s{0,9}\(/
const joinedName = /["'`]\s{0,9}\]\s{0,9}=(?![=>])/

function isIndirect(text: string): boolean {
  return [namespaceByName, reflective, objectCalls, computedCall, joinedName].some(one => one.test(text))
}
