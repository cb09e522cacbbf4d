import { testArguments } from './every-argument.testkit.ts'

testArguments(['readOnly', 'usual', 'writing'], outside => [
  '__proto__',
  '../secret.txt',
  '{{token}}',
  'constructor.prototype.polluted',
  'shop/../../secret.txt',
  `file://${outside}`,
  '/dev/zero',
  'private/inside.yml',
  '.git/hooks/post-checkout',
  '\uD800',
])
