import { describeScheme } from '../scheme-descriptor.ts'
import { credentials } from './credentials.ts'

/** A UsernameToken of Web Services Security in the header `X-WSSE`. */
export const wsse = describeScheme({
  type: 'wsse',
  label: 'WSSE',
  fields: credentials,
  file: { kind: 'schema', name: 'wsse' },
})
