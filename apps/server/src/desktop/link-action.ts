import { isAbsolute } from 'node:path'
import type { AskedAction } from './asked-action.ts'

/**
 * Returns what a `parley://` link asks for. Any page can contain such a link, so it never does more than fill in
 * a dialog, and a link that is not exactly of a known form is refused with a sentence.
 */
export function linkAction(link: string): AskedAction {
  const refused = (sentence: string): AskedAction => ({
    kind: 'refused',
    sentence,
    nextStep: 'Links are parley://open?path=… and parley://import?url=….',
  })
  if (/[\p{Cc}\s"'<>`\\]/u.test(link))
    return refused('The link contains characters that links cannot contain.')
  const match = /^parley:\/\/(\w+)\/?\?(path|url)=([^&#]+)$/.exec(link)
  if (match === null) return refused('Parley does not know this link.')
  const [, action, parameter, encoded = ''] = match
  const value = decoded(encoded)
  if (value === null || /\p{Cc}/u.test(value)) return refused('The link is not encoded correctly.')
  if (action === 'open' && parameter === 'path')
    return isAbsolute(value) && !value.startsWith('\\\\') && !value.startsWith('//')
      ? { kind: 'workspace', folder: value }
      : refused('The link does not name a folder on this computer.')
  if (action === 'import' && parameter === 'url')
    return /^https?:\/\/[^\s/]/i.test(value)
      ? { kind: 'importUrl', url: value }
      : refused('The link does not contain a web address.')
  return refused('Parley does not know this link.')
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
