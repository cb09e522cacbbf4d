import { splitRequestUrl } from '@parley/model'

/** Host and port of an address as typed, without credentials; nothing is decoded or normalised. */
export function hostOf(targetUri: string): string {
  const { base } = splitRequestUrl(targetUri)
  const afterScheme = base.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
  const authority = afterScheme.split('/')[0] ?? ''
  return authority.slice(authority.lastIndexOf('@') + 1)
}
