import { longestCaseNames, testAllCommandsHaveCases, testKills } from './kill-at-every-step.testkit.ts'

testAllCommandsHaveCases()

testKills(longestCaseNames, 'changing steps')
