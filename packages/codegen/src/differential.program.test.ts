import { evenly } from '@parley/testkit/evenly'
import { requestsOfGolden, testDifferential } from './differential.testkit.ts'
import { toolchains } from './toolchains.testkit.ts'

const languages = toolchains.filter(({ targetId }) => targetId === 'curl')
testDifferential(languages, evenly(requestsOfGolden(), 60))
