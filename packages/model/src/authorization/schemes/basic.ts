import { describeScheme } from '../scheme-descriptor.ts'
import { credentials } from './credentials.ts'

/** Basic Auth (behaviour 5.1; RFC 7617). */
export const basic = describeScheme({
  type: 'basic',
  label: 'Basic Auth',
  fields: credentials,
  file: { kind: 'schema', name: 'basic' },
})
