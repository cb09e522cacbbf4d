import { testReaders } from './doubling.testkit.ts'

testReaders([' ', '"', '[', '\n'], 150_000)
