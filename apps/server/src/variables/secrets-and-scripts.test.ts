import { testScripts, tried, useServerAndSink, writes } from './secrets-and-scripts.testkit.ts'

useServerAndSink()
testScripts([writes.map(tried).join('\n')], ['environment', 'workspace', 'global', 'folder'])
