import { maskLookalikes, maskNamed } from '@parley/engine/assistant'
import type { Result } from '@parley/model'
import { type Damage, mapYamlTexts, type YamlText } from '@parley/workspace'

/**
 * Returns the text of a file of a request with what looks like a secret masked, as the assistant masks it: by form, by the
 * names of keys and rows, in parts that Parley does not know and in comments as well.
 */
export function maskFile(text: string): Result<string, Damage> {
  return mapYamlTexts(text, { text: maskText, comment: maskComment })
}

function maskText({ keys, rowName, value, source }: YamlText): string {
  for (const name of namesOf(keys, rowName)) {
    const { text, masked } = maskNamed(name, value)
    if (masked.includes(name)) return JSON.stringify(text)
  }
  return maskLookalikes(source).text
}

/** Keys of the format that only sound like secrets: addresses, choices, lists of names. */
const plainKeys: ReadonlySet<string> = new Set([
  ...['auth', 'key', 'secrets', 'allowedToScripts', 'clientAuthentication', 'signatureMethod'],
  ...['authorizationUrl', 'accessTokenUrl', 'refreshTokenUrl', 'deviceAuthorizationUrl', 'tokenUrl'],
  ...['autoFetchToken', 'autoRefreshToken', 'forwardAuthorization', 'forwardAuthorizationHeader'],
])

/** Returns the names by which a text is masked: of its key, of its row, and of the authorization that it is a value of. */
function namesOf(keys: readonly string[], rowName: string): readonly string[] {
  const key = keys.at(-1) ?? ''
  const isOfAuth = key === 'value' && rowName === '' && keys.slice(0, -1).some(one => /auth/i.test(one))
  const own = plainKeys.has(key) ? [] : [key]
  return [
    ...own,
    rowName,
    ...(isOfAuth || (key === 'value' && keys.at(-2) === 'auth') ? ['auth'] : []),
  ].filter(name => name !== '')
}

/** A row that is commented out has its name in another line, so that its value is masked whatever it is. */
function maskComment(comment: string): string {
  const colon = comment.indexOf(':')
  const name = comment.slice(0, Math.max(colon, 0)).replace(/^[\s#-]+/, '')
  const rest = comment.slice(colon + 1)
  const value = rest.trim().replace(/^["']|["']$/g, '')
  if (name === '' || name.includes(' ') || rest.startsWith('//')) return maskLookalikes(comment).text
  const asked = name === 'value' ? 'secret' : name
  const { text, masked } = plainKeys.has(name) ? maskLookalikes(value) : maskNamed(asked, value)
  return masked.length === 0 ? comment : `${comment.slice(0, colon + 1)} ${text}`
}
