import { pieces } from '../../bench/doubling/readers.ts'
import { testReaders } from '../doubling.testkit.ts'

testReaders(pieces, 300_000)
