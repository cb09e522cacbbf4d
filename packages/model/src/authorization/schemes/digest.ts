import { describeScheme } from '../scheme-descriptor.ts'
import { credentials } from './credentials.ts'

/** Digest access authentication (RFC 7616). */
export const digest = describeScheme({
  type: 'digest',
  label: 'Digest Auth',
  shortName: 'Digest',
  help: 'Parley answers the server’s challenge within the same send.',
  fields: credentials,
  file: { kind: 'schema', name: 'digest' },
})
