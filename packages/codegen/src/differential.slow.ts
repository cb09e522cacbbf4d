import { evenly } from '@parley/testkit/evenly'
import { corpusSources } from './corpus-requests.testkit.ts'
import { requestsOfCorpus, requestsOfGolden, testDifferential } from './differential.testkit.ts'
import { toolchains } from './toolchains.testkit.ts'

// All of them take an hour: tests/nightly/generated-code.nightly.ts.
testDifferential(toolchains, [
  ...evenly(requestsOfGolden(), 90),
  ...evenly(requestsOfCorpus(evenly(corpusSources(), 40)), 90),
])
