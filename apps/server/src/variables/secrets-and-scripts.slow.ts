import { ownerKinds } from './secret-owners.testkit.ts'
import { testScripts, tried, useServerAndSink, writes } from './secrets-and-scripts.testkit.ts'

useServerAndSink()
testScripts(writes.map(tried), ownerKinds)
