import { describeScheme } from '../scheme-descriptor.ts'

/** No Auth (behaviour 5.1), which is not part of the OpenCollection schema. */
export const none = describeScheme({
  type: 'none',
  label: 'No Auth',
  note: 'No authorization is sent.',
  fields: {},
  file: { kind: 'extension' },
})
