import { describeScheme } from '../scheme-descriptor.ts'

/** Inherit from parent: the default of requests and folders (behaviour 5.1). */
export const inherit = describeScheme({
  type: 'inherit',
  label: 'Inherit from parent',
  fields: {},
  file: { kind: 'word', word: 'inherit' },
})
