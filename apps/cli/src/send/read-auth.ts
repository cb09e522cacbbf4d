import { type Auth, newAuth, type Row } from '@parley/model'

/** The options of `parley send` for authorization. */
export interface AuthOptions {
  readonly bearer?: string
  readonly user?: string
  readonly digest?: boolean
}

/** Reads the typed authorization. Returns a sentence without secrets if it is invalid. */
export function readAuth({ bearer, user, digest }: AuthOptions, headers: readonly Row[]): Auth | string {
  if (bearer === undefined && user === undefined)
    return digest ? '--digest needs --user name:password.' : newAuth('inherit')
  const option = bearer === undefined ? '--user' : '--bearer'
  if (headers.some(header => header.name.toLowerCase() === 'authorization'))
    return `Give either ${option} or the header Authorization: a request carries one of them.`
  if (bearer !== undefined) {
    if (user !== undefined) return 'Give either --bearer or --user: a request carries one of them.'
    if (digest) return '--digest goes with --user, not with --bearer.'
    return bearer.trim() === '' ? '--bearer is given an empty token.' : { type: 'bearer', token: bearer }
  }
  const [, username, password] = /^([^:]*):(.*)$/s.exec(user ?? '') ?? []
  if (username === undefined || password === undefined)
    return '--user takes a name and a password with a colon between them: name:password.'
  return { type: digest ? 'digest' : 'basic', username, password }
}
