import { pieces } from '../bench/doubling/readers.ts'
import { testReaders } from './doubling.testkit.ts'

testReaders(pieces, 100_000)
