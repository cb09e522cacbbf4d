import { killCaseNames, testKills } from './kill-at-every-step.testkit.ts'

testKills(killCaseNames, 'every step')
