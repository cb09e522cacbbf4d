import { testShownStreams, useShownSecrets } from './shown-secrets.testkit.ts'

useShownSecrets()
testShownStreams(() => true)
