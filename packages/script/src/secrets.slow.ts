import { describe } from 'vitest'
import { testWithheld, withheldCalls } from './withheld-calls.testkit.ts'

describe.each(['collection', 'folder'] as const)('a withheld secret of a %s', owner =>
  testWithheld(owner, withheldCalls),
)
