import { corpusSources } from '../../packages/codegen/src/corpus-requests.testkit.ts'
import {
  requestsOfCorpus,
  requestsOfGolden,
  testDifferential,
} from '../../packages/codegen/src/differential.testkit.ts'
import { toolchains } from '../../packages/codegen/src/toolchains.testkit.ts'

testDifferential(toolchains, [...requestsOfGolden(), ...requestsOfCorpus(corpusSources())])
