import { testLongSecrets, testLongText } from './hide-withheld.testkit.ts'

testLongSecrets([400, 100_000])

testLongText(200_000)
