import { testAccounts } from './no-home-folder.testkit.ts'

testAccounts([
  ['with a home folder that does not exist', 'serve'],
  ['that only is a number', 'send, which needs no folder'],
])
