import { testArguments } from './every-argument.testkit.ts'

testArguments(['writing'], outside => ['\u001b]52;c;eA==\u0007\u0000\r\n', outside])
