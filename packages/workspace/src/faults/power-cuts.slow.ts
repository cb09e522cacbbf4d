import { longestCaseNames, testPowerCuts } from './kill-at-every-step.testkit.ts'

testPowerCuts(longestCaseNames, 1)
