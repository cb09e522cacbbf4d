import { testReaders } from './doubling.testkit.ts'

// White space is what most of them skip; the slow test has all kinds.
testReaders([' '], 200_000)
