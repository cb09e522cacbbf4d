import { testScripts, tried, writes } from './secrets-and-scripts.testkit.ts'

testScripts(writes.map(tried))
